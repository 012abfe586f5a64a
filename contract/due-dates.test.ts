import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  addDays,
  daysBetween,
  dueDateInput,
  dueDateOf,
  dueTimestamp,
  earliestToday,
  formatDueDate,
  formatLongDueDate,
  isOverdue,
  localDate,
  overdueEverywhereSince,
  todayOf,
} from './due-dates.ts';

const zones = ['America/New_York', 'Asia/Tokyo', 'UTC'] as const;
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the due date of a request', () => {
  const input = dueDateInput('Due date is required');
  it.each([
    ['2026-11-21', '2026-11-21'],
    ['2026-11-21T23:59:59-05:00', '2026-11-21'],
    ['2026-11-21T00:30:00+09:00', '2026-11-21'],
    ['2026-11-22T04:59:59.000Z', '2026-11-22'],
    ['2026-11-21T10:00', '2026-11-21'],
    ['2028-02-29', '2028-02-29'],
  ])('%s is due on %s', (text, date) => expect(input.parse(text)).toBe(date));

  it.each([
    '',
    'soon',
    '2026-02-30',
    '2026-13-01',
    '11/21/2026',
    '2026-11-21 or later',
    '+012026-11-21T00:00:00Z',
    1,
    null,
  ])('%j is not a date', (value) => {
    expect(input.safeParse(value).error?.issues.map(({ message }) => message)).toEqual(['Due date is required']);
  });
});

describe.each(zones)('a due date that is read in %s', (zone) => {
  it('is the same day on every screen and document [9.dates.1]', () => {
    vi.stubEnv('TZ', zone);
    const sent = dueTimestamp('2026-11-05');
    expect(sent).toBe('2026-11-05T00:00:00.000Z');
    expect(formatDueDate(dueDateOf(sent))).toBe('Nov 05, 2026');
    expect(formatLongDueDate(dueDateOf(sent))).toBe('November 5, 2026');
  });

  it("is overdue once its day is over at the caller's location", () => {
    vi.stubEnv('TZ', zone);
    const [evening, midnight] = [new Date(2026, 10, 21, 23, 59, 59), new Date(2026, 10, 22)];
    expect([localDate(evening), localDate(midnight)]).toEqual(['2026-11-21', '2026-11-22']);
    expect(isOverdue('2026-11-21', localDate(evening))).toBe(false);
    expect(isOverdue('2026-11-21', localDate(midnight))).toBe(true);
  });

  it('is as many days away as the calendar says, even across a change to summer time', () => {
    vi.stubEnv('TZ', zone);
    expect(daysBetween(localDate(new Date(2026, 9, 31, 23)), '2026-11-02')).toBe(2);
    expect(daysBetween(localDate(new Date(2026, 2, 8, 1)), '2026-03-07')).toBe(-1);
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });
});

describe('dates on earth', () => {
  it.each([
    ['2026-11-21T11:59:59Z', '2026-11-20'],
    ['2026-11-21T12:00:00Z', '2026-11-21'],
  ])('at %s the earliest is %s', (now, date) => expect(earliestToday(new Date(now))).toBe(date));

  it('count a due date as overdue for everyone once it is over at UTC−12', () => {
    expect(overdueEverywhereSince(new Date('2026-12-22T11:59:59Z'), 30)).toBe('2026-11-21');
    expect(overdueEverywhereSince(new Date('2026-12-21T11:59:59Z'), 30)).toBe('2026-11-20');
  });

  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2026-11-21', '2026-11-21'],
    [undefined, '2026-11-21'],
    ['2026-11-19', '2026-11-21'],
    ['2026-11-22', '2026-11-21'],
    ['2999-01-01', '2026-11-21'],
  ])('for a caller who sends %s at 09:00 UTC the date is %s', (caller, date) => {
    expect(todayOf(caller, new Date('2026-11-21T09:00:00Z'))).toBe(date);
  });
  it('allow a caller in Kiribati to be a day ahead', () => {
    expect(todayOf('2026-11-22', new Date('2026-11-21T10:00:00Z'))).toBe('2026-11-22');
  });
});
