import type { Severity } from '#contract/finding-categories.ts';
import { t } from '#contract/language.ts';
import { phaseCountText, phaseWindows, urgentPhases } from '#contract/plan-phases.ts';
import { excludedTexts } from '#contract/plan-lines.ts';
import type { PlanItem, Plan } from '#contract/plans.ts';
import { formatWholeDollarRange, formatWholeDollars } from '#contract/money.ts';
import { plural } from '#contract/texts.ts';
import { formatPercent } from '#web/lib/format.ts';

const dueTexts: Record<Severity, string> = {
  critical: t('first items due in 48 hours'),
  high: t('first items due in 2 weeks'),
  medium: t('items due in 4 weeks'),
  low: t('items due in 4 weeks'),
};
/** When the first items are due: by the priority, or the window of a plan of scope work alone. */
export function priorityHint({ priority, phases }: Pick<Plan, 'priority' | 'phases'>): string {
  const first = phases.find(({ items }) => items > 0);
  if (!first || urgentPhases.some((urgent) => urgent === first.name)) return dueTexts[priority];
  return t('items due {window}', { window: phaseWindows[first.name] });
}

/** "$19,200–43,760 · $375 per key" */
export function costHint({ costLow, costHigh, totalCost, property }: Plan): string {
  const range = formatWholeDollarRange(costLow, costHigh);
  return property.totalRooms
    ? t('{range} · {totalCost} per key', { range, totalCost: formatWholeDollars(totalCost / property.totalRooms) })
    : range;
}

/** The number of items in the plan, not counting those that are excluded from the totals. */
export const plannedItems = ({ phases }: Plan): number => phases.reduce((sum, { items }) => sum + items, 0);

/** "2 critical · 6 major · 15 minor", plus the numbers of those that count in no sum. */
export function phaseCounts(plan: Plan): string {
  const parts = [...plan.phases.filter(({ items }) => items > 0).map(phaseCountText), ...excludedTexts(plan.items)];
  return parts.join(' · ') || t('no open items');
}

/** "Portland, ME" */
export const placeOf = ({ property }: Plan): string => `${property.city}, ${property.state}`;

/** The source of the finding behind an item: "AI 91%", "confirmed by Pat Osei". */
export function sourceOf({ issue, addedByHand, addedByName }: PlanItem): string[] {
  if (addedByHand) return [addedByName ? t('Added by {addedByName}', { addedByName }) : t('Added by hand')];
  if (!issue) return [];
  const { source, status, aiConfidence, addedBy, decidedBy, parts } = issue;
  const by = decidedBy ? t(' by {decidedBy}', { decidedBy }) : '';
  return [
    ...(aiConfidence === null ? [] : [t('AI {confidence}', { confidence: formatPercent(aiConfidence) })]),
    ...(parts.length > 0 ? [t('on {photos}', { photos: plural(parts.length + 1, 'photo') })] : []),
    ...(source === 'person' ? [t('added by {addedBy}', { addedBy: addedBy ?? t('a person') })] : []),
    ...(status !== 'pending' && !issue.onlyAdded ? [`${t(status)}${by}`] : []),
  ];
}

/** What the calculated days of a plan assume. */
export const crewsHint = (crews: number): string =>
  crews === 1 ? t('one crew, lead times included') : t('{crews} crews side by side, lead times included', { crews });

export const daysText = (days: number): string => plural(days, 'day');

/** "Send to owner", or "Send version 2" if a version was sent before. */
export const sendLabel = ({ versions }: Plan, admin: boolean): string =>
  versions.length > 0
    ? t('Send version {version}', { version: versions.length + 1 })
    : admin
      ? t('Send to owner')
      : t('Submit for approval');
