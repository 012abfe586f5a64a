import { lineClassLabels, lineClasses, isFurnishing } from '#contract/line-classes.ts';
import { percentOf, planningFigure, type Cents } from '#contract/money.ts';
import { isExcluded } from '#contract/plan-lines.ts';
import { overheads, type Overhead } from '#contract/plan-overheads.ts';
import type { Plan, PlanItem } from '#contract/plans.ts';

const names: Record<Overhead, string> = {
  freightPercent: 'Freight and tax on FF&E',
  contingencyPercent: 'Contingency',
  mobilization: 'Mobilization',
  designFeePercent: 'Design and permit fee',
  afterHoursPercent: 'After-hours surcharge',
  regionalPercent: 'Regional factor',
};

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

const ends = ['typical', 'low', 'high'] as const;
const costsOf = ({ estimatedCost, costLow, costHigh }: PlanItem): CostFigures => ({
  typical: estimatedCost,
  low: costLow,
  high: costHigh,
});
const figuresOf = (amountOf: (end: (typeof ends)[number]) => Cents): CostFigures => ({
  typical: amountOf('typical'),
  low: amountOf('low'),
  high: amountOf('high'),
});
const sumOf = (items: readonly PlanItem[]): CostFigures =>
  figuresOf((end) => items.reduce((sum, item) => sum + costsOf(item)[end], 0));

/** What counts as FF&E, by the classes as the items' sheet prints them. */
export const furnishingLabels = lineClasses.filter(isFurnishing).map((name) => lineClassLabels[name]);

export const worksOf = ({ items }: Plan): CostFigures => sumOf(items.filter((item) => !isExcluded(item)));

/** The additions as the sheet computes them, from the works and the plan's settings. */
function computedCosts({ items, overheads: settings }: Plan): AddedCost[] {
  const planned = items.filter((item) => !isExcluded(item));
  const works = sumOf(planned);
  const furnishings = sumOf(planned.filter((item) => isFurnishing(item.class)));
  const always: readonly Overhead[] = ['freightPercent', 'contingencyPercent'];
  return overheads
    .filter((name) => always.includes(name) || settings[name] > 0)
    .map((name) => {
      const base = name === 'freightPercent' ? furnishings : works;
      const amountOf = (end: (typeof ends)[number]): Cents =>
        name !== 'mobilization'
          ? planningFigure(percentOf(base[end], settings[name]))
          : works[end] > 0
            ? settings.mobilization
            : 0;
      return { label: names[name], overhead: name, ...figuresOf(amountOf) };
    });
}

const totalOf = (works: CostFigures, added: readonly AddedCost[]): CostFigures =>
  figuresOf((end) => added.reduce((sum, line) => sum + line[end], works[end]));

/**
 * The additions to the works. They are constants where the sheet could not compute them: in a plan from before freight and tax
 * followed from the class of a line, and in one whose items do not add up to its total.
 */
export function addedCosts(plan: Plan): AddedCost[] {
  const computed = computedCosts(plan);
  const { typical, low, high } = totalOf(worksOf(plan), computed);
  if (typical === plan.totalCost && low === plan.costLow && high === plan.costHigh) return computed;
  return plan.costLines
    .slice(1)
    .map(({ label, amount }) => ({ label, overhead: null, typical: amount, low: 0, high: 0 }));
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
