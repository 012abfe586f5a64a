import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { severities, type Severity } from '#contract/finding-categories.ts';
import type { CostEntry } from '#contract/cost-catalogue.ts';
import { horizons } from '#contract/plan-line-details.ts';
import { lineClassLabels } from '#contract/line-classes.ts';
import { planItemStatuses } from '#contract/plans.ts';
import {
  calendarDays,
  costLines,
  costLinesOfVersion,
  inPlanOrder,
  isInPlan,
  priceFinding,
  modified,
  planFigures,
  planSettings,
  type FiguredItem,
} from './plans.rules.ts';
import { classOf } from './lines/lines.rules.ts';

const settings = { crews: 2, freightPercent: 12, contingencyPercent: 10 };
const item = (fields: Partial<FiguredItem> = {}): FiguredItem => ({
  id: 'item',
  horizonMonths: null,
  priority: 'medium',
  status: 'pending',
  noLongerNeeded: null,
  costLow: 10_000,
  costHigh: 30_000,
  estimatedCost: 20_000,
  ffe: false,
  daysOnSite: 1,
  leadDays: 0,
  ...fields,
});
const entry: CostEntry = {
  category: 'carpet_wear',
  fromSeverity: 'low',
  action: 'Replace carpet and pad',
  unit: 'room',
  costLow: 90_000,
  costHigh: 200_025,
  daysOnSite: 1.25,
  leadDays: 14,
};

describe('priceFinding', () => {
  test.each([
    ['carpet_wear', 'Soft goods', true],
    ['casegoods_damage', 'Case goods', true],
    ['stain', 'Operations', false],
    ['hvac', 'Mechanical, electrical, plumbing', false],
    ['fixture_broken', 'Mechanical, electrical, plumbing', false],
  ] as const)('%s prints the class %s, which says whether freight and tax are added', (category, printed, ffe) => {
    const finding = { title: 'Broken', description: '', category, severity: 'high' } as const;
    const line = priceFinding(finding, [{ ...entry, category }]);
    expect([lineClassLabels[classOf({ ...line, lineClass: null })], line.ffe]).toEqual([printed, ffe]);
  });

  test('has the action, range, middle and days of the catalog [domain.catalogue.7]', () => {
    const issue = { title: 'Worn carpet', description: 'Room 214', category: 'carpet_wear', severity: 'high' } as const;
    expect(priceFinding(issue, [entry])).toEqual({
      ...issue,
      priority: 'high',
      recommendedAction: 'Replace carpet and pad',
      costLow: 90_000,
      costHigh: 200_025,
      // The middle of the range is 1,450.13.
      estimatedCost: 145_000,
      lineClass: null,
      spending: null,
      ffe: true,
      quantity: 1,
      unit: 'room',
      estimatedDays: 2,
      daysOnSite: 1.25,
      leadDays: 14,
      priceEntered: false,
    });
  });
  test('has a single price of the catalog as it is, and a typical one within the range', () => {
    const issue = { title: 'Worn carpet', description: '', category: 'carpet_wear', severity: 'high' } as const;
    const typical = (costLow: number, costHigh: number) =>
      priceFinding(issue, [{ ...entry, costLow, costHigh }]).estimatedCost;
    expect([typical(19_900, 19_900), typical(100, 300), typical(0, 15_000)]).toEqual([19_900, 100, 7_500]);
  });
  test.each([
    [0, 1],
    [0.1, 1],
    [1, 1],
    [1.01, 2],
    [5, 5],
  ])('%d days on site are %d in the calendar', (onSite, expected) => {
    expect(calendarDays(onSite)).toBe(expected);
  });
});

test.each([
  ['ME', 8],
  [' me ', 8],
  ['Maine', 8],
  ['N.Y.', 0],
  ['Ontario', 0],
])('the regional factor of %j is %s', (state, regionalPercent) => {
  const all = { ...settings, mobilization: 0, designFeePercent: 0, afterHoursPercent: 0, regionalPercents: { ME: 8 } };
  expect(planSettings(all, state)).toMatchObject({ regionalPercent });
});

describe('planFigures', () => {
  test('an empty plan has no cost and no duration', () => {
    const figures = planFigures([], settings);
    expect(figures.typical.total).toBe(0);
    expect(figures.estimatedDays).toBe(0);
    expect(figures.priority).toBe('low');
    expect(figures.phases.map(({ name, window, items }) => [name, window, items])).toEqual([
      ['critical', '24–48 hours', 0],
      ['major', 'weeks 1–2', 0],
      ['minor', 'weeks 3–4', 0],
    ]);
  });
  test('freight and tax apply to FF&E lines only, contingency to all works [domain.catalogue.4]', () => {
    const figures = planFigures(
      [item({ ffe: true, estimatedCost: 100_000, costLow: 50_000, costHigh: 150_000 }), item()],
      settings,
    );
    expect(figures.typical).toMatchObject({ works: 120_000, freight: 12_000, contingency: 12_000, total: 144_000 });
    expect(figures.low.total).toBe(60_000 + 6_000 + 6_000);
    expect(figures.high.total).toBe(180_000 + 18_000 + 18_000);
    expect(costLines(figures, settings)).toEqual([
      { label: 'Construction cost', amount: 120_000 },
      { label: 'Freight and tax, 12% of FF&E', amount: 12_000 },
      { label: 'Contingency, 10% of construction cost', amount: 12_000 },
    ]);
    // 10 % of $1,374.97 is $137.497, which is nearer to $135 than to $140.
    expect(planFigures([item({ estimatedCost: 137_497 })], settings).typical.contingency).toBe(13_500);
  });
  test('further overheads are off at 0, and shown once they are set [domain.catalogue.5]', () => {
    const further = { mobilization: 150_000, designFeePercent: 6, afterHoursPercent: 10, regionalPercent: 20 };
    const list = [item({ costLow: 100_000, estimatedCost: 200_000, costHigh: 300_000 })];
    const lines = costLines(planFigures(list, { ...settings, ...further }), { ...settings, ...further });
    expect(lines.slice(3)).toEqual([
      { label: 'Mobilization', amount: 150_000 },
      { label: 'Design and permit fee, 6% of construction cost', amount: 12_000 },
      { label: 'After-hours surcharge, 10% of construction cost', amount: 20_000 },
      { label: 'Regional factor, 20% of construction cost', amount: 40_000 },
    ]);
    const { typical } = planFigures(list, { ...settings, ...further });
    // 2,000 works, 200 contingency and the four overheads.
    expect(typical.total).toBe(200_000 + 20_000 + 150_000 + 12_000 + 20_000 + 40_000);
    const off = { mobilization: 0, designFeePercent: 0, afterHoursPercent: 0, regionalPercent: 0 };
    expect(costLines(planFigures(list, { ...settings, ...off }), { ...settings, ...off })).toHaveLength(3);
    expect(planFigures([], { ...settings, ...further }).typical.total).toBe(0);
  });
  test('those of a sent version are the same, and one line if its overheads do not lead to its total', () => {
    const further = { ...settings, mobilization: 150_000, designFeePercent: 6 };
    const list = [item({ ffe: true, estimatedCost: 123_400, costLow: 50_000, costHigh: 150_000 }), item()];
    const figures = planFigures(list, further);
    expect(costLinesOfVersion(figures.typical, further)).toEqual(costLines(figures, further));
    const { works, total } = figures.typical;
    const inOne = [
      { label: 'Construction cost', amount: works },
      { label: 'Freight, contingency and other additions', amount: total - works },
    ];
    expect(costLinesOfVersion(figures.typical, null)).toEqual(inOne);
    expect(costLinesOfVersion(figures.typical, { ...further, mobilization: 900_000 })).toEqual(inOne);
  });
  test("a check's finding is priced by its own line and keeps the check's action [domain.checklist.11]", () => {
    const lines = (['low', 'high'] as const).map((fromSeverity, index) => ({
      ...entry,
      category: 'missing_signage' as const,
      fromSeverity,
      costLow: [1_000, 8_000][index] ?? 0,
      costHigh: [4_000, 25_000][index] ?? 0,
    }));
    const found = {
      title: 'Evacuation plan missing from door',
      description: '',
      category: 'missing_signage',
      severity: 'critical',
    } as const;
    const made = priceFinding(
      { ...found, action: 'Print the evacuation plan and post it on the door.', pricedAs: 'low' },
      lines,
    );
    expect(made).toMatchObject({
      recommendedAction: 'Print the evacuation plan and post it on the door.',
      costLow: 1_000,
      costHigh: 4_000,
      estimatedCost: 2_500,
      priority: 'critical',
    });
    expect(priceFinding(found, lines)).toMatchObject({ recommendedAction: entry.action, costHigh: 25_000 });
  });
  test("a check's finding that a user made worse is priced by a line as much worse, if there is one", () => {
    const lines = (['low', 'medium'] as const).map((fromSeverity, index) => ({
      ...entry,
      category: 'wallcovering_damage' as const,
      fromSeverity,
      action: ['Mend the seam', 'Replace the wallcovering'][index] ?? '',
    }));
    const found = {
      title: 'Wall scuffed',
      description: '',
      category: 'wallcovering_damage',
      severity: 'high',
      action: 'Patch and touch up the wall.',
      pricedAs: 'low',
    } as const;
    const actionWorseBy = (worseBy: number) => priceFinding({ ...found, worseBy }, lines).recommendedAction;
    expect([-1, 0, 1, 2, 9].map(actionWorseBy)).toEqual([
      'Patch and touch up the wall.',
      'Patch and touch up the wall.',
      'Replace the wallcovering',
      'Replace the wallcovering',
      'Replace the wallcovering',
    ]);
  });
  test('a rejected item does not count in sums, schedule and priority; a completed one does not count in the priority', () => {
    const figures = planFigures(
      [
        item({ status: 'rejected', priority: 'critical', daysOnSite: 9 }),
        item({ status: 'completed', priority: 'high', daysOnSite: 2 }),
        item(),
      ],
      settings,
    );
    expect(figures.typical.works).toBe(40_000);
    expect(figures.estimatedDays).toBe(3);
    expect(figures.priority).toBe('medium');
    expect(figures.phases.map((phase) => [phase.items, phase.cost])).toEqual([
      [0, 0],
      [1, 20_000],
      [1, 20_000],
    ]);
  });
  test.each<[Severity, number]>([
    ['critical', 0],
    ['high', 1],
    ['medium', 2],
    ['low', 2],
  ])('an item of priority %s belongs to phase %d', (priority, index) => {
    expect(planFigures([item({ priority })], settings).phases.map((phase) => phase.items)[index]).toBe(1);
  });

  const amount = fc.integer({ min: 0, max: 9_999_999 });
  const items = fc.uniqueArray(
    fc
      .record({
        costs: fc.tuple(amount, amount, amount),
        id: fc.uuid(),
        horizonMonths: fc.constantFrom(null, ...horizons),
        priority: fc.constantFrom(...severities),
        status: fc.constantFrom(...planItemStatuses),
        ffe: fc.boolean(),
        daysOnSite: fc.integer({ min: 0, max: 900 }).map((hundredths) => hundredths / 100),
        leadDays: fc.integer({ min: 0, max: 60 }),
      })
      .map(({ costs, ...fields }): FiguredItem => {
        const [costLow = 0, estimatedCost = 0, costHigh = 0] = costs.toSorted((a, b) => a - b);
        return { ...fields, noLongerNeeded: null, costLow, estimatedCost, costHigh };
      }),
    { maxLength: 30, selector: ({ id }) => id },
  );
  test('low <= typical <= high, and both the parts and the phases add up', () => {
    fc.assert(
      fc.property(items, (list) => {
        const { low, typical, high, phases } = planFigures(list, settings);
        expect(low.total).toBeLessThanOrEqual(typical.total);
        expect(typical.total).toBeLessThanOrEqual(high.total);
        expect(typical.total).toBe(typical.works + typical.freight + typical.contingency);
        expect(phases.reduce((sum, phase) => sum + phase.cost, 0)).toBe(typical.works);
      }),
    );
  });
  test('the order of the items does not matter', () => {
    fc.assert(
      fc.property(items, (list) => {
        expect(planFigures(list.toReversed(), settings)).toEqual(planFigures(list, settings));
      }),
    );
  });
  test('the total is at least the cost of each counted item', () => {
    fc.assert(
      fc.property(items, (list) => {
        const { typical } = planFigures(list, settings);
        for (const each of list) {
          if (isInPlan(each)) expect(typical.total).toBeGreaterThanOrEqual(each.estimatedCost);
        }
      }),
    );
  });
});

test('a plan lists critical items first, then the most expensive', () => {
  const rows = [
    { id: 'a', priority: 'low', estimatedCost: 90_000 },
    { id: 'b', priority: 'critical', estimatedCost: 2_000 },
    { id: 'c', priority: 'medium', estimatedCost: 100_000 },
    { id: 'd', priority: 'critical', estimatedCost: 10_000 },
    { id: 'e', priority: 'high', estimatedCost: 900 },
  ].map((row) => ({ ...row, horizonMonths: null })) as Parameters<typeof inPlanOrder>[0][];
  expect(rows.toSorted(inPlanOrder).map((row) => row.id)).toEqual(['d', 'b', 'e', 'c', 'a']);
});

test('the action is the same whatever it costs and however long it takes [domain.words.4]', () => {
  const finding = {
    title: 'Worn carpet',
    description: 'By the desk',
    category: 'carpet_wear' as const,
    severity: 'low' as const,
  };
  const required = ({ title, description, recommendedAction }: ReturnType<typeof priceFinding>) => [
    title,
    description,
    recommendedAction,
  ];
  const dearer = { ...entry, costLow: entry.costHigh, daysOnSite: 9 };
  const [before, after] = [priceFinding(finding, [entry]), priceFinding(finding, [dearer])];
  expect(after.estimatedCost).toBeGreaterThan(before.estimatedCost);
  expect(required(after)).toEqual(required(before));
  const changed = Object.keys(modified(before, { estimatedCost: 90_000, estimatedDays: 4 })).toSorted();
  expect(changed).toEqual(['costHigh', 'costLow', 'daysOnSite', 'estimatedCost', 'estimatedDays', 'priceEntered']);
});

describe('modified', () => {
  const range = { costLow: 10_000, estimatedCost: 20_000, costHigh: 30_000, quantity: 2, daysOnSite: 0.5 };
  test.each([25_000, 40_050, 0])('a cost of %d is entered and has no range', (estimatedCost) => {
    expect(modified(range, { estimatedCost })).toEqual({
      estimatedCost,
      costLow: estimatedCost,
      costHigh: estimatedCost,
      priceEntered: true,
    });
  });
  test('given days replace the time on site', () => {
    expect(modified(range, { estimatedDays: 3 })).toEqual({ estimatedDays: 3, daysOnSite: 3 });
  });
  test('costs and days follow the quantity, unless they are given', () => {
    const tripled = {
      quantity: 6,
      estimatedCost: 60_000,
      costLow: 30_000,
      costHigh: 90_000,
      daysOnSite: 1.5,
      estimatedDays: 2,
    };
    expect(modified(range, { quantity: 6 })).toEqual(tripled);
    expect(modified(range, { quantity: 2 })).toEqual({});
    expect(modified(range, { quantity: 6, estimatedCost: 99_000, estimatedDays: 1 })).toEqual({
      ...tripled,
      estimatedCost: 99_000,
      costLow: 99_000,
      costHigh: 99_000,
      priceEntered: true,
      daysOnSite: 1,
      estimatedDays: 1,
    });
  });
});
