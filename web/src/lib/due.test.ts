import { describe, expect, it } from 'vitest';
import { addDays, dueTimestamp } from '#contract/due-dates.ts';
import { dueIn } from '#web/lib/due.ts';

const now = new Date(2026, 10, 21, 15, 30);
const on = (days: number) => dueTimestamp(addDays('2026-11-21', days));

describe('due dates', () => {
  it.each([
    [-2, '2 days overdue', 'critical'],
    [-1, '1 day overdue', 'critical'],
    [0, '0 days left', 'critical'],
    [3, '3 days left', 'critical'],
    [4, '4 days left', 'medium'],
    [7, '7 days left', 'medium'],
    [8, '8 days left', 'good'],
  ])('%i days ahead reads %s in %s [2.properties.13, 2.properties.14, 9.due.1]', (days, text, tone) => {
    expect(dueIn(on(days), now)).toEqual({ days, text, tone });
  });
});
