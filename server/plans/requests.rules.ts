import type { z } from 'zod';
import type { PlanItemStatus, PlanStatus } from '#contract/plans.ts';
import type { planRequestInputSchema, requestAnswerSchema, RequestKind } from '#contract/plan-requests.ts';
import type { PlanItemRow } from '#server/schema/plans.tables.ts';
import type { PlanRequestRow } from '#server/schema/plan-requests.tables.ts';
import type { PlanCaller } from './workflow.rules.ts';

/*
 * Request: open ──brand grants──▶ granted ──a waiver's last day is over──▶ expired, and the item is undecided again
 *           ├──brand declines──▶ declined
 *           └──owner withdraws──▶ withdrawn
 */

/** The states of an item in which an owner may ask for each kind: work that has begun is neither waived nor replaced. */
const askedIn: Record<RequestKind, readonly PlanItemStatus[]> = {
  waiver: ['pending', 'approved'],
  alternative: ['pending', 'approved'],
  extension: ['pending', 'approved', 'in_progress'],
};

/** Only an owner under a brand has somebody to ask. */
const mayAsk = (caller: PlanCaller): boolean => caller.isOwner && !caller.isAdmin && !caller.selfMade;

/** What the caller may ask for now. */
export const askableKinds = (
  caller: PlanCaller,
  plan: { status: PlanStatus },
  item: { status: PlanItemStatus },
  open: boolean,
): RequestKind[] =>
  mayAsk(caller) && plan.status !== 'completed' && !open
    ? (['waiver', 'alternative', 'extension'] as const).filter((kind) => askedIn[kind].includes(item.status))
    : [];

export const requestAbilities = (caller: PlanCaller, open: boolean) => ({
  answerRequest: open && caller.isAdmin,
  withdrawRequest: open && mayAsk(caller),
});

/** Whether nobody decides or works on an item until its request is answered; an extension lets work go on. */
export const blocksSteps = ({ kind }: { kind: RequestKind }): boolean => kind !== 'extension';

type Asked = Pick<PlanRequestRow, 'kind' | 'proposal' | 'date'>;

/** What a request keeps of what was typed: the fields of its kind alone. */
export const requestFields = ({ kind, reason, proposal, date }: z.output<typeof planRequestInputSchema>) => ({
  kind,
  reason,
  proposal: kind === 'alternative' ? (proposal ?? null) : null,
  date: kind === 'alternative' ? null : (date ?? null),
});

/** What is agreed on: what the brand entered, otherwise what the owner asked for. */
export const agreedOn = (asked: Asked, answer: z.output<typeof requestAnswerSchema>) => ({
  proposal: asked.kind === 'alternative' ? (answer.proposal ?? asked.proposal) : null,
  // The brand may take the end of a waiver away by sending null.
  date: asked.kind === 'alternative' ? null : answer.date === undefined ? asked.date : answer.date,
});

/** What a granted request writes into the item. */
export function grantedFields(
  item: Pick<PlanItemRow, 'status'>,
  agreed: Asked,
  answer: string,
): Partial<PlanItemRow> & Pick<PlanItemRow, 'status'> {
  if (agreed.kind === 'waiver') return { status: 'waived', note: answer };
  // The brand's answer decides on an item that nobody had decided on.
  const status = item.status === 'pending' ? 'approved' : item.status;
  if (agreed.kind === 'extension') return { status, dueDate: agreed.date };
  return { status, ...(agreed.proposal ? { recommendedAction: agreed.proposal } : {}) };
}
