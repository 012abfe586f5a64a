import { expect, test } from 'vitest';
import { dayMarks } from '#web/features/plans/timeline.ts';

test.each([
  [0, [0]],
  [0.25, [0]],
  [3, [0, 1, 2, 3]],
  [8, [0, 2, 4, 6, 8]],
  [61, [0, 14, 28, 42, 56]],
])('marks of an axis of %d days', (days, marks) => {
  expect(dayMarks(days)).toEqual(marks);
});

test('an axis has at most eight marks, and none beyond its end', () => {
  for (let days = 0; days < 2500; days += 1) {
    const marks = dayMarks(days);
    expect(marks.length).toBeLessThanOrEqual(8);
    expect(marks.at(-1)).toBeLessThanOrEqual(days);
  }
});
