import { describe, expect, it } from 'vitest';
import { noCoverage } from '#contract/coverage.ts';
import type { AreaScore } from '#contract/property-page.ts';
import { scoreChangeOf, scoreChangeText } from './score-changes.ts';

const scored = (score: number | null): AreaScore => ({
  inspectionId: '00000000-0000-4000-8000-000000000000',
  at: '2026-11-20T10:00:00.000Z',
  score,
  coverage: noCoverage,
  status: 'approved',
});

describe('the change of a score, with the newest score first', () => {
  it.each([
    [[], null],
    [[90], null],
    [[null, 90], null],
    [[90, 87.4], 3],
    [[49, null, 88], -39],
    [[97, 97], 0],
  ])('of %j is %j', (scores, change) => expect(scoreChangeOf(scores.map(scored))).toBe(change));

  it.each([
    [1, '+1 point'],
    [-39, '−39 points'],
    [0, 'No change'],
  ])('%j reads %j', (change, text) => expect(scoreChangeText(change)).toBe(text));
});
