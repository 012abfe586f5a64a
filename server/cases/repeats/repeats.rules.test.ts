import { describe, expect, it } from 'vitest';
import { addMonths } from '#contract/due-dates.ts';
import { canRepeat, isOpeningDue, nextOpening } from './repeats.rules.ts';

describe('a date some months later', () => {
  it.each([
    ['2026-01-31', 1, undefined, '2026-02-28'],
    ['2028-01-31', 1, undefined, '2028-02-29'],
    ['2026-02-28', 1, 31, '2026-03-31'],
    ['2026-11-15', 2, undefined, '2027-01-15'],
    ['2026-12-31', 6, undefined, '2027-06-30'],
    ['2026-12-01', 60, undefined, '2031-12-01'],
  ])('%s and %i months, on day %s, is %s', (date, months, day, expected) => {
    expect(addMonths(date, months, day)).toBe(expected);
  });
});

describe('the next opening', () => {
  it.each([
    ['is the date itself while it lies ahead', '2026-05-10', '2026-05-09', '2026-05-10'],
    ['is months after the date once it has come', '2026-05-10', '2026-05-10', '2026-08-10'],
    ['leaves out what was missed', '2026-05-10', '2027-05-11', '2027-08-10'],
  ])('%s', (_, nextOn, today, expected) => {
    expect(nextOpening({ everyMonths: 3, nextOn, dayOfMonth: 10 }, today)).toBe(expected);
  });

  it('returns to the 31st after a short month', () => {
    const rhythm = { everyMonths: 1, nextOn: '2026-02-28', dayOfMonth: 31 };
    expect(nextOpening(rhythm, '2026-02-28')).toBe('2026-03-31');
  });

  it.each([
    ['2026-03-08T13:45:00Z', true],
    ['2026-03-07T23:59:59Z', false],
    ['2026-04-01T00:00:00Z', true],
  ])('has come at %s: %s', (now, expected) => {
    expect(isOpeningDue({ nextOn: '2026-03-08' }, new Date(now))).toBe(expected);
  });
});

describe('a case can repeat', () => {
  it.each([
    ['pending', false, false, true],
    ['completed', false, false, true],
    ['expired', false, false, true],
    ['cancelled', false, false, false],
    ['cancelled', true, false, true],
    ['completed', false, true, false],
  ] as const)('%s, repeats: %s, opened again: %s → %s', (status, repeats, openedAgain, expected) => {
    expect(canRepeat(status, repeats, openedAgain)).toBe(expected);
  });
});
