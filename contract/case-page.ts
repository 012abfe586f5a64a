import { z } from 'zod';
import { areaCodes } from './area-codes.ts';
import { caseSchema } from './cases.ts';
import { id, optionalText, timestamp } from './common.ts';
import { dueDateInput } from './due-dates.ts';
import { reviewOutcomes } from './inspections.ts';
import { areaSessionStatuses, inspectionStatuses } from './statuses.ts';

/** The stored events of a case; the rest of its timeline is derived from the case and its inspections. */
export const storedCaseEvents = [
  'mailed',
  'linked',
  'onboarded',
  'started',
  'due_changed',
  'repeat_set',
  'repeat_stopped',
  'opened_from',
  'opened_again',
  'reminded',
  'overdue',
  'completed',
  'reopened',
  'cancelled',
  'expired',
] as const;
export const caseEventKinds = ['opened', 'submitted', 'approved', 'requires_action', ...storedCaseEvents] as const;

/** The e-mails about a case. */
export const caseMails = [
  'created',
  'again',
  'cancelled',
  'due_changed',
  'reminder',
  'overdue',
  'expired',
  'escalated',
] as const;

export const caseEventDetails = z.object({
  /** For an e-mail: its kind and address. */
  mail: z.enum(caseMails).optional(),
  to: z.string().optional(),
  /** For a changed due date: the earlier date, the new one, and the reason. */
  from: z.string().optional(),
  until: z.string().optional(),
  reason: z.string().optional(),
  /**
   * For a case that repeats: months between the inspections, and days until each is due. `until` is the next opening.
   */
  everyMonths: z.number().int().optional(),
  dueAfterDays: z.number().int().optional(),
  /** For a case that was opened again: the previous or next case. */
  caseId: z.string().optional(),
  caseNumber: z.string().optional(),
  /** For a reminder: whole days until the due date, negative once it is past. */
  days: z.number().int().optional(),
});
export type CaseEventDetails = z.infer<typeof caseEventDetails>;

export const caseEventSchema = z.object({
  kind: z.enum(caseEventKinds),
  at: timestamp,
  /** The user who did it; null for actions of the server. */
  by: z.string().nullable(),
  /** For an inspection: its area and id. */
  area: z.string().nullable(),
  inspectionId: id.nullable(),
  details: caseEventDetails,
});
export type CaseEvent = z.infer<typeof caseEventSchema>;

/** How often an inspection is opened again, and after how many days it is due. */
const repeatFields = z.object({
  everyMonths: z
    .number({ error: 'Months are required' })
    .int('Months must be a whole number')
    .min(1, 'At least 1 month')
    .max(60, 'At most 60 months'),
  dueAfterDays: z
    .number({ error: 'Days are required' })
    .int('Days must be a whole number')
    .min(1, 'At least 1 day')
    .max(365, 'At most 365 days'),
});
export const repeatInputSchema = repeatFields.extend({ nextOn: dueDateInput('Next date is required') });
export type RepeatInput = z.output<typeof repeatInputSchema>;

/** An area of the case's inspection; with a reason, its owner said that the property does not have it. */
const caseAreaSchema = z.object({
  code: z.enum(areaCodes),
  name: z.string(),
  status: z.enum(areaSessionStatuses),
  notApplicableReason: z.string().nullable(),
  inspectionId: id.nullable(),
  reviewStatus: z.enum(inspectionStatuses).nullable(),
  /** What the approved review says about the area; null until it is approved, and while its figures are counted. */
  outcome: z.enum(reviewOutcomes).nullable(),
});
export type CaseArea = z.infer<typeof caseAreaSchema>;

export const casePageSchema = z.object({
  case: caseSchema,
  /** The user whom the case concerns; null while the address has no account. */
  owner: z.object({ id, name: z.string() }).nullable(),
  /** When the inspection is opened again; null when it is not. `nextOn` is a date such as 2026-11-21. */
  repeat: repeatFields.extend({ nextOn: z.iso.date() }).nullable(),
  /** In their fixed order; before the inspection starts, only those that the onboarding left out. */
  areas: z.array(caseAreaSchema),
  /** Newest first. */
  timeline: z.array(caseEventSchema),
  abilities: z.object({ cancel: z.boolean(), sendAgain: z.boolean(), changeDueDate: z.boolean(), repeat: z.boolean() }),
});
export type CasePage = z.infer<typeof casePageSchema>;

export const dueDateChangeSchema = z.object({
  dueDate: dueDateInput('Due date is required'),
  reason: optionalText(500),
});
