import { describe, expect, it } from 'vitest';
import { formatTimestamp } from '#contract/texts.ts';
import {
  formatAgo,
  formatDate,
  formatLongDateTime,
  formatPercent,
  formatTime,
  formatWaiting,
} from '#web/lib/format.ts';

const when = new Date(2026, 10, 5, 9, 51);

describe('formatting', () => {
  it('shows dates and times in the formats of the screens [9.dates.2, 9.dates.3]', () => {
    expect(formatDate(when)).toBe('Nov 5, 2026');
    expect(formatTime(when)).toBe('9:51 AM');
    expect(formatLongDateTime(when)).toBe('November 5, 2026 at 9:51 AM');
    expect(formatTimestamp(134)).toBe('02:14');
  });
  it('rounds percentages to whole numbers', () => {
    expect([66.4, 83.6, '72.51', 0, 100].map(formatPercent)).toEqual(['66%', '84%', '73%', '0%', '100%']);
    expect(formatPercent(null)).toBe('–');
  });
  it('shows how long ago something happened', () => {
    const now = when.getTime();
    expect(formatAgo(now - 20_000, now)).toBe('just now');
    expect(formatAgo(now - 5 * 60_000, now)).toBe('5 minutes ago');
    expect(formatAgo(now - 86_400_000, now)).toBe('yesterday');
    expect(formatAgo(now - 30 * 86_400_000, now)).toBe('Oct 6, 2026');
  });
  it('shows how long something has been waiting', () => {
    const now = when.getTime();
    expect(formatWaiting(now - 20_000, now)).toBe('1 min');
    expect(formatWaiting(now - 60_000, now)).toBe('1 min');
    expect(formatWaiting(now - 59 * 60_000, now)).toBe('59 min');
    expect(formatWaiting(now - 23 * 3_600_000, now)).toBe('23 h');
    expect(formatWaiting(now - 47 * 3_600_000, now)).toBe('1 day');
    expect(formatWaiting(now - 48 * 3_600_000, now)).toBe('2 days');
  });
});
