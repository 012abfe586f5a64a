import type { z } from 'zod';
import { pricingLineOf, type CostEntry } from '#contract/cost-catalogue.ts';
import {
  classOfCategory,
  isFurnishing,
  spendingOfCategory,
  type LineClass,
  type Spending,
} from '#contract/line-classes.ts';
import { lineTemplates } from '#contract/line-templates.ts';
import { largestAmount, typicalPrice, type Cents } from '#contract/money.ts';
import type { lineTemplateSchema, planLineInputSchema } from '#contract/plan-line-input.ts';
import { extrapolated } from '#contract/plan-line-details.ts';
import { lineLimits, type CostUnit } from '#contract/plan-lines.ts';
import type { PlanItemRow } from '#server/schema/plans.tables.ts';

type LineInput = z.output<typeof planLineInputSchema>;

/**
 * The class that was entered for a manual line, life safety for a failed critical check, that of the upkeep which a failed
 * check is priced as, or else the class of the category; the spending likewise.
 */
export const classOf = ({ lineClass, category }: Pick<PlanItemRow, 'lineClass' | 'category'>): LineClass =>
  lineClass ?? classOfCategory[category];
export const spendingOf = ({ spending, category }: Pick<PlanItemRow, 'spending' | 'category'>): Spending =>
  spending ?? spendingOfCategory(category);

const guestRooms: readonly CostUnit[] = ['room', 'key'];
/** A key is a guest room, so a price per room also fits a line in keys. */
const isSameUnit = (a: CostUnit, b: CostUnit): boolean => a === b || (guestRooms.includes(a) && guestRooms.includes(b));

/** The catalogue line that prices a manual line. Nothing prices the category `other`, because it can be anything. */
export function fittingEntry(
  { category, pricedAs, priority, unit }: Pick<LineInput, 'category' | 'pricedAs' | 'priority' | 'unit'>,
  catalogue: readonly CostEntry[],
): CostEntry | null {
  const entry = category === 'other' ? undefined : pricingLineOf(catalogue, category, pricedAs ?? priority);
  return entry && isSameUnit(entry.unit, unit) ? entry : null;
}

interface UnitPrice {
  low: Cents;
  typical: Cents;
  high: Cents;
}
const priceOf = (entry: CostEntry): UnitPrice => ({
  low: entry.costLow,
  typical: typicalPrice(entry.costLow, entry.costHigh),
  high: entry.costHigh,
});
const entered = (amount: Cents): UnitPrice => ({ low: amount, typical: amount, high: amount });

/** The figures of a line before it is changed. */
type Before = Pick<
  PlanItemRow,
  'quantity' | 'costLow' | 'estimatedCost' | 'costHigh' | 'priceEntered' | 'daysOnSite' | 'leadDays'
>;

/**
 * The costs of a quantity, from an entered unit price, else from the line before the change, else from the catalogue;
 * null when there is no price.
 */
function costsOf(input: LineInput, before: Before | null, entry: CostEntry | null) {
  const { quantity, unitCost } = input;
  const share = (amount: Cents): Cents => Math.round((amount * quantity) / (before?.quantity ?? 1));
  if (before && (unitCost === undefined || unitCost === null))
    return {
      costLow: share(before.costLow),
      estimatedCost: share(before.estimatedCost),
      costHigh: share(before.costHigh),
      priceEntered: before.priceEntered,
    };
  const price = unitCost === undefined || unitCost === null ? entry && priceOf(entry) : entered(unitCost);
  return (
    price && {
      costLow: price.low * quantity,
      estimatedCost: price.typical * quantity,
      costHigh: price.high * quantity,
      priceEntered: unitCost !== undefined && unitCost !== null,
    }
  );
}

function daysOf(input: LineInput, before: Before | null, entry: CostEntry | null): number {
  if (input.estimatedDays) return input.estimatedDays;
  const perUnit = before ? before.daysOnSite / before.quantity : (entry?.daysOnSite ?? 0);
  return Math.max(perUnit > 0 ? 0.01 : 1, Math.round(perUnit * input.quantity * 100) / 100);
}

/** Why a line cannot be priced or scheduled. */
export type LineFault = 'unpriced' | 'too_expensive' | 'too_long';

/** The fields of a manual line, or the reason why they are refused. `before` is the line that is being changed. */
export function lineFields(
  given: LineInput,
  before: Before | null,
  catalogue: readonly CostEntry[],
): { fault: LineFault } | { fault: null; fields: ReturnType<typeof fieldsOf> } {
  const entry = fittingEntry(given, catalogue);
  const input = given.sample ? { ...given, quantity: extrapolated(given.sample) } : given;
  const costs = costsOf(input, before, entry);
  if (!costs) return { fault: 'unpriced' };
  if (costs.costHigh > largestAmount) return { fault: 'too_expensive' };
  const daysOnSite = daysOf(input, before, entry);
  if (daysOnSite > lineLimits.days) return { fault: 'too_long' };
  return {
    fault: null,
    fields: fieldsOf(input, costs, daysOnSite, given.leadDays ?? before?.leadDays ?? entry?.leadDays ?? 0),
  };
}

const fieldsOf = (
  input: LineInput,
  costs: NonNullable<ReturnType<typeof costsOf>>,
  daysOnSite: number,
  leadDays: number,
) => ({
  ...costs,
  title: input.title,
  description: input.description,
  recommendedAction: input.recommendedAction,
  category: input.category,
  lineClass: input.class,
  spending: input.spending,
  ffe: isFurnishing(input.class),
  severity: input.priority,
  priority: input.priority,
  room: input.room || null,
  building: input.building ?? null,
  floor: input.floor ?? null,
  standard: input.standard ?? null,
  responsible: input.responsible ?? null,
  sample: input.sample ?? null,
  horizonMonths: input.horizonMonths ?? null,
  quantity: input.quantity,
  unit: input.unit,
  dueDate: input.dueDate ?? null,
  daysOnSite,
  estimatedDays: Math.max(1, Math.ceil(daysOnSite)),
  leadDays,
});

/** The templates with the prices of the catalogue, followed by the catalogue's own lines. */
export function pricedTemplates(
  catalogue: readonly CostEntry[],
  keys: number | null,
): z.output<typeof lineTemplateSchema>[] {
  const nothing = { unitCostLow: null, unitCost: null, unitCostHigh: null };
  const pricesOf = (entry: CostEntry | null) => {
    if (!entry) return nothing;
    const { low, typical, high } = priceOf(entry);
    return { unitCostLow: low, unitCost: typical, unitCostHigh: high };
  };
  const scope = lineTemplates.map(({ per, pricedAs = null, ...template }) => ({
    ...template,
    pricedAs,
    quantity: per === 'key' ? (keys ?? 1) : 1,
    ...pricesOf(fittingEntry({ ...template, pricedAs: pricedAs ?? undefined, priority: 'low' }, catalogue)),
  }));
  const ofCatalogue = catalogue
    .filter(({ category }) => category !== 'other')
    .map((entry) => ({
      key: `${entry.category} ${entry.fromSeverity}`,
      title: entry.action,
      action: entry.action,
      class: classOfCategory[entry.category],
      spending: spendingOfCategory(entry.category),
      category: entry.category,
      pricedAs: entry.fromSeverity,
      unit: entry.unit,
      quantity: 1,
      ...pricesOf(entry),
    }));
  return [...scope, ...ofCatalogue];
}
