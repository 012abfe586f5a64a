import { describe, expect, test } from 'vitest';
import { byCategoryAndSeverity, pricingLine, pricingLineOf } from './cost-catalogue.ts';
import type { FindingCategory, Severity } from './finding-categories.ts';

const line = (category: FindingCategory, fromSeverity: Severity) => ({ category, fromSeverity });
const lines = [line('crack', 'low'), line('crack', 'high'), line('hvac', 'medium'), line('other', 'low')];

describe('the line that prices a finding', () => {
  test.each<[FindingCategory, Severity, FindingCategory, Severity]>([
    ['crack', 'low', 'crack', 'low'],
    ['crack', 'medium', 'crack', 'low'],
    ['crack', 'high', 'crack', 'high'],
    ['crack', 'critical', 'crack', 'high'],
    // Below its mildest line, a category is priced by that line.
    ['hvac', 'low', 'hvac', 'medium'],
    ['hvac', 'high', 'hvac', 'medium'],
    // A category without a line is priced as other.
    ['pest', 'critical', 'other', 'low'],
  ])(
    '%s of severity %s is priced by %s from %s [domain.catalogue.2]',
    (category, severity, foundCategory, fromSeverity) => {
      expect(pricingLine(lines, category, severity)).toEqual({ category: foundCategory, fromSeverity });
      expect(pricingLine(lines.toReversed(), category, severity)).toEqual({ category: foundCategory, fromSeverity });
    },
  );
  test('a catalogue without a line for other is a bug of the program', () => {
    expect(() => pricingLine([line('crack', 'low')], 'pest', 'low')).toThrow('other');
  });
});

test('a category without a line has no line of its own', () => {
  expect(pricingLineOf(lines, 'pest', 'critical')).toBeUndefined();
});

test('a catalogue lists the categories in their order, and the mildest line first', () => {
  expect(lines.toReversed().toSorted(byCategoryAndSeverity)).toEqual(lines);
});
