import { expect, test } from 'vitest';
import type { AnalyticsBucket } from '#contract/analytics.ts';
import {
  bucketText,
  countChange,
  periodText,
  onTimeCompletion,
  scoreChange,
  severityText,
  tickText,
} from '#web/features/analytics/texts.ts';

test("weeks and months are those of UTC, regardless of the reader's zone", () => {
  const [week, month] = [{ bucket: 'week' as const }, { bucket: 'month' as const }];
  expect([tickText('2026-11-16', week), bucketText('2026-11-16', week)]).toEqual(['Nov 16', 'Week of Nov 16, 2026']);
  expect([tickText('2026-02-01', month), bucketText('2026-02-01', month)]).toEqual(['Feb ’26', 'February 2026']);
  expect(periodText({ from: '2026-08-31', to: '2026-11-21', bucket: 'week' })).toBe('Aug 31, 2026 – Nov 21, 2026');
});

test.each([
  [5, 2, '+3 from the previous period'],
  [2, 5, '−3 from the previous period'],
  [2, 2, 'no change from the previous period'],
])('%i inspections after %i', (now, before, text) => expect(countChange(now, before)).toBe(text));

test.each([
  [82.1, { points: 2.1, areas: 3 }, '+2.1 points in 3 areas inspected before'],
  [79.9, { points: -2.1, areas: 1 }, '−2.1 points in 1 area inspected before'],
  [80, { points: 0, areas: 2 }, 'no change in 2 areas inspected before'],
  [80, null, 'no earlier scores to compare'],
  [null, null, 'no inspections scored'],
])('a mean of %s that changed by %o [domain.score.16]', (meanScore, change, text) => {
  expect(scoreChange({ inspections: 1, scored: 1, meanScore, before: { inspections: 1 }, scoreChange: change })).toBe(
    text,
  );
});

test('severities as text', () => {
  expect(severityText({ critical: 2, high: 0, medium: 0, low: 1 })).toBe('2 critical, 1 low');
  expect(severityText({ critical: 0, high: 0, medium: 0, low: 0 })).toBe('none');
});

test('onTimeCompletion counts what was due, not what is still open', () => {
  const bucket = (onTime: number, late: number, overdue: number, open: number): AnalyticsBucket => ({
    start: '2026-11-16',
    inspections: { in_progress: 0, pending_review: 0, requires_action: 0, approved: 0 },
    scored: 0,
    meanScore: null,
    cases: { onTime, late, overdue, open },
  });
  expect(onTimeCompletion([bucket(2, 1, 0, 4), bucket(1, 0, 0, 0)])).toEqual({ percent: 75, hint: '3 of 4 cases due' });
  expect(onTimeCompletion([bucket(0, 0, 1, 0)])).toEqual({ percent: 0, hint: '0 of 1 case due' });
  expect(onTimeCompletion([bucket(0, 0, 0, 4)])).toEqual({ percent: null, hint: 'no cases were due' });
});
