import { describe, expect, it } from 'vitest';
import { areCloseInTime, pairDuplicates } from './duplicates.rules.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, seconds));
const times = (taken: number | null, received: number) => ({
  takenAt: taken === null ? null : at(taken),
  receivedAt: at(received),
});

describe('two pictures belong to the same visit', () => {
  it.each([
    ['seconds later', times(0, 0), times(5, 6), true],
    ['before the other', times(20, 21), times(0, 0), true],
    ['at the limit', times(0, 0), times(30, 99), true],
    ['too late', times(0, 0), times(31, 32), false],
    ['of a device whose clock is wrong', times(3600, 2), times(0, 0), true],
    ['taken then and sent much later', times(2, 600), times(0, 0), true],
    ['without a time of its own, sent much later', times(null, 600), times(0, 0), false],
  ])('%s', (_name, a, b, same) => {
    expect(areCloseInTime(a, b)).toBe(same);
  });
});

describe('findings of the same visit', () => {
  const mould = (confidence: number) => ({ category: 'mould' as const, confidence });
  const crack = (confidence: number) => ({ category: 'crack' as const, confidence });
  const indices = (found: Parameters<typeof pairDuplicates>[0], existing: Parameters<typeof pairDuplicates>[1]) =>
    [...pairDuplicates(found, existing)].map(([a, b]) => [found.indexOf(a), existing.indexOf(b)]);

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
  ] as const)('%s', (_name, found, existing, expected) => {
    expect(indices(found, existing)).toEqual(expected);
  });
});
