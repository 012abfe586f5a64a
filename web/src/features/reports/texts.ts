import type { Severity } from '#contract/finding-categories.ts';
import type { PipItem, PipReport } from '#contract/reports.ts';
import { formatWholeDollarRange, formatWholeDollars } from '#contract/money.ts';
import { formatPercent, plural } from '#web/lib/format.ts';

const dueTexts: Record<Severity, string> = {
  critical: 'first items due in 48 hours',
  high: 'first items due in 2 weeks',
  medium: 'items due in 4 weeks',
  low: 'items due in 4 weeks',
};
export const priorityHint = (priority: Severity): string => dueTexts[priority];

/** "$19,200–43,760 · $375 per key" */
export function costHint({ costLow, costHigh, totalCost, property }: PipReport): string {
  const range = formatWholeDollarRange(costLow, costHigh);
  return property.totalRooms ? `${range} · ${formatWholeDollars(totalCost / property.totalRooms)} per key` : range;
}

/** The number of items in the plan, without rejected ones. */
export const plannedItems = ({ phases }: PipReport): number => phases.reduce((sum, { items }) => sum + items, 0);

/** "2 critical · 6 major · 15 minor", with the number of rejected items. */
export function phaseCounts(report: PipReport): string {
  const rejected = report.itemCount - plannedItems(report);
  const parts = [...report.phases, { name: 'rejected', items: rejected }]
    .filter(({ items }) => items > 0)
    .map(({ name, items }) => `${items} ${name}`);
  return parts.join(' · ') || 'no open items';
}

/** The area of the report, or the whole property. */
export const scopeOf = ({ source, area }: PipReport): string =>
  source === 'property' ? 'Whole property' : (area ?? 'Inspection');

/** "Portland, ME" */
export const placeOf = ({ property }: PipReport): string => `${property.city}, ${property.state}`;

/** The source of the finding behind an item: "AI 91%", "confirmed by Pat Osei". */
export function sourceOf({ issue }: PipItem): string[] {
  if (!issue) return [];
  const { source, status, aiConfidence, decidedBy } = issue;
  const by = decidedBy ? ` by ${decidedBy}` : '';
  return [
    ...(aiConfidence === null ? [] : [`AI ${formatPercent(aiConfidence)}`]),
    ...(source === 'person' ? [`added${by}`] : []),
    ...(source === 'ai' && status !== 'pending' ? [`${status}${by}`] : []),
  ];
}

/** What the days of a plan assume. */
export const crewsHint = (crews: number): string =>
  crews === 1 ? 'one crew, lead times included' : `${crews} crews side by side, lead times included`;

export const daysText = (days: number): string => plural(days, 'day');
