import type { Severity } from '#contract/finding-categories.ts';
import type { PlanItem, Plan } from '#contract/plans.ts';
import { formatWholeDollarRange, formatWholeDollars } from '#contract/money.ts';
import { plural } from '#contract/texts.ts';
import { formatPercent } from '#web/lib/format.ts';

const dueTexts: Record<Severity, string> = {
  critical: 'first items due in 48 hours',
  high: 'first items due in 2 weeks',
  medium: 'items due in 4 weeks',
  low: 'items due in 4 weeks',
};
export const priorityHint = (priority: Severity): string => dueTexts[priority];

/** "$19,200–43,760 · $375 per key" */
export function costHint({ costLow, costHigh, totalCost, property }: Plan): string {
  const range = formatWholeDollarRange(costLow, costHigh);
  return property.totalRooms ? `${range} · ${formatWholeDollars(totalCost / property.totalRooms)} per key` : range;
}

/** The number of items in the plan, without rejected and waived ones. */
export const plannedItems = ({ phases }: Plan): number => phases.reduce((sum, { items }) => sum + items, 0);

/** "2 critical · 6 major · 15 minor", with the numbers of rejected and waived items. */
export function phaseCounts(plan: Plan): string {
  const excluded = (['rejected', 'waived'] as const).map((name) => ({
    name,
    items: plan.items.filter(({ status }) => status === name).length,
  }));
  const parts = [...plan.phases, ...excluded]
    .filter(({ items }) => items > 0)
    .map(({ name, items }) => `${items} ${name}`);
  return parts.join(' · ') || 'no open items';
}

/** "Portland, ME" */
export const placeOf = ({ property }: Plan): string => `${property.city}, ${property.state}`;

/** The source of the finding behind an item: "AI 91%", "confirmed by Pat Osei". */
export function sourceOf({ issue, addedByHand, addedByName }: PlanItem): string[] {
  if (addedByHand) return [addedByName ? `Added by ${addedByName}` : 'Added by hand'];
  if (!issue) return [];
  const { source, status, aiConfidence, decidedBy, parts } = issue;
  const by = decidedBy ? ` by ${decidedBy}` : '';
  return [
    ...(aiConfidence === null ? [] : [`AI ${formatPercent(aiConfidence)}`]),
    ...(parts.length > 0 ? [`on ${plural(parts.length + 1, 'photo')}`] : []),
    ...(source === 'person' ? [`added${by}`] : []),
    ...(source === 'ai' && status !== 'pending' ? [`${status}${by}`] : []),
  ];
}

/** What the days of a plan assume. */
export const crewsHint = (crews: number): string =>
  crews === 1 ? 'one crew, lead times included' : `${crews} crews side by side, lead times included`;

export const daysText = (days: number): string => plural(days, 'day');

/** "Send to owner", or "Send version 2" of what was sent before. */
export const sendLabel = ({ versions }: Plan, admin: boolean): string =>
  versions.length > 0 ? `Send version ${versions.length + 1}` : admin ? 'Send to owner' : 'Submit for approval';
