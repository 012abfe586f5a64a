import type { costUnits } from './cost-catalogue.ts';
import { classOfSeverity } from './finding-categories.ts';
import { addDays, utcDate, type CalendarDate } from './due-dates.ts';
import { formatMoney, type Cents } from './money.ts';
import { windowEnds, type PlanItem, type PlanItemStatus } from './plans.ts';
import { formatTimestamp, plural } from './texts.ts';

/** The largest quantity and the longest work of one line. */
export const lineLimits = { units: 100_000, days: 3650 } as const;

export type CostUnit = (typeof costUnits)[number];

/** 'square foot' */
export const unitLabel = (unit: CostUnit): string => unit.replaceAll('_', ' ');
const manyUnits: Partial<Record<CostUnit, string>> = { square_foot: 'square feet', linear_foot: 'linear feet' };
const inThousands = (count: number): string => count.toLocaleString('en-US');

/** '1 room', '3 spots', '2 each'. */
export const quantityText = ({ quantity, unit }: { quantity: number; unit: CostUnit }): string =>
  unit === 'each' ? `${quantity} each` : plural(quantity, unitLabel(unit), manyUnits[unit], inThousands);

/** The price of one unit; null where a person entered a total that the quantity does not divide. */
export const unitPrice = (total: Cents, quantity: number): Cents | null =>
  total % quantity === 0 ? total / quantity : null;

/** '3 rooms × $625', or '3 rooms' where only the total is known. */
export const quantityAndPriceText = (item: Pick<PlanItem, 'quantity' | 'unit' | 'unitCost'>): string =>
  item.unitCost === null ? quantityText(item) : `${quantityText(item)} × ${formatMoney(item.unitCost)}`;

/** Last day of the phase's window, counted from the plan's acceptance; before that, from the item's creation. */
export const dueInWindow = (priority: PlanItem['priority'], from: Date): CalendarDate =>
  addDays(utcDate(from), windowEnds[classOfSeverity[priority]]);

const decisions: Partial<Record<PlanItemStatus, string>> = {
  pending: 'Not decided',
  rejected: 'Rejected',
  waived: 'Waived',
};
/** What the brand, or the owner of a plan without one, decided on an item. */
export const decisionText = ({ status }: Pick<PlanItem, 'status'>): string => decisions[status] ?? 'Approved';

/** What shows the finding: its photos and its time in the recording. */
export function evidenceText({
  photoId,
  issue,
  videoTimestamp,
  addedByHand,
}: Pick<PlanItem, 'photoId' | 'issue' | 'videoTimestamp' | 'addedByHand'>): string {
  if (addedByHand) return 'Added by hand';
  const photos = (photoId ? 1 : 0) + (issue?.parts.length ?? 0);
  const parts = [
    ...(photos > 0 ? [plural(photos, 'photo')] : []),
    ...(videoTimestamp === null ? [] : [`video ${formatTimestamp(videoTimestamp)}`]),
  ];
  return parts.join(', ') || 'No photo';
}

/** What shows the finished work, or that nothing does yet. */
export function proofText({ completionPhotos, status }: Pick<PlanItem, 'completionPhotos' | 'status'>): string {
  if (completionPhotos.length === 0) return status === 'completed' ? 'Completed without a photo' : 'None yet';
  const verified = status === 'completed' ? ', completed' : status === 'awaiting_verification' ? ', to verify' : '';
  return `${plural(completionPhotos.length, 'photo')}${verified}`;
}
