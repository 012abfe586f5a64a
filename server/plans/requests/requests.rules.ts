import type { z } from 'zod';
import type { PlanItemStatus, PlanStatus } from '#contract/plans.ts';
import type { planRequestInputSchema, requestAnswerSchema, RequestKind } from '#contract/plan-requests.ts';
import type { ItemBefore, PlanItemRow } from '#server/schema/plans.tables.ts';
import type { PlanRequestRow } from '#server/schema/plan-requests.tables.ts';
import { modified } from '../plans.rules.ts';
import type { PlanCaller } from '../workflow.rules.ts';

/*
 * Request: open ──brand grants──▶ granted ──a waiver ends──▶ expired, and the item is undecided again
 *           ├──brand declines──▶ declined
 *           └──owner withdraws──▶ withdrawn
 */

/**
 * The statuses of an item in which each kind can be requested. Work that has begun can be neither waived nor replaced.
 */
const statusesAllowing: Record<RequestKind, readonly PlanItemStatus[]> = {
  waiver: ['pending', 'approved'],
  alternative: ['pending', 'approved'],
  extension: ['pending', 'approved', 'in_progress'],
};

/** Only the owner of a plan with a case has a brand to ask. */
const mayRequest = (caller: PlanCaller): boolean => caller.isOwner && !caller.isAdmin && !caller.selfMade;

/** The kinds that the caller may request now. */
export const requestableKinds = (
  caller: PlanCaller,
  plan: { status: PlanStatus },
  item: { status: PlanItemStatus },
  open: boolean,
): RequestKind[] =>
  mayRequest(caller) && plan.status !== 'completed' && !open
    ? (['waiver', 'alternative', 'extension'] as const).filter((kind) => statusesAllowing[kind].includes(item.status))
    : [];

export const requestAbilities = (caller: PlanCaller, open: boolean) => ({
  answerRequest: open && caller.isAdmin,
  withdrawRequest: open && mayRequest(caller),
});

/** Whether the open request blocks decisions and work on its item; an extension does not. */
export const blocksSteps = ({ kind }: { kind: RequestKind }): boolean => kind !== 'extension';

type RequestTerms = Pick<PlanRequestRow, 'kind' | 'proposal' | 'date'>;

/** Keeps only the input fields that belong to the kind of request. */
export const requestFields = ({ kind, reason, proposal, date }: z.output<typeof planRequestInputSchema>) => ({
  kind,
  reason,
  proposal: kind === 'alternative' ? (proposal ?? null) : null,
  date: kind === 'alternative' ? null : (date ?? null),
});

/** The agreement: what the brand entered, or else what the owner requested. */
export const agreedOn = (asked: RequestTerms, answer: z.output<typeof requestAnswerSchema>) => ({
  proposal: asked.kind === 'alternative' ? (answer.proposal ?? asked.proposal) : null,
  // The brand can remove the end of a waiver by sending null.
  date: asked.kind === 'alternative' ? null : answer.date === undefined ? asked.date : answer.date,
});

/** What taking the last change back returns, without what a granted request has replaced since. */
function withoutReplaced(before: ItemBefore | null, replaced: readonly string[]): ItemBefore | null {
  const kept = Object.entries(before ?? {}).filter(([name]) => !replaced.includes(name));
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

type GrantedItem = Pick<
  PlanItemRow,
  'status' | 'decisionBefore' | 'quantity' | 'estimatedCost' | 'costLow' | 'costHigh' | 'daysOnSite'
>;

/** The columns of an item that a granted request changes. */
export function grantedFields(
  item: GrantedItem,
  agreed: RequestTerms,
  { answer, estimatedCost }: Pick<z.output<typeof requestAnswerSchema>, 'answer' | 'estimatedCost'>,
): Partial<PlanItemRow> & Pick<PlanItemRow, 'status'> {
  if (agreed.kind === 'waiver') return { status: 'waived', note: answer };
  // The price was that of the action which the alternative replaces.
  const changed: Partial<PlanItemRow> =
    agreed.kind === 'extension'
      ? { dueDate: agreed.date }
      : {
          ...(agreed.proposal ? { recommendedAction: agreed.proposal } : {}),
          ...modified(item, { estimatedCost }),
        };
  return {
    ...changed,
    decisionBefore: withoutReplaced(item.decisionBefore, Object.keys(changed)),
    // Granting the request also approves an undecided item.
    status: item.status === 'pending' ? 'approved' : item.status,
  };
}
