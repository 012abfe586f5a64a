import type { z } from 'zod';
import type { AuditAction } from '#contract/audit.ts';
import { extrapolated } from '#contract/plan-line-details.ts';
import type { planItemPatchSchema, PlanItemStatus } from '#contract/plans.ts';
import type { PlanItemRow } from '#server/schema/plans.tables.ts';
import { modified } from './plans.rules.ts';

type Patch = z.output<typeof planItemPatchSchema>;

export const hasWorkFigures = ({ actualCost, invoice }: Pick<Patch, 'actualCost' | 'invoice'>): boolean =>
  actualCost !== undefined || invoice !== undefined;

/**
 * Whether the owner takes the step, who reports the work. Its note is then the owner's; all other notes are the
 * reviewer's.
 */
const isOwnersStep = (item: Pick<PlanItemRow, 'status'>, patch: Pick<Patch, 'status'>): boolean =>
  item.status === 'in_progress' && (patch.status === 'awaiting_verification' || patch.status === 'completed');

/** A sample gives the quantity, and a quantity that is given without one was not extrapolated. */
export const sampledQuantity = ({ quantity, sample }: Pick<Patch, 'quantity' | 'sample'>) =>
  sample ? { quantity: extrapolated(sample), sample } : { quantity, sample: quantity === undefined ? sample : null };

/** The columns that a step writes. */
export function fieldsOf(
  item: PlanItemRow,
  patch: Patch,
  at: Date,
): Partial<PlanItemRow> & Pick<PlanItemRow, 'status'> {
  const { status, note, actualCost, invoice, title, description, priority, dueDate } = patch;
  const { estimatedCost, estimatedDays } = patch;
  const { building, floor, room, standard, responsible, horizonMonths } = patch;
  const { quantity, sample } = sampledQuantity(patch);
  const given = Object.entries({
    title,
    description,
    priority,
    dueDate,
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
  return {
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    ...modified(item, { quantity, estimatedCost, estimatedDays }),
    ...(note === undefined ? {} : { [isOwnersStep(item, patch) ? 'workNote' : 'note']: note || null }),
    // Restoring an item also clears the reason for its rejection or waiver.
    ...(status === 'pending' && note === undefined ? { note: null } : {}),
    ...(status === 'in_progress' && item.status !== 'awaiting_verification' ? { startedAt: at } : {}),
    ...(status === 'awaiting_verification' ? { reportedAt: at } : {}),
    ...(status === 'completed' ? { completedAt: at } : {}),
    status,
  };
}

export function auditActionOf(from: PlanItemStatus, to: PlanItemStatus, modifies: boolean): AuditAction {
  if (modifies) return 'pip_item.modified';
  return from === 'awaiting_verification' && to === 'in_progress' ? 'pip_item.returned' : `pip_item.${to}`;
}
