import { describe, expect, test } from 'vitest';
import { spanText, timelineRows, type PhaseName } from './plan-phases.ts';

test('spans are in whole days, counted from the day of acceptance', () => {
  expect(spanText(0, 0.25)).toBe('day 0 to 1');
  expect(spanText(0.25, 10.75)).toBe('day 0 to 11');
  expect(spanText(11, 49.5)).toBe('day 11 to 61');
  expect(spanText(4, 0)).toBe('day 4');
});

describe('rows of a timeline', () => {
  const phase = (name: PhaseName, startDay: number, days: number, items = 1) => ({
    name,
    startDay,
    days,
    items,
    cost: 5,
  });
  const rows = (...phases: ReturnType<typeof phase>[]) =>
    timelineRows(phases).map(({ phase: name, step, planned, due, startDay, days, cost }) => [
      step ?? name,
      planned,
      due,
      startDay,
      days,
      cost,
    ]);
  test.each<[string, ReturnType<typeof rows>, ReturnType<typeof rows>]>([
    [
      'critical work of two days',
      rows(phase('critical', 0, 2)),
      [['critical', 'day 0 to 2', 'due in 24–48 hours', 0, 2, 5]],
    ],
    [
      'critical work of ten days is made safe first',
      rows(phase('critical', 0, 10)),
      [
        ['make_safe', 'day 0 to 2', 'due in 24–48 hours', 0, 2, null],
        ['repairs', 'day 0 to 10', null, 0, 10, 5],
      ],
    ],
    ['a phase without items', rows(phase('critical', 0, 0, 0)), [['critical', null, 'due in 24–48 hours', 0, 0, 5]]],
    [
      'minor work that is planned before its window begins',
      rows(phase('minor', 5, 2)),
      [['minor', 'day 5 to 7', 'due in weeks 3–4', 5, 2, 5]],
    ],
    [
      'later phases within and past their windows',
      rows(phase('major', 2, 12), phase('minor', 14, 47.5)),
      [
        ['major', 'day 2 to 14', 'due in weeks 1–2', 2, 12, 5],
        ['minor', 'day 14 to 62', 'later than weeks 3–4', 14, 47.5, 5],
      ],
    ],
  ])('%s', (_name, found, expected) => {
    expect(found).toEqual(expected);
  });
});
