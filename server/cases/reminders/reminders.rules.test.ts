import { describe, expect, it } from 'vitest';
import { remindersOf } from './reminders.rules.ts';

describe('a reminder', () => {
  it.each([
    [8, []],
    [7, [7]],
    [6, [7]],
    [5, []],
    [4, []],
    [3, [3]],
    [2, [3]],
    [1, []],
    [0, [0]],
    [-1, [-1]],
    [-2, [-1]],
    [-3, [-1, -3]],
    [-20, [-1, -3]],
  ])('with %i days left is the one for day %o', (daysLeft, steps) => {
    expect(remindersOf(daysLeft, 30).map(({ step }) => step)).toEqual(steps);
  });

  it.each([0, 1])('is not sent to an owner who got the case %i days ago', (openedDaysAgo) => {
    expect(remindersOf(7, openedDaysAgo)).toEqual([]);
    expect(remindersOf(3, openedDaysAgo)).toEqual([]);
    expect(remindersOf(-1, openedDaysAgo)).toEqual([{ step: -1, to: 'owner' }]);
  });

  it('is sent to the brand once a case is three days overdue, and to the owner if that was missed', () => {
    expect(remindersOf(-3, 30)).toEqual([
      { step: -1, to: 'owner' },
      { step: -3, to: 'brand' },
    ]);
  });
});
