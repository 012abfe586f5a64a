import { describe, expect, it } from 'vitest';
import { pairDoubles, sameMoment } from './doubles.rules.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, seconds));
const moment = (taken: number | null, created: number) => ({
  takenAt: taken === null ? null : at(taken),
  createdAt: at(created),
});

describe('two pictures are of the same moment', () => {
  it.each([
    ['a moment later', moment(0, 0), moment(5, 6), true],
    ['before the other', moment(20, 21), moment(0, 0), true],
    ['at the limit', moment(0, 0), moment(30, 99), true],
    ['too late', moment(0, 0), moment(31, 32), false],
    ['of a device whose clock is wrong', moment(3600, 2), moment(0, 0), true],
    ['taken then and sent much later', moment(2, 600), moment(0, 0), true],
    ['without a time of its own, sent much later', moment(null, 600), moment(0, 0), false],
  ])('%s', (_name, a, b, same) => {
    expect(sameMoment(a, b)).toBe(same);
  });
});

describe('findings of the same moment', () => {
  const mould = (confidence: number) => ({ category: 'mould' as const, confidence });
  const crack = (confidence: number) => ({ category: 'crack' as const, confidence });
  const indices = (found: Parameters<typeof pairDoubles>[0], present: Parameters<typeof pairDoubles>[1]) =>
    [...pairDoubles(found, present)].map(([a, b]) => [found.indexOf(a), present.indexOf(b)]);

  it.each([
    ['nothing known', [mould(70)], [], []],
    ['another category', [mould(70)], [crack(70)], []],
    ['one and the same', [mould(70)], [mould(60)], [[0, 0]]],
    ['two in the picture where one is known', [mould(50), mould(70)], [mould(60)], [[1, 0]]],
    ['two known of which one is seen', [mould(50)], [mould(40), mould(60)], [[0, 1]]],
    [
      'one of each',
      [crack(55), mould(50)],
      [mould(40), crack(60)],
      [
        [0, 1],
        [1, 0],
      ],
    ],
  ] as const)('%s', (_name, found, present, expected) => {
    expect(indices(found, present)).toEqual(expected);
  });
});
