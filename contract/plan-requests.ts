import { z } from 'zod';
import { formatDueDate } from './due-dates.ts';
import { id, timestamp } from './common.ts';
import { t } from './language.ts';
import { amountInput } from './money.ts';

/**
 * The kinds of an owner's request to the brand about an item: not to do it, to do something else, or to do it later.
 */
export const requestKinds = ['waiver', 'alternative', 'extension'] as const;
export type RequestKind = (typeof requestKinds)[number];
export const requestKindLabels: Record<RequestKind, string> = {
  waiver: t('Waiver'),
  alternative: t('Alternative'),
  extension: t('Extension'),
};

export const requestStatuses = ['open', 'granted', 'declined', 'withdrawn', 'expired'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

export const planRequestSchema = z.object({
  id,
  kind: z.enum(requestKinds),
  status: z.enum(requestStatuses),
  reason: z.string(),
  /** The action that an alternative proposes; once granted, the agreed one. */
  proposal: z.string().nullable(),
  /** The due date that an extension requests, or the last day of a waiver; null for a waiver without an end. */
  date: z.iso.date().nullable(),
  askedByName: z.string().nullable(),
  askedAt: timestamp,
  answer: z.string().nullable(),
  answeredByName: z.string().nullable(),
  answeredAt: timestamp.nullable(),
  /** The thread, oldest message first. */
  messages: z.array(
    z.object({ id, text: z.string(), byName: z.string().nullable(), byOwner: z.boolean(), createdAt: timestamp }),
  ),
});
export type PlanRequest = z.infer<typeof planRequestSchema>;

const states: Record<PlanRequest['status'], string> = {
  open: t('waits for an answer'),
  granted: t('granted'),
  declined: t('declined'),
  withdrawn: t('withdrawn'),
  expired: t('expired'),
};

/** A text such as "Waiver granted until Mar 01, 2027"; only what was agreed has a date. */
export function requestText({ kind, status, date }: Pick<PlanRequest, 'kind' | 'status' | 'date'>): string {
  const until =
    date === null || status !== 'granted'
      ? ''
      : kind === 'waiver'
        ? t(' until {date}', { date: formatDueDate(date) })
        : t(' to {date}', { date: formatDueDate(date) });
  return `${requestKindLabels[kind]} ${states[status]}${until}`;
}

const date = z.iso.date('Choose a date');
const action = z.string().trim().min(1, 'Describe the alternative').max(300, 'At most 300 characters');

export const planRequestInputSchema = z
  .object({
    kind: z.enum(requestKinds, { error: 'Choose what you ask for' }),
    reason: z.string({ error: 'Enter a reason' }).trim().min(1, 'Enter a reason').max(2000),
    proposal: action.nullish(),
    date: date.nullish(),
  })
  .refine(({ kind, proposal }) => kind !== 'alternative' || !!proposal, {
    path: ['proposal'],
    message: 'Describe the alternative',
  })
  .refine(({ kind, date: asked }) => kind !== 'extension' || !!asked, { path: ['date'], message: 'Choose a date' });
export type PlanRequestInput = z.input<typeof planRequestInputSchema>;

/** `requestId` is the request that the user has read, so that another one is not answered unread. */
const requestReference = z.object({ requestId: id });
export const requestAnswerSchema = requestReference.extend({
  granted: z.boolean(),
  answer: z.string({ error: 'Enter an answer' }).trim().min(1, 'Enter an answer').max(2000),
  /** Replaces the owner's proposal. */
  proposal: action.nullish(),
  /** What the agreed alternative costs in all; without it, the item's price stays as it is. */
  estimatedCost: amountInput.optional(),
  date: date.nullish(),
});
export type RequestAnswer = z.input<typeof requestAnswerSchema>;
export const requestWithdrawalSchema = requestReference;
export const requestMessageSchema = requestReference.extend({
  text: z.string({ error: 'Enter a message' }).trim().min(1, 'Enter a message').max(2000),
});
