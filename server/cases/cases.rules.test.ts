import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseNumberPattern, splitRequirements } from '#contract/cases.ts';
import { areaSessionStatuses, inspectionStatuses } from '#contract/statuses.ts';
import { caseInspectionStatus, newCaseNumber, normalizeCaseNumber } from './cases.rules.ts';

const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true });

describe('case numbers', () => {
  it('have the UTC date and four characters that are not easily confused [1.purpose.3, 3.cases.2, decisions.linking.7]', () => {
    fc.assert(
      fc.property(day, (now) => {
        const number = newCaseNumber(now);
        expect(number).toMatch(caseNumberPattern);
        expect(number.slice(5, 13)).toBe(now.toISOString().slice(0, 10).replaceAll('-', ''));
        expect(number.slice(14)).not.toMatch(/[01IO]/);
      }),
    );
  });

  it('are not consecutive [decisions.linking.7]', () => {
    const now = new Date();
    const numbers = Array.from({ length: 500 }, () => newCaseNumber(now));
    expect(new Set(numbers).size).toBeGreaterThan(490);
    expect(numbers.filter((each, n) => n > 0 && each > (numbers[n - 1] ?? '')).length).toBeLessThan(350);
  });

  it('are found however users type them', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('', ' ', '\t', '\n', '  '), (now, space) => {
        const number = newCaseNumber(now);
        expect(normalizeCaseNumber(`${space}${number.toLowerCase()}${space}`)).toBe(number);
      }),
    );
  });
});

describe("a case's inspection", () => {
  const done = (review: 'pending_review' | 'approved') => ({ status: 'completed', review }) as const;
  const area = fc.record({
    status: fc.constantFrom(...areaSessionStatuses),
    review: fc.constantFrom(null, ...inspectionStatuses),
  });
  it('has the status of its worst applicable area [decisions.fieldwork.12]', () => {
    fc.assert(
      fc.property(fc.array(area, { maxLength: 10 }), (areas) => {
        const applicable = areas.filter((each) => each.status !== 'not_applicable');
        const status = caseInspectionStatus(areas);
        expect(status === 'requires_action').toBe(applicable.some((each) => each.review === 'requires_action'));
        const allApproved = applicable.length > 0 && applicable.every((each) => each.review === 'approved');
        expect(status === 'approved').toBe(allApproved);
        if (status === 'pending_review') expect(applicable.every((each) => each.status === 'completed')).toBe(true);
      }),
    );
    expect(caseInspectionStatus(null)).toBeNull();
  });

  it.each([
    [[], 'in_progress'],
    [[done('pending_review'), { status: 'in_progress', review: null }], 'in_progress'],
    [[done('pending_review'), { status: 'not_applicable', review: null }], 'pending_review'],
    [[done('pending_review'), done('approved')], 'pending_review'],
    [[done('approved'), done('approved'), { status: 'not_applicable', review: null }], 'approved'],
    [[done('approved'), { status: 'in_progress', review: 'requires_action' }], 'requires_action'],
  ] as const)('%j is %s [3.cases.8]', (areas, expected) => {
    expect(caseInspectionStatus(areas)).toBe(expected);
  });
});

it('requirements are lines without the blank ones [5.case.15]', () => {
  expect(splitRequirements('  one\r\n\r\n two \n\n   \nthree')).toEqual(['one', 'two', 'three']);
});
