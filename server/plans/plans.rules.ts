import { stateCodeOf } from '#contract/us-states.ts';
import { pricingLine, type CostEntry } from '#contract/cost-catalogue.ts';
import { classOfCategory, isFurnishing, spendingOfCategory, type LineClass } from '#contract/line-classes.ts';
import { severities, severityRank, type FindingCategory, type Severity } from '#contract/finding-categories.ts';
import { percentOf, planningFigure, typicalPrice, type Cents } from '#contract/money.ts';
import { phaseNames, phaseOf, phaseWindows, urgentPhases, type PhaseName } from '#contract/plan-phases.ts';
import type { PlanItemStatus } from '#contract/plans.ts';
import { quotedCostOf } from '#contract/plan-quotes.ts';
import type { PlanItemRow, PlanSettings } from '#server/schema/plans.tables.ts';
import { lineOfAction } from './catalogue/actions.rules.ts';
import { schedule } from './schedule.rules.ts';

/** The facts of a finding that determine its line in a plan. */
export interface PricedFinding {
  title: string;
  description: string;
  category: FindingCategory;
  severity: Severity;
  /** The action given by a user, an engine or a check, and the category and severity whose line prices the check. */
  action?: string;
  /** Whether a user or an engine gave it. */
  actionGiven?: boolean;
  pricedCategory?: FindingCategory | null;
  pricedAs?: Severity | null;
  /** By how many severities a user made a check's finding worse than the check says. */
  worseBy?: number;
  /** Whether it is a failed critical check: a person could be hurt, whatever its category says. */
  lifeSafety?: boolean;
}

/** Even the shortest work takes a whole day in the calendar. */
export const calendarDays = (daysOnSite: number): number => Math.max(1, Math.ceil(daysOnSite));

const worsened = (severity: Severity, by: number): Severity =>
  severities.find((other) => severityRank(other) === severityRank(severity) + by) ?? 'critical';

/** The catalogue's line for a finding, and the action that it prices. */
function pricedWork(finding: PricedFinding, catalogue: readonly CostEntry[]) {
  const { category, pricedCategory, pricedAs, worseBy = 0, action, actionGiven } = finding;
  const lineFrom = (severity: Severity) => pricingLine(catalogue, pricedCategory ?? category, severity);
  const entry = lineFrom(pricedAs ?? finding.severity);
  const worse = pricedAs && worseBy > 0 ? lineFrom(worsened(pricedAs, worseBy)) : entry;
  if (action && actionGiven) return { entry: lineOfAction(catalogue, action, { category, usual: worse }), action };
  // A worse line is for more work than the check's action.
  return { entry: worse, action: worse === entry ? (action ?? entry.action) : worse.action };
}

/**
 * A plan's line for a finding: the catalogue's cost range and days, and its action unless the finding has a given one.
 * The catalogue's action is used instead of our general advice, because its price is for that action. Freight and tax follow
 * from the class that the line prints.
 */
export function priceFinding(finding: PricedFinding, catalogue: readonly CostEntry[]) {
  const { entry, action } = pricedWork(finding, catalogue);
  const pricedCategory =
    entry.category === finding.category ? entry.category : (finding.pricedCategory ?? finding.category);
  // What is only cleaned or cleared is an operating expense, whatever was found.
  const isUpkeep = pricedCategory !== finding.category && spendingOfCategory(pricedCategory) === 'operating';
  const lineClass: LineClass | null = finding.lifeSafety
    ? 'life_safety'
    : isUpkeep
      ? classOfCategory[pricedCategory]
      : null;
  return {
    title: finding.title,
    description: finding.description,
    category: finding.category,
    severity: finding.severity,
    priority: finding.severity,
    recommendedAction: action,
    costLow: entry.costLow,
    costHigh: entry.costHigh,
    estimatedCost: typicalPrice(entry.costLow, entry.costHigh),
    quantity: 1,
    unit: entry.unit,
    lineClass,
    spending: isUpkeep ? ('operating' as const) : null,
    ffe: isFurnishing(lineClass ?? classOfCategory[finding.category]),
    estimatedDays: calendarDays(entry.daysOnSite),
    daysOnSite: entry.daysOnSite,
    leadDays: entry.leadDays,
    priceEntered: false,
  };
}

/** The server's settings for plans, with the regional factor of every state that has one. */
export type ServerPlanSettings = Omit<Required<PlanSettings>, 'regionalPercent' | 'entered'> & {
  regionalPercents: Record<string, number>;
};

/** The settings for a plan of a property in this state. */
export function planSettings({ regionalPercents, ...settings }: ServerPlanSettings, state: string): PlanSettings {
  const code = stateCodeOf(state) ?? state.trim().toUpperCase();
  return { ...settings, regionalPercent: regionalPercents[code] ?? 0 };
}

/** The fields of items from which the figures of a plan are computed. */
export type FiguredItem = Pick<
  PlanItemRow,
  | 'id'
  | 'priority'
  | 'horizonMonths'
  | 'status'
  | 'noLongerNeeded'
  | 'costLow'
  | 'costHigh'
  | 'estimatedCost'
  | 'ffe'
  | 'daysOnSite'
  | 'leadDays'
>;

const excludedStatuses: readonly PlanItemStatus[] = ['rejected', 'waived'];
const settled: readonly PlanItemStatus[] = ['rejected', 'waived', 'completed'];
type Counted = Pick<PlanItemRow, 'status' | 'noLongerNeeded'>;
export const isInPlan = ({ status, noLongerNeeded }: Counted): boolean =>
  noLongerNeeded === null && !excludedStatuses.includes(status);
export const isPending = ({ status, noLongerNeeded }: Counted): boolean =>
  noLongerNeeded === null && status === 'pending';
export const isSettledStatus = (status: PlanItemStatus): boolean => settled.includes(status);
export const isSettled = ({ status, noLongerNeeded }: Counted): boolean =>
  noLongerNeeded !== null || isSettledStatus(status);

export interface Total {
  works: Cents;
  freight: Cents;
  contingency: Cents;
  mobilization: Cents;
  designFee: Cents;
  afterHours: Cents;
  regional: Cents;
  total: Cents;
}

export interface PlanFigures {
  typical: Total;
  low: Total;
  high: Total;
  priority: Severity;
  /** Those of what is urgent, and of the scope those that have items. */
  phases: { name: PhaseName; window: string; items: number; cost: Cents; days: number; startDay: number }[];
  /** The day on which the work of each item starts, by its id. */
  startDays: ReadonlyMap<string, number>;
  estimatedDays: number;
}

type CostField = 'costLow' | 'costHigh' | 'estimatedCost';
type CostedItem = Pick<FiguredItem, CostField | 'ffe'>;

const sumOf = (items: readonly CostedItem[], field: CostField): Cents =>
  items.reduce((sum, item) => sum + item[field], 0);

/** The settings from which the additions to the works are computed. */
type Overheads = Omit<PlanSettings, 'crews' | 'entered'>;

const shareOf = (amount: Cents, percent = 0): Cents => percentOf(amount, percent, planningFigure);
const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0);

/** The additions to the works that do not depend on which of them are FF&E. */
const additionsTo = (works: Cents, settings: Overheads) => ({
  contingency: shareOf(works, settings.contingencyPercent),
  mobilization: works > 0 ? (settings.mobilization ?? 0) : 0,
  designFee: shareOf(works, settings.designFeePercent),
  afterHours: shareOf(works, settings.afterHoursPercent),
  regional: shareOf(works, settings.regionalPercent),
});

/** The works and their additions: percentages of the works, except freight and tax, which apply to FF&E lines only. */
export function totalOf(items: readonly CostedItem[], field: CostField, settings: Overheads): Total {
  const works = sumOf(items, field);
  const ffe = items.filter((item) => item.ffe);
  const added = {
    freight: shareOf(sumOf(ffe, field), settings.freightPercent),
    ...additionsTo(works, settings),
  };
  return { works, ...added, total: works + sum(Object.values(added)) };
}

/** The highest priority among open items; low when there are none. */
const worstOf = (items: readonly FiguredItem[]): Severity =>
  items
    .filter((item) => !isSettled(item))
    .map((item) => item.priority)
    .reduce<Severity>((worst, next) => (severityRank(next) > severityRank(worst) ? next : worst), 'low');

/**
 * All figures of a plan. Rejected and waived items, and those that are no longer needed, do not count; completed ones keep
 * their cost and time.
 */
export function planFigures(items: readonly FiguredItem[], settings: PlanSettings): PlanFigures {
  const planned = items.filter(isInPlan);
  const works = planned.map((item) => ({
    phase: phaseOf(item),
    daysOnSite: item.daysOnSite,
    leadDays: item.leadDays,
  }));
  const { phases, startDays, totalDays } = schedule(works, settings.crews);
  const isUrgent = (name: PhaseName): boolean => urgentPhases.some((urgent) => urgent === name);
  return {
    typical: totalOf(planned, 'estimatedCost', settings),
    low: totalOf(planned, 'costLow', settings),
    high: totalOf(planned, 'costHigh', settings),
    priority: worstOf(items),
    phases: phases
      .map((span) => {
        const own = planned.filter((item) => phaseOf(item) === span.name);
        return { ...span, window: phaseWindows[span.name], items: own.length, cost: sumOf(own, 'estimatedCost') };
      })
      .filter(({ name, items: count }) => isUrgent(name) || count > 0),
    startDays: new Map(planned.map(({ id }, index) => [id, startDays[index] ?? 0])),
    estimatedDays: Math.ceil(totalDays),
  };
}

/** The computation of the total, line by line, without the additions that are switched off. */
export const costLines = ({ typical }: Pick<PlanFigures, 'typical'>, settings: Overheads) => [
  { label: 'Construction cost', amount: typical.works },
  { label: `Freight and tax, ${settings.freightPercent}% of FF&E`, amount: typical.freight },
  { label: `Contingency, ${settings.contingencyPercent}% of construction cost`, amount: typical.contingency },
  ...[
    { label: 'Mobilization', amount: typical.mobilization },
    { label: `Design and permit fee, ${settings.designFeePercent}% of construction cost`, amount: typical.designFee },
    { label: `After-hours surcharge, ${settings.afterHoursPercent}% of construction cost`, amount: typical.afterHours },
    { label: `Regional factor, ${settings.regionalPercent}% of construction cost`, amount: typical.regional },
  ].filter(({ amount }) => amount > 0),
];

/**
 * The same for a sent version, which has its works, its total and its overheads, but does not say which works are FF&E:
 * freight and tax are what the other additions leave of the total. Without overheads, or if they do not fit the total,
 * all additions are one line.
 */
export function costLinesOfVersion({ works, total }: Pick<Total, 'works' | 'total'>, overheads: Overheads | null) {
  const added = overheads && additionsTo(works, overheads);
  const freight = added ? total - works - sum(Object.values(added)) : -1;
  if (added && freight >= 0) return costLines({ typical: { works, freight, ...added, total } }, overheads);
  return [
    { label: 'Construction cost', amount: works },
    { label: 'Freight, contingency and other additions', amount: total - works },
  ];
}

type ComparedItem = Pick<PlanItemRow, 'status' | 'noLongerNeeded' | 'estimatedCost' | 'quotes' | 'actualCost'>;

/** What was approved, quoted and paid, each beside what the same items were approved for. */
export function comparisonOf(items: readonly ComparedItem[]) {
  const approved = items.filter((item) => isInPlan(item) && item.status !== 'pending');
  const compare = (figure: (item: ComparedItem) => Cents | null) => {
    const known = approved.filter((item) => figure(item) !== null);
    return {
      items: known.length,
      amount: known.reduce((sum, item) => sum + (figure(item) ?? 0), 0),
      approved: known.reduce((sum, item) => sum + item.estimatedCost, 0),
    };
  };
  return {
    approved: compare(({ estimatedCost }) => estimatedCost),
    quoted: compare(({ quotes }) => quotedCostOf(quotes)),
    actual: compare(({ actualCost }) => actualCost),
  };
}

/** The order of a plan: by severity, then by cost, then by id, so that the order is stable. */
export const inPlanOrder = (
  a: Pick<PlanItemRow, 'priority' | 'horizonMonths' | 'estimatedCost' | 'id'>,
  b: Pick<PlanItemRow, 'priority' | 'horizonMonths' | 'estimatedCost' | 'id'>,
): number =>
  phaseNames.indexOf(phaseOf(a)) - phaseNames.indexOf(phaseOf(b)) ||
  severityRank(b.priority) - severityRank(a.priority) ||
  b.estimatedCost - a.estimatedCost ||
  (a.id < b.id ? -1 : 1);

type Sized = Pick<PlanItemRow, 'quantity' | 'estimatedCost' | 'costLow' | 'costHigh' | 'daysOnSite'>;

/** The costs and days of another quantity at the same unit prices. */
function resized(item: Sized, quantity: number) {
  const share = (amount: Cents): Cents => Math.round((amount * quantity) / item.quantity);
  const daysOnSite = Math.round(((item.daysOnSite * quantity) / item.quantity) * 100) / 100;
  return {
    quantity,
    estimatedCost: share(item.estimatedCost),
    costLow: share(item.costLow),
    costHigh: share(item.costHigh),
    daysOnSite,
    estimatedDays: calendarDays(daysOnSite),
  };
}

/**
 * Applies a reviewer's quantity, cost and days to a line: costs and days follow the quantity, an entered cost has no
 * range, and entered days replace the time on site.
 */
export function modified(
  item: Sized,
  change: { quantity?: number; estimatedCost?: Cents; estimatedDays?: number },
): Partial<Sized & Pick<PlanItemRow, 'estimatedDays' | 'priceEntered'>> {
  const fields: ReturnType<typeof modified> =
    change.quantity === undefined || change.quantity === item.quantity ? {} : resized(item, change.quantity);
  if (change.estimatedCost !== undefined) {
    fields.estimatedCost = change.estimatedCost;
    fields.priceEntered = true;
    // An entered cost is not an estimate, so it has no range.
    fields.costLow = change.estimatedCost;
    fields.costHigh = change.estimatedCost;
  }
  if (change.estimatedDays !== undefined) {
    fields.estimatedDays = change.estimatedDays;
    fields.daysOnSite = change.estimatedDays;
  }
  return fields;
}
