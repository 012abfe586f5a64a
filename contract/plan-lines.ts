import type { costUnits } from './cost-catalogue.ts';
import { addDays, addMonths, formatDueDate, type CalendarDate } from './due-dates.ts';
import { formatMoney, formatMoneyRange, type Cents } from './money.ts';
import { maxUnits, sampleText } from './plan-line-details.ts';
import { phaseOf, windowEnds } from './plan-phases.ts';
import type { CompletionPhoto, ItemEnd, PlanItem, PlanItemStatus } from './plans.ts';
import { formatTimestamp, plural } from './texts.ts';
import { countedWord, locale, t } from './language.ts';

/** The largest quantity and the longest work of one line. */
export const lineLimits = { units: maxUnits, days: 3650 } as const;

export type CostUnit = (typeof costUnits)[number];

const unitName = (unit: CostUnit): string => unit.replaceAll('_', ' ');
/** The name of a unit, such as 'square foot'. */
export const unitLabel = (unit: CostUnit): string => countedWord(1, unitName(unit), '');
const manyUnits: Partial<Record<CostUnit, string>> = { square_foot: t('square feet'), linear_foot: t('linear feet') };
const inThousands = (count: number): string => count.toLocaleString(locale());

/** A text such as '1 room', '3 spots', '2 each'. */
export const quantityText = ({ quantity, unit }: { quantity: number; unit: CostUnit }): string =>
  unit === 'each' ? t('{quantity} each', { quantity }) : plural(quantity, unitName(unit), manyUnits[unit], inThousands);

/** The price of one unit; null when a user entered a total that is not divisible by the quantity. */
export const unitPrice = (total: Cents, quantity: number): Cents | null =>
  total % quantity === 0 ? total / quantity : null;

/** A text such as '3 rooms × $625', or '3 rooms' if only the total is known. */
export const quantityAndPriceText = (item: Pick<PlanItem, 'quantity' | 'unit' | 'unitCost'>): string =>
  item.unitCost === null ? quantityText(item) : `${quantityText(item)} × ${formatMoney(item.unitCost)}`;

/** A text such as '$2,000–8,000', or a note that a user entered the cost, which then has no range. */
export const costRangeText = ({
  costLow,
  costHigh,
  priceEntered,
}: Pick<PlanItem, 'costLow' | 'costHigh' | 'priceEntered'>): string =>
  priceEntered ? t('entered') : formatMoneyRange(costLow, costHigh);

/** The days from the acceptance until delivery and work can be over at the earliest. */
export const earliestDays = ({ leadDays, daysOnSite }: Pick<PlanItem, 'leadDays' | 'daysOnSite'>): number =>
  Math.ceil(leadDays + daysOnSite);

/**
 * Whether delivery and work take longer than the window of the phase. Critical work is made safe within its window all the
 * same.
 */
export const isLaterThanWindow = (
  item: Pick<PlanItem, 'priority' | 'horizonMonths' | 'leadDays' | 'daysOnSite'>,
): boolean => phaseOf(item) !== 'critical' && earliestDays(item) > windowEnds[phaseOf(item)];

/**
 * The last day of the phase's window, counted from the plan's acceptance, or before that from the item's creation; or the
 * day on which delivery and work can be over, if that is later.
 */
export function dueInWindow(
  item: Pick<PlanItem, 'priority' | 'horizonMonths' | 'leadDays' | 'daysOnSite'>,
  from: CalendarDate,
): CalendarDate {
  const end =
    item.horizonMonths === null ? addDays(from, windowEnds[phaseOf(item)]) : addMonths(from, item.horizonMonths);
  const earliest = addDays(from, earliestDays(item));
  return phaseOf(item) !== 'critical' && earliest > end ? earliest : end;
}

/** The due date, and the earliest possible one where it is later: somebody entered the due date before a longer delivery. */
export const dueText = (
  item: Pick<PlanItem, 'dueDate' | 'earliestDueDate' | 'phase' | 'startDay' | 'daysOnSite' | 'dueDateEntered'>,
): string =>
  item.dueDate >= item.earliestDueDate || isMadeSafeFirst(item)
    ? formatDueDate(item.dueDate)
    : t('{due}, but {earliest} is the earliest', {
        due: formatDueDate(item.dueDate),
        earliest: formatDueDate(item.earliestDueDate),
      });

/**
 * Whether critical work ends after its window. Its due date is then the day by which its danger is made safe; the repair
 * follows. A due date that a user entered is that of the repair.
 */
export const isMadeSafeFirst = (
  item: Pick<PlanItem, 'phase' | 'startDay' | 'daysOnSite' | 'dueDateEntered'>,
): boolean =>
  item.phase === 'critical' &&
  !item.dueDateEntered &&
  item.startDay !== null &&
  item.startDay + item.daysOnSite > windowEnds.critical;

/** What the price is based on: the range or the single price of the cost catalog, or what a person entered. */
export const priceBasisText = (
  item: Pick<PlanItem, 'priceEntered' | 'unitCostLow' | 'unitCostHigh' | 'unit'>,
): string => {
  if (item.priceEntered) return t('Entered by a person');
  if (item.unitCostLow === null || item.unitCostHigh === null) return t('Cost catalog');
  const range = formatMoneyRange(item.unitCostLow, item.unitCostHigh);
  return item.unit === 'each'
    ? t('Cost catalog, {range} each', { range })
    : t('Cost catalog, {range} per {unit}', { range, unit: unitLabel(item.unit) });
};

/** 'Acme $580, chosen; Best Build $640', or nothing without a quote. */
export const quotesText = ({ quotes }: Pick<PlanItem, 'quotes'>): string =>
  quotes
    .map(({ vendor, amount, chosen }) =>
      chosen
        ? t('{vendor} {amount}, chosen', { vendor, amount: formatMoney(amount) })
        : `${vendor} ${formatMoney(amount)}`,
    )
    .join('; ');

/** The arithmetic of a sampled quantity; nothing where every unit was counted. */
export const sampledText = ({ sample }: Pick<PlanItem, 'sample'>): string => (sample ? sampleText(sample) : '');

const ends: Record<ItemEnd, string> = {
  dismissed: t('No longer needed: the finding was dismissed'),
  resolved: t('No longer needed: the finding was resolved'),
  merged: t('No longer needed: another item has the same defect'),
  deleted: t('No longer needed: the finding was deleted'),
  not_applicable: t('No longer needed: the area is not at this property'),
};
/** Why the work of an item is no longer needed; nothing for an item that counts. */
export const endText = ({ noLongerNeeded }: Pick<PlanItem, 'noLongerNeeded'>): string =>
  noLongerNeeded ? ends[noLongerNeeded] : '';

/** Whether the item counts in no sum and no schedule. */
export const isExcluded = ({ status, noLongerNeeded }: Pick<PlanItem, 'status' | 'noLongerNeeded'>): boolean =>
  noLongerNeeded !== null || status === 'rejected' || status === 'waived';

/** How many items of a plan count in no sum, by the reason: '1 rejected', '2 no longer needed'. */
export const excludedTexts = (items: readonly Pick<PlanItem, 'status' | 'noLongerNeeded'>[]): string[] =>
  (['rejected', 'waived', 'no longer needed'] as const).flatMap((name) => {
    const is = ({ status, noLongerNeeded }: (typeof items)[number]) =>
      (noLongerNeeded ? 'no longer needed' : status) === name;
    const { length } = items.filter(is);
    return length > 0 ? [`${length} ${t(name)}`] : [];
  });

const decisions: Partial<Record<PlanItemStatus, string>> = {
  pending: t('Not decided'),
  rejected: t('Rejected'),
  waived: t('Waived'),
};
/** The decision on an item, made by the brand or by the owner of a plan without a brand. */
export const decisionText = ({ status }: Pick<PlanItem, 'status'>): string => decisions[status] ?? t('Approved');

/** The findings that an item's work repairs; empty for a manual line. */
export const findingsOf = ({ issue, furtherIssues }: Pick<PlanItem, 'issue' | 'furtherIssues'>) => [
  ...(issue ? [issue] : []),
  ...furtherIssues,
];

/** The first of an item's findings that a photo shows. */
export const picturedFinding = (item: Pick<PlanItem, 'issue' | 'furtherIssues'>): PlanItem['issue'] =>
  findingsOf(item).find(({ photoId }) => photoId !== null) ?? null;

/**
 * The titles of the further findings that differ from the item's; equal ones are counted: 'Peeling paint (2); Stained
 * wall'.
 */
export const furtherText = (item: Pick<PlanItem, 'title' | 'furtherIssues'>): string =>
  [...Map.groupBy(item.furtherIssues, ({ title }) => title)]
    .filter(([title]) => title !== item.title)
    .map(([title, same]) => (same.length > 1 ? `${title} (${same.length})` : title))
    .join('; ');

/** Whether one of its findings was confirmed by no user. */
export const isUnconfirmed = (item: Pick<PlanItem, 'issue' | 'furtherIssues'>): boolean =>
  findingsOf(item).some(({ status }) => status === 'pending');

/** The photos that show an item's findings, without repeats: each finding's own, and those of the same defect. */
export const evidencePhotosOf = (item: Pick<PlanItem, 'photoId' | 'issue' | 'furtherIssues'>): string[] => [
  ...new Set(
    [item.photoId, ...findingsOf(item).flatMap(({ photoId, parts }) => [photoId, ...parts.map((part) => part.photoId)])]
      // A merged finding may have no photo.
      .filter((id) => id !== null),
  ),
];

/** The evidence for the findings: their number, their photos and the time in the recording. */
export function evidenceText(
  item: Pick<PlanItem, 'photoId' | 'issue' | 'furtherIssues' | 'videoTimestamp' | 'addedByHand'>,
): string {
  if (item.addedByHand) return t('Added by hand');
  const findings = findingsOf(item).length;
  const photos = evidencePhotosOf(item).length;
  const parts = [
    ...(findings > 1 ? [plural(findings, 'finding')] : []),
    ...(photos > 0 ? [plural(photos, 'photo')] : []),
    ...(item.videoTimestamp === null ? [] : [t('video {time}', { time: formatTimestamp(item.videoTimestamp) })]),
  ];
  return parts.join(', ') || t('No photo');
}

/** How far the clock and zone of a picture may be off. */
const clockDoubt = 24 * 3_600_000;

/** When finished work was last returned or found again, in milliseconds; 0 if never. */
const wantingSince = ({ returnedAt, reopenedAt }: Pick<PlanItem, 'returnedAt' | 'reopenedAt'>): number =>
  Math.max(...[returnedAt, reopenedAt].map((time) => (time ? Date.parse(time) : 0)));

/** Whether a photo arrived since finished work was last returned or found again. Earlier ones are kept as evidence. */
export const isOfCurrentWork = (
  { createdAt }: Pick<CompletionPhoto, 'createdAt'>,
  item: Pick<PlanItem, 'returnedAt' | 'reopenedAt'>,
): boolean => Date.parse(createdAt) > wantingSince(item);

/** The photos that prove the finished work: those of the current work that were not taken long before. */
export const proofPhotosOf = <Photo extends Pick<CompletionPhoto, 'createdAt' | 'takenAt'>>(
  photos: readonly Photo[],
  item: Pick<PlanItem, 'returnedAt' | 'reopenedAt'>,
): Photo[] =>
  photos.filter(
    (photo) =>
      isOfCurrentWork(photo, item) &&
      (photo.takenAt === null || Date.parse(photo.takenAt) > wantingSince(item) - clockDoubt),
  );

/** The evidence for the finished work with what the owner wrote about it, or a note that there is none yet. */
export function proofText({
  completionPhotos,
  status,
  workNote,
}: Pick<PlanItem, 'completionPhotos' | 'status' | 'workNote'>): string {
  const noted = (text: string) => (workNote ? `${text}: ${workNote}` : text);
  if (completionPhotos.length === 0) {
    if (status === 'completed') return noted(t('Completed without a photo'));
    return status === 'awaiting_verification' ? noted(t('Reported without a photo')) : t('None yet');
  }
  const verified =
    status === 'completed' ? t(', completed') : status === 'awaiting_verification' ? t(', to verify') : '';
  return noted(`${plural(completionPhotos.length, 'photo')}${verified}`);
}
