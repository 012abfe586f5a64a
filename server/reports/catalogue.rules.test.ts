import { describe, expect, test } from 'vitest';
import { findingCategories, severities, type FindingCategory, type Severity } from '#contract/findings.ts';
import type { CostEntry } from '#contract/reports.ts';
import { catalogueChanges, catalogueFaults, chooseLine, versionOf } from './catalogue.rules.ts';

const line = (category: FindingCategory, fromSeverity: Severity) => ({ category, fromSeverity });
const lines = [line('crack', 'low'), line('crack', 'high'), line('hvac', 'medium'), line('other', 'low')];

describe('chooseLine', () => {
  test.each<[FindingCategory, Severity, FindingCategory, Severity]>([
    ['crack', 'low', 'crack', 'low'],
    ['crack', 'medium', 'crack', 'low'],
    ['crack', 'high', 'crack', 'high'],
    ['crack', 'critical', 'crack', 'high'],
    // Below its mildest line a category takes that line.
    ['hvac', 'low', 'hvac', 'medium'],
    ['hvac', 'high', 'hvac', 'medium'],
    // A category without a line is priced as other.
    ['pest', 'critical', 'other', 'low'],
  ])('%s of severity %s is priced by %s from %s', (category, severity, foundCategory, fromSeverity) => {
    expect(chooseLine(lines, category, severity)).toEqual({ category: foundCategory, fromSeverity });
    expect(chooseLine(lines.toReversed(), category, severity)).toEqual({ category: foundCategory, fromSeverity });
  });
  test('a catalogue without other is a fault of the program', () => {
    expect(() => chooseLine([line('crack', 'low')], 'pest', 'low')).toThrow('other');
  });
});

describe('catalogueFaults', () => {
  const whole = findingCategories.map((category) => line(category, 'low'));
  test('a catalogue with a line from low for every category is fine', () => {
    expect(catalogueFaults(whole)).toEqual({});
    expect(catalogueFaults([...whole, ...severities.slice(0, 3).map((severity) => line('crack', severity))])).toEqual(
      {},
    );
  });
  test('a category without a line from low is named', () => {
    const faults = catalogueFaults([...whole.filter(({ category }) => category !== 'pest'), line('pest', 'high')]);
    expect(faults.entries).toContain('pest');
    expect(faults.entries).not.toContain('crack');
  });
  test('two lines for the same severity are refused at the second', () => {
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
    costLow: 75,
    costHigh: 250,
    daysOnSite: 0.5,
    leadDays: 0,
    ffe: false,
    ...fields,
  });
  const other = entry({ category: 'spall' });
  test('is the same for the same lines in any order', () => {
    expect(versionOf([entry(), other])).toBe(versionOf([other, entry()]));
    expect(versionOf([entry({ costLow: 75.001 })])).toBe(versionOf([entry()]));
  });
  test.each<Partial<CostEntry>>([
    { category: 'leak' },
    { fromSeverity: 'high' },
    { action: 'fill' },
    { unit: 'each' },
    { costLow: 74.99 },
    { costHigh: 251 },
    { daysOnSite: 0.25 },
    { leadDays: 1 },
    { ffe: true },
  ])('is another with %o', (fields) => {
    expect(versionOf([entry(fields), other])).not.toBe(versionOf([entry(), other]));
  });
});

test('what is added, removed and changed is told line by line', () => {
  const entry = (fields: Partial<CostEntry>): CostEntry => ({
    category: 'mould',
    fromSeverity: 'low',
    action: 'Clean',
    unit: 'area',
    costLow: 200,
    costHigh: 600,
    daysOnSite: 1,
    leadDays: 0,
    ffe: false,
    ...fields,
  });
  const [low, worst, pest] = [entry({}), entry({ fromSeverity: 'critical' }), entry({ category: 'pest' })];
  expect(catalogueChanges([low, worst, pest], [low, worst, pest])).toEqual({ added: [], removed: [], changed: [] });
  const high = entry({ fromSeverity: 'high' });
  expect(catalogueChanges([low, worst, pest], [{ ...low, costHigh: 900, ffe: true }, high, pest])).toEqual({
    added: ['mould from high'],
    removed: ['mould from critical'],
    changed: ['mould from low: costHigh 600, now 900; ffe false, now true'],
  });
});
