import { describe, expect, it, test } from 'vitest';
import type { CostEntry } from '#contract/cost-catalogue.ts';
import { planLineInputSchema, type PlanLineInput } from '#contract/plan-line-input.ts';
import { fittingEntry, lineFields, pricedTemplates } from './lines.rules.ts';

const entry = (fields: Partial<CostEntry> = {}): CostEntry => ({
  category: 'carpet_wear',
  fromSeverity: 'low',
  action: 'Replace carpet and pad',
  unit: 'room',
  costLow: 90_000,
  costHigh: 200_000,
  daysOnSite: 1,
  leadDays: 5,
  ...fields,
});
const catalogue = [
  entry(),
  entry({ category: 'hvac', unit: 'each', costLow: 15_000, costHigh: 40_000 }),
  entry({ category: 'hvac', fromSeverity: 'high', unit: 'each', costLow: 99_900, costHigh: 125_000, daysOnSite: 0.5 }),
  entry({ category: 'other' }),
];
const input = (fields: Partial<PlanLineInput> = {}) =>
  planLineInputSchema.parse({
    title: 'Guest room carpet',
    recommendedAction: 'Replace carpet and pad',
    category: 'carpet_wear',
    class: 'soft_goods',
    spending: 'capital',
    priority: 'low',
    quantity: 84,
    unit: 'key',
    ...fields,
  });

describe('fittingEntry', () => {
  test.each([
    [{ unit: 'key' }, 90_000],
    [{ unit: 'room' }, 90_000],
    [{ unit: 'each' }, null],
    [{ unit: 'square_foot' }, null],
    [{ category: 'other' }, null],
    [{ category: 'leak' }, null],
    [{ category: 'hvac', unit: 'each' }, 15_000],
    [{ category: 'hvac', unit: 'each', pricedAs: 'high' }, 99_900],
    [{ category: 'hvac', unit: 'each', priority: 'critical' }, 99_900],
    [{ category: 'hvac', unit: 'each', priority: 'critical', pricedAs: 'low' }, 15_000],
  ] as const)('of %o costs %s at least', (fields, low) => {
    expect(fittingEntry(input(fields), catalogue)?.costLow ?? null).toBe(low);
  });
});

describe('lineFields', () => {
  it('prices 84 keys of carpet by the catalog line for a room', () => {
    expect(lineFields(input(), null, catalogue)).toEqual({
      fault: null,
      fields: expect.objectContaining({
        costLow: 84 * 90_000,
        estimatedCost: 84 * 145_000,
        costHigh: 84 * 200_000,
        ffe: true,
        daysOnSite: 84,
        estimatedDays: 84,
        leadDays: 5,
      }),
    });
  });
  it('has no range when the unit price was entered', () => {
    const { fields } = lineFields(input({ unitCost: '10.05', quantity: 3, estimatedDays: 2 }), null, []) as never;
    expect(fields).toMatchObject({
      costLow: 3015,
      estimatedCost: 3015,
      costHigh: 3015,
      daysOnSite: 2,
      estimatedDays: 2,
    });
  });
  it('takes one day when no duration is given', () => {
    expect(lineFields(input({ category: 'other', unitCost: 1 }), null, catalogue)).toMatchObject({
      fields: { daysOnSite: 1, estimatedDays: 1, leadDays: 0 },
    });
  });
  it('keeps the unit price and the days per unit when only the quantity changes', () => {
    const before = {
      quantity: 84,
      costLow: 840_000,
      estimatedCost: 840_000,
      costHigh: 840_000,
      priceEntered: true,
      daysOnSite: 42,
      leadDays: 3,
    };
    expect(lineFields(input({ quantity: 100 }), before, catalogue)).toMatchObject({
      fields: { estimatedCost: 1_000_000, costHigh: 1_000_000, daysOnSite: 50, leadDays: 3 },
    });
    expect(lineFields(input({ quantity: 100, unitCost: 200 }), before, catalogue)).toMatchObject({
      fields: { costLow: 2_000_000, estimatedCost: 2_000_000 },
    });
  });
  test.each([
    [{ unit: 'square_foot' }, 'unpriced'],
    [{ category: 'other' }, 'unpriced'],
    [{ unitCost: 999_999.99, quantity: 2 }, 'too_expensive'],
    [{ unitCost: 999_999.99, quantity: 1 }, null],
    [{ quantity: 500 }, 'too_expensive'],
    [{ quantity: 5000, unitCost: 1 }, 'too_long'],
    [{ quantity: 5000, unitCost: 1, estimatedDays: 30 }, null],
  ] as const)('%o: %s', (fields, fault) => {
    expect(lineFields(input(fields), null, catalogue).fault).toBe(fault);
  });
});

it('offers templates for the keys of the property, and the lines of the catalog', () => {
  const templates = pricedTemplates(catalogue, 84);
  expect(templates.find(({ key }) => key === 'carpet')).toMatchObject({
    quantity: 84,
    unit: 'key',
    unitCostLow: 90_000,
    unitCost: 145_000,
    unitCostHigh: 200_000,
  });
  expect(templates.find(({ key }) => key === 'ptac')).toMatchObject({ quantity: 84, unitCost: 110_000 });
  expect(templates.find(({ key }) => key === 'mattresses')).toMatchObject({ quantity: 84, unitCost: null });
  expect(templates.find(({ key }) => key === 'parking')).toMatchObject({ quantity: 1, unitCost: null });
  expect(templates.find(({ key }) => key === 'hvac high')).toMatchObject({ pricedAs: 'high', unitCost: 110_000 });
  expect(templates.some(({ key }) => key.startsWith('other'))).toBe(false);
  expect(pricedTemplates(catalogue, null).find(({ key }) => key === 'carpet')?.quantity).toBe(1);
});
