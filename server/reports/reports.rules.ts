import { classOfSeverity, type FindingCategory, type Severity } from '#contract/findings.ts';
import { phaseNames, phaseWindows, type CostEntry, type PhaseName, type PipItemStatus } from '#contract/reports.ts';
import { chooseLine, rankOf } from './catalogue.rules.ts';
import { middle, percentOf, toCents, toDecimal, type Cents } from './money.rules.ts';
import type { PipItemRow, PlanSettings } from './reports.tables.ts';
import { schedule } from './schedule.rules.ts';

/** An open issue, as far as a line of a plan is made from it. */
export interface PricedIssue {
  title: string;
  description: string;
  category: FindingCategory;
  severity: Severity;
}

/** Work that is priced at nothing or done in an hour still takes a day in a person's calendar. */
export const calendarDays = (daysOnSite: number): number => Math.max(1, Math.ceil(daysOnSite));

/**
 * A plan's line for an issue: the catalogue's action, cost range and days. The action is the catalogue's and not the
 * finding's own advice, because it is the one that the price is for.
 */
export function lineOf(issue: PricedIssue, catalogue: readonly CostEntry[]) {
  const entry = chooseLine(catalogue, issue.category, issue.severity);
  const [low, high] = [toCents(entry.costLow), toCents(entry.costHigh)];
  return {
    title: issue.title,
    description: issue.description,
    category: issue.category,
    severity: issue.severity,
    priority: issue.severity,
    recommendedAction: entry.action,
    costLow: toDecimal(low),
    costHigh: toDecimal(high),
    estimatedCost: toDecimal(middle(low, high)),
    ffe: entry.ffe,
    estimatedDays: calendarDays(entry.daysOnSite),
    daysOnSite: entry.daysOnSite.toFixed(2),
    leadDays: entry.leadDays,
  };
}

/** What the figures of a plan are computed from; a stored item is one. */
export type FiguredItem = Pick<
  PipItemRow,
  'priority' | 'status' | 'costLow' | 'costHigh' | 'estimatedCost' | 'ffe' | 'daysOnSite' | 'leadDays'
>;

/** An item starts in the phase of its finding's severity and follows its priority when a reviewer changes that. */
export const phaseOf = (item: Pick<FiguredItem, 'priority'>): PhaseName => classOfSeverity[item.priority];

const outOfPlan: readonly PipItemStatus[] = ['rejected'];
const settled: readonly PipItemStatus[] = ['rejected', 'completed'];
export const isInPlan = (item: { status: PipItemStatus }): boolean => !outOfPlan.includes(item.status);
export const isSettled = (item: { status: PipItemStatus }): boolean => settled.includes(item.status);

export interface Total {
  works: Cents;
  freight: Cents;
  contingency: Cents;
  total: Cents;
}

export interface PlanFigures {
  typical: Total;
  low: Total;
  high: Total;
  priority: Severity;
  phases: { name: PhaseName; window: string; items: number; cost: Cents; days: number; startDay: number }[];
  estimatedDays: number;
}

type CostField = 'costLow' | 'costHigh' | 'estimatedCost';

const sumOf = (items: readonly FiguredItem[], field: CostField): Cents =>
  items.reduce((sum, item) => sum + toCents(item[field]), 0);

/** Works, freight and tax on their FF&E lines, and contingency on the works. */
function totalOf(items: readonly FiguredItem[], field: CostField, settings: PlanSettings): Total {
  const works = sumOf(items, field);
  const ffe = items.filter((item) => item.ffe);
  const freight = percentOf(sumOf(ffe, field), settings.freightPercent);
  const contingency = percentOf(works, settings.contingencyPercent);
  return { works, freight, contingency, total: works + freight + contingency };
}

/** The worst priority among items that are still to be done; low when nothing is. */
const worstOf = (items: readonly FiguredItem[]): Severity =>
  items
    .filter((item) => !isSettled(item))
    .map((item) => item.priority)
    .reduce<Severity>((worst, next) => (rankOf(next) > rankOf(worst) ? next : worst), 'low');

/** All figures of a plan. Rejected items count nowhere; completed ones keep their cost and time. */
export function planFigures(items: readonly FiguredItem[], settings: PlanSettings): PlanFigures {
  const planned = items.filter(isInPlan);
  const works = planned.map((item) => ({
    phase: phaseOf(item),
    daysOnSite: Number(item.daysOnSite),
    leadDays: item.leadDays,
  }));
  const { phases, totalDays } = schedule(works, settings.crews);
  return {
    typical: totalOf(planned, 'estimatedCost', settings),
    low: totalOf(planned, 'costLow', settings),
    high: totalOf(planned, 'costHigh', settings),
    priority: worstOf(items),
    phases: phases.map((span) => {
      const own = planned.filter((item) => phaseOf(item) === span.name);
      return { ...span, window: phaseWindows[span.name], items: own.length, cost: sumOf(own, 'estimatedCost') };
    }),
    estimatedDays: Math.ceil(totalDays),
  };
}

/** The arithmetic of a total, line by line. */
export const costLines = ({ typical }: PlanFigures, settings: PlanSettings) => [
  { label: 'Works', amount: toDecimal(typical.works) },
  { label: `Freight and tax, ${settings.freightPercent}% of FF&E`, amount: toDecimal(typical.freight) },
  { label: `Contingency, ${settings.contingencyPercent}% of works`, amount: toDecimal(typical.contingency) },
];

/** The order of a plan: critical first, then the dearest. The id settles ties, so that nothing jumps on a reload. */
export const inPlanOrder = (
  a: Pick<PipItemRow, 'priority' | 'estimatedCost' | 'id'>,
  b: Pick<PipItemRow, 'priority' | 'estimatedCost' | 'id'>,
): number =>
  phaseNames.indexOf(phaseOf(a)) - phaseNames.indexOf(phaseOf(b)) ||
  rankOf(b.priority) - rankOf(a.priority) ||
  toCents(b.estimatedCost) - toCents(a.estimatedCost) ||
  (a.id < b.id ? -1 : 1);

/**
 * What a reviewer's change of cost and days means for the rest of the line: the range is widened to hold the new cost,
 * and the time on site is the days that were given.
 */
export function modified(
  item: Pick<PipItemRow, 'costLow' | 'costHigh'>,
  change: { estimatedCost?: number; estimatedDays?: number },
): Partial<Pick<PipItemRow, 'estimatedCost' | 'costLow' | 'costHigh' | 'estimatedDays' | 'daysOnSite'>> {
  const fields: ReturnType<typeof modified> = {};
  if (change.estimatedCost !== undefined) {
    const cost = toCents(change.estimatedCost);
    fields.estimatedCost = toDecimal(cost);
    fields.costLow = toDecimal(Math.min(cost, toCents(item.costLow)));
    fields.costHigh = toDecimal(Math.max(cost, toCents(item.costHigh)));
  }
  if (change.estimatedDays !== undefined) {
    fields.estimatedDays = change.estimatedDays;
    fields.daysOnSite = change.estimatedDays.toFixed(2);
  }
  return fields;
}
