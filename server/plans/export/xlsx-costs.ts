import { lineClassLabels, lineClasses, isFurnishing } from '#contract/line-classes.ts';
import type { Cents } from '#contract/money.ts';
import { isExcluded } from '#contract/plan-lines.ts';
import { overheads, type Overhead } from '#contract/plan-overheads.ts';
import type { Plan } from '#contract/plans.ts';
import { totalOf, type Total } from '../plans.rules.ts';

const names: Record<Overhead, string> = {
  freightPercent: 'Freight and tax on FF&E',
  contingencyPercent: 'Contingency',
  mobilization: 'Mobilization',
  designFeePercent: 'Design and permit fee',
  afterHoursPercent: 'After-hours surcharge',
  regionalPercent: 'Regional factor',
};

/** Where `totalOf` keeps the amount of each. */
const amounts: Record<Overhead, Exclude<keyof Total, 'works' | 'total'>> = {
  freightPercent: 'freight',
  contingencyPercent: 'contingency',
  mobilization: 'mobilization',
  designFeePercent: 'designFee',
  afterHoursPercent: 'afterHours',
  regionalPercent: 'regional',
};
const alwaysShown: ReadonlySet<Overhead> = new Set(['freightPercent', 'contingencyPercent']);

/** The figures of a line: of the typical prices, and of the low and the high end of the ranges. */
export interface CostFigures {
  typical: Cents;
  low: Cents;
  high: Cents;
}

/** A line of the computation below the works; without an overhead it is a constant. */
export interface AddedCost extends CostFigures {
  label: string;
  overhead: Overhead | null;
}

const figuresOf = (amountOf: (end: keyof CostFigures) => Cents): CostFigures => ({
  typical: amountOf('typical'),
  low: amountOf('low'),
  high: amountOf('high'),
});

/** What counts as FF&E, by the classes as the items' sheet prints them. */
export const furnishingLabels = lineClasses.filter(isFurnishing).map((name) => lineClassLabels[name]);

/** The totals as the sheet computes them, in which FF&E follows from the class of a line. */
function computedTotals({ items, overheads: settings }: Plan): Record<keyof CostFigures, Total> {
  const planned = items.filter((item) => !isExcluded(item)).map((item) => ({ ...item, ffe: isFurnishing(item.class) }));
  return {
    typical: totalOf(planned, 'estimatedCost', settings),
    low: totalOf(planned, 'costLow', settings),
    high: totalOf(planned, 'costHigh', settings),
  };
}

export function worksOf(plan: Plan): CostFigures {
  const totals = computedTotals(plan);
  return figuresOf((end) => totals[end].works);
}

/**
 * The additions to the works. They are constants where the sheet could not compute them: in a plan from before freight and tax
 * followed from the class of a line, and in one whose items do not add up to its total.
 */
export function addedCosts(plan: Plan): AddedCost[] {
  const totals = computedTotals(plan);
  const { typical, low, high } = figuresOf((end) => totals[end].total);
  if (typical !== plan.totalCost || low !== plan.costLow || high !== plan.costHigh)
    return plan.costLines
      .slice(1)
      .map(({ label, amount }) => ({ label, overhead: null, typical: amount, low: 0, high: 0 }));
  return overheads
    .filter((name) => alwaysShown.has(name) || plan.overheads[name] > 0)
    .map((name) => ({ label: names[name], overhead: name, ...figuresOf((end) => totals[end][amounts[name]]) }));
}

export const totalCosts = (plan: Plan): CostFigures => ({
  typical: plan.totalCost,
  low: plan.costLow,
  high: plan.costHigh,
});

/** A percentage of a cell as a planning figure, which `planningFigure` rounds in the same way. */
export function shareFormula(base: string, rate: string): string {
  const exact = `ROUND((${base})*${rate},2)`;
  const to = (step: number) => `ROUND(${exact}/${step},0)*${step}`;
  return `IF(${exact}<1000,${to(5)},IF(${exact}<10000,${to(50)},${to(500)}))`;
}
