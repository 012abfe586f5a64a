import { describe, expect, it } from 'vitest';
import { reminderOf } from './reminders.rules.ts';

describe('a reminder', () => {
  it.each([
    [8, null],
    [7, 7],
    [6, 7],
    [5, null],
    [4, null],
    [3, 3],
    [2, 3],
    [1, null],
    [0, 0],
    [-1, -1],
    [-2, -1],
    [-3, -3],
    [-20, -3],
  ])('with %i days left is the one for day %o', (daysLeft, step) => {
    expect(reminderOf(daysLeft, 30)?.step ?? null).toBe(step);
  });

  it.each([0, 1])('is not sent to an owner who got the case %i days ago', (openedDaysAgo) => {
    expect(reminderOf(7, openedDaysAgo)).toBeNull();
    expect(reminderOf(3, openedDaysAgo)).toBeNull();
    expect(reminderOf(-1, openedDaysAgo)).toEqual({ step: -1, to: 'owner' });
  });

  it('is sent to the brand once a case is three days overdue', () => {
    expect(reminderOf(-3, 30)).toEqual({ step: -3, to: 'brand' });
  });
});
