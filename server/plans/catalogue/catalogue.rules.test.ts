import { describe, expect, test } from 'vitest';
import { findingCategories, severities, type FindingCategory, type Severity } from '#contract/finding-categories.ts';
import type { CostEntry } from '#contract/cost-catalogue.ts';
import { catalogueChanges, catalogueFaults, versionOf } from './catalogue.rules.ts';

const line = (category: FindingCategory, fromSeverity: Severity) => ({ category, fromSeverity });

describe('catalogueFaults', () => {
  const whole = findingCategories.map((category) => line(category, 'low'));
  test('a catalogue with a line from low for every category is valid', () => {
    expect(catalogueFaults(whole)).toEqual({});
    expect(catalogueFaults([...whole, ...severities.slice(0, 3).map((severity) => line('crack', severity))])).toEqual(
      {},
    );
  });
  test('a category without a line from low is reported', () => {
    const faults = catalogueFaults([...whole.filter(({ category }) => category !== 'pest'), line('pest', 'high')]);
    expect(faults.entries).toContain('pest');
    expect(faults.entries).not.toContain('crack');
  });
  test('a second line for the same severity is refused', () => {
    expect(Object.keys(catalogueFaults([...whole, line('crack', 'low')]))).toEqual([
      `entries.${whole.length}.fromSeverity`,
    ]);
  });
});

describe('versionOf', () => {
  const entry = (fields: Partial<CostEntry> = {}): CostEntry => ({
    category: 'crack',
    fromSeverity: 'low',
    action: 'Fill',
    unit: 'spot',
    costLow: 7_500,
    costHigh: 25_000,
    daysOnSite: 0.5,
    leadDays: 0,
    ...fields,
  });
  const other = entry({ category: 'spall' });
  test('is the same for the same lines in any order', () => {
    expect(versionOf([entry(), other])).toBe(versionOf([other, entry()]));
    expect(versionOf([entry({ daysOnSite: 0.5001 })])).toBe(versionOf([entry()]));
  });
  test.each<Partial<CostEntry>>([
    { category: 'leak' },
    { fromSeverity: 'high' },
    { action: 'fill' },
    { unit: 'each' },
    { costLow: 7_499 },
    { costHigh: 25_100 },
    { daysOnSite: 0.25 },
    { leadDays: 1 },
  ])('differs with %o', (fields) => {
    expect(versionOf([entry(fields), other])).not.toBe(versionOf([entry(), other]));
  });
});

test('additions, removals and changes are listed line by line', () => {
  const entry = (fields: Partial<CostEntry>): CostEntry => ({
    category: 'mould',
    fromSeverity: 'low',
    action: 'Clean',
    unit: 'area',
    costLow: 20_000,
    costHigh: 60_000,
    daysOnSite: 1,
    leadDays: 0,
    ...fields,
  });
  const [low, worst, pest] = [entry({}), entry({ fromSeverity: 'critical' }), entry({ category: 'pest' })];
  expect(catalogueChanges([low, worst, pest], [low, worst, pest])).toEqual({ added: [], removed: [], changed: [] });
  const high = entry({ fromSeverity: 'high' });
  expect(catalogueChanges([low, worst, pest], [{ ...low, costHigh: 90_000, leadDays: 3 }, high, pest])).toEqual({
    added: ['mould from high'],
    removed: ['mould from critical'],
    changed: ['mould from low: costHigh $600, now $900; leadDays 0, now 3'],
  });
});
