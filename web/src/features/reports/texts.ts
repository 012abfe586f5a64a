import type { Severity } from '#contract/finding-categories.ts';
import type { PipItem, PipReport } from '#contract/reports.ts';
import { formatWholeDollars } from '#contract/money.ts';
import { formatPercent, plural } from '#web/lib/format.ts';

const firstWorks: Record<Severity, string> = {
  critical: 'first works due in 48 hours',
  high: 'first works due in 2 weeks',
  medium: 'works due in 4 weeks',
  low: 'works due in 4 weeks',
};
export const priorityHint = (priority: Severity): string => firstWorks[priority];

/** "$19,200 to $43,760 · $375 a key" */
export function costHint({ costLow, costHigh, totalCost, property }: PipReport): string {
  const range = `${formatWholeDollars(costLow)} to ${formatWholeDollars(costHigh)}`;
  return property.totalRooms ? `${range} · ${formatWholeDollars(totalCost / property.totalRooms)} a key` : range;
}

/** How many items are in the plan; rejected ones are not. */
export const plannedItems = ({ phases }: PipReport): number => phases.reduce((sum, { items }) => sum + items, 0);

/** "2 critical · 6 major · 15 minor", and how many were rejected. */
export function phaseCounts(report: PipReport): string {
  const rejected = report.itemCount - plannedItems(report);
  const parts = [...report.phases, { name: 'rejected', items: rejected }]
    .filter(({ items }) => items > 0)
    .map(({ name, items }) => `${items} ${name}`);
  return parts.join(' · ') || 'nothing to be done';
}

/** Which part of the property a report is about. */
export const scopeOf = ({ source, area }: PipReport): string =>
  source === 'property' ? 'Whole property' : (area ?? 'Inspection');

/** "Portland ME" */
export const placeOf = ({ property }: PipReport): string => `${property.city} ${property.state}`;

/** How the finding behind an item came about: "AI 91%", "confirmed by Pat Osei". */
export function evidenceOf({ issue }: PipItem): string[] {
  if (!issue) return [];
  const { source, status, aiConfidence, decidedBy } = issue;
  const by = decidedBy ? ` by ${decidedBy}` : '';
  return [
    ...(aiConfidence === null ? [] : [`AI ${formatPercent(aiConfidence)}`]),
    ...(source === 'person' ? [`added${by}`] : []),
    ...(source === 'ai' && status !== 'pending' ? [`${status}${by}`] : []),
  ];
}

/** How the days of a plan come about. */
export const crewsHint = (crews: number): string =>
  crews === 1 ? 'one crew, lead times included' : `${crews} crews side by side, lead times included`;

export const daysText = (days: number): string => plural(days, 'day');
