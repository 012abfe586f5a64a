import { describe, expect, it } from 'vitest';
import { before, bucketStarts, limitsOf, meanOf, mondayOf, periodOf } from './analytics.rules.ts';

// A Saturday.
const today = '2026-11-21';

describe('the period', () => {
  it.each([
    [{}, '2026-08-31', '2026-11-21', 'week'],
    [{ from: '2026-11-01' }, '2026-11-01', '2026-11-21', 'week'],
    [{ from: '2027-02-01' }, '2027-02-01', '2027-02-01', 'week'],
    [{ to: '2026-01-01' }, '2025-10-13', '2026-01-01', 'week'],
    [{ from: '2026-01-01', to: '2026-12-31' }, '2026-01-01', '2026-12-31', 'week'],
    [{ from: '2025-11-01', to: '2026-11-21' }, '2025-11-01', '2026-11-21', 'month'],
    [{ from: '2016-11-21', to: '2026-11-21' }, '2016-11-21', '2026-11-21', 'month'],
  ])('of %j', (query, from, to, bucket) => expect(periodOf(query, today)).toEqual({ from, to, bucket }));

  it.each([
    [{ from: '2026-11-22', to: '2026-11-21' }, 'The period ends before it begins'],
    [{ from: '2010-01-01', to: '2026-11-21' }, 'A period has at most 10 years'],
    [{ from: '0001-01-01' }, 'Choose a day from 2000 on'],
    [{ to: '9999-12-31' }, 'Choose a day from 2000 on'],
  ])('of %j is refused', (query, message) => expect(() => periodOf(query, today)).toThrow(message));

  it('is compared with the same number of days before it', () => {
    const period = periodOf({ from: '2026-03-01', to: '2026-03-31' }, today);
    expect(before(period)).toEqual({ from: '2026-01-29', to: '2026-02-28', bucket: 'week' });
    expect(limitsOf(period)).toEqual({
      start: new Date('2026-03-01T00:00:00Z'),
      end: new Date('2026-04-01T00:00:00Z'),
    });
  });
});

describe('weeks and months', () => {
  it.each([
    ['2026-11-16', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2026-01-01', '2025-12-29'],
  ])('%s is in the week of %s', (day, monday) => expect(mondayOf(day)).toBe(monday));

  it('are all that overlap the period', () => {
    expect(bucketStarts({ from: '2026-01-01', to: '2026-01-12', bucket: 'week' })).toEqual([
      '2025-12-29',
      '2026-01-05',
      '2026-01-12',
    ]);
    expect(bucketStarts({ from: '2025-11-30', to: '2026-02-01', bucket: 'month' })).toEqual([
      '2025-11-01',
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
    ]);
  });
});

it('a mean has one decimal, and is null without values', () => {
  expect([meanOf(0, 0), meanOf(200, 3), meanOf(0, 2)]).toEqual([null, 66.7, 0]);
});
