import { expect, test } from 'vitest';
import { dayMarks, spanText } from '#web/features/reports/timeline.ts';

test.each([
  [0, [0]],
  [0.25, [0]],
  [3, [0, 1, 2, 3]],
  [8, [0, 2, 4, 6, 8]],
  [61, [0, 14, 28, 42, 56]],
])('marks of an axis of %d days', (days, marks) => {
  expect(dayMarks(days)).toEqual(marks);
});

test('an axis never has more than eight marks, and none beyond its end', () => {
  for (let days = 0; days < 2500; days += 1) {
    const marks = dayMarks(days);
    expect(marks.length).toBeLessThanOrEqual(8);
    expect(marks.at(-1)).toBeLessThanOrEqual(days);
  }
});

test('spans are whole days, from the day of acceptance', () => {
  expect(spanText(0, 0.25)).toBe('day 0 to 1');
  expect(spanText(0.25, 10.75)).toBe('day 0 to 11');
  expect(spanText(11, 49.5)).toBe('day 11 to 61');
  expect(spanText(4, 0)).toBe('day 4');
});
