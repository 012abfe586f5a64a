import type { z } from 'zod';
import type { AuditAction } from '#contract/audit.ts';
import { extrapolated } from '#contract/plan-line-details.ts';
import type { planItemPatchSchema, PlanItemStatus } from '#contract/plans.ts';
import type { ItemBefore, PlanItemRow } from '#server/schema/plans.tables.ts';
import { wasReturned } from './item-steps.rules.ts';
import { modified } from './plans.rules.ts';

type Patch = z.output<typeof planItemPatchSchema>;

export const hasWorkFigures = ({ actualCost, invoice }: Pick<Patch, 'actualCost' | 'invoice'>): boolean =>
  actualCost !== undefined || invoice !== undefined;

/** Whether somebody has changed the item since it was seen; `basedOn` is its `changedAt` then, undefined if the caller does not say. */
export const isChangedSince = ({ touchedAt }: Pick<PlanItemRow, 'touchedAt'>, basedOn: Patch['basedOn']): boolean =>
  basedOn !== undefined && (basedOn && Date.parse(basedOn)) !== (touchedAt && touchedAt.getTime());

/** Whether the owner usually takes the step, who reports the work; an admin may take it instead. */
const isOwnersStep = (item: Pick<PlanItemRow, 'status'>, patch: Pick<Patch, 'status'>): boolean =>
  item.status === 'in_progress' && (patch.status === 'awaiting_verification' || patch.status === 'completed');

/** A sample gives the quantity, and a quantity that is given without one was not extrapolated. */
export const sampledQuantity = ({ quantity, sample }: Pick<Patch, 'quantity' | 'sample'>) =>
  sample ? { quantity: extrapolated(sample), sample } : { quantity, sample: quantity === undefined ? sample : null };

const approvalChanges: readonly (keyof ItemBefore)[] = [
  'title',
  'description',
  'priority',
  'quantity',
  'sample',
  'costLow',
  'costHigh',
  'estimatedCost',
  'priceEntered',
  'estimatedDays',
  'daysOnSite',
  'leadDays',
  'dueDate',
  'horizonMonths',
  'building',
  'floor',
  'room',
  'standard',
  'responsible',
  'note',
];

/**
 * What these fields overwrite of an item, for taking its approval back. A second change of an approved item adds to it,
 * and what the first one overwrote stays.
 */
function overwrittenBy(item: PlanItemRow, fields: Partial<PlanItemRow>): ItemBefore | null {
  const names = approvalChanges.filter((name) => fields[name] !== undefined);
  const before = {
    ...Object.fromEntries(names.map((name) => [name, item[name]])),
    ...(item.status === 'approved' ? item.decisionBefore : null),
  };
  return Object.keys(before).length > 0 ? before : null;
}

/** The columns that taking back the last decision writes: its changes are returned as well. */
export const takenBack = (item: PlanItemRow, status: 'pending' | 'approved', note: string | undefined) => ({
  ...(item.status === 'approved' || status === 'pending' ? item.decisionBefore : null),
  decisionBefore: null,
  // The note was the reason for the decision.
  ...(status === 'pending' ? { note: note || null } : {}),
  status,
});

/** The columns that every other step writes. */
export function fieldsOf(
  item: PlanItemRow,
  patch: Patch,
  at: Date,
  byOwner = false,
): Partial<PlanItemRow> & Pick<PlanItemRow, 'status'> {
  const { status, note, actualCost, invoice, title, description, priority, dueDate, leadDays } = patch;
  const { estimatedCost, estimatedDays } = patch;
  const { building, floor, room, standard, responsible, horizonMonths } = patch;
  const { quantity, sample } = sampledQuantity(patch);
  const given = Object.entries({
    title,
    description,
    priority,
    dueDate,
    leadDays,
    building,
    floor,
    room,
    standard,
    responsible,
    sample,
    horizonMonths,
    actualCost,
    invoice: invoice === '' ? null : invoice,
  });
  const changed: Partial<PlanItemRow> = {
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    ...modified(item, { quantity, estimatedCost, estimatedDays }),
  };
  return {
    ...changed,
    ...(status === 'approved' ? { decisionBefore: overwrittenBy(item, { ...changed, note }) } : {}),
    // An owner's note is about the work, and an admin's about the decision.
    ...(note === undefined ? {} : { [byOwner || isOwnersStep(item, patch) ? 'workNote' : 'note']: note || null }),
    ...(status === 'in_progress' && item.status !== 'awaiting_verification' ? { startedAt: at } : {}),
    ...(status === 'in_progress' && item.status === 'awaiting_verification' ? { returnedAt: at } : {}),
    ...(status === 'awaiting_verification' ? { reportedAt: at } : {}),
    // What was wanting when the work was returned is no longer wanting.
    ...(status === 'completed' && note === undefined && wasReturned(item) ? { note: null } : {}),
    ...(status === 'completed' ? { completedAt: at } : {}),
    status,
  };
}

export function auditActionOf(from: PlanItemStatus, to: PlanItemStatus, modifies: boolean): AuditAction {
  if (modifies || from === to) return 'pip_item.modified';
  return from === 'awaiting_verification' && to === 'in_progress' ? 'pip_item.returned' : `pip_item.${to}`;
}
