import { describe, expect, test } from 'vitest';
import {
  coverageOfAreas,
  coverageText,
  isFullyCovered,
  isScorable,
  missingEvidence,
  noCoverage,
  runCoverageText,
  type Coverage,
} from './coverage.ts';

const of = (fields: Partial<Coverage>): Coverage => ({
  checks: 12,
  answered: 12,
  critical: 3,
  criticalAnswered: 3,
  photos: 2,
  usablePhotos: 2,
  requirements: 0,
  requirementsMet: 0,
  ...fields,
});

describe('whether an area can be scored, and what is missing', () => {
  test.each([
    ['everything answered', of({}), true, true, null],
    ['critical checks alone', of({ answered: 3 }), true, false, null],
    ['one requirement open', of({ requirements: 2, requirementsMet: 1 }), true, false, null],
    ['one blurred photo beside a usable one', of({ usablePhotos: 1 }), true, true, null],
    ['one critical check open', of({ answered: 11, criticalAnswered: 2 }), false, false, '1 critical check'],
    ['blurred photos alone', of({ usablePhotos: 0 }), false, false, 'a usable photo'],
    [
      'nothing',
      of({ answered: 0, criticalAnswered: 0, photos: 0, usablePhotos: 0 }),
      false,
      false,
      '3 critical checks and a usable photo',
    ],
    [
      'no checklist',
      of({ checks: 0, answered: 0, critical: 0, criticalAnswered: 0 }),
      false,
      false,
      'the checks of an area',
    ],
    ['no checklist and no photo', noCoverage, false, false, 'the checks of an area and a usable photo'],
  ])('%s [domain.score.9, domain.score.10]', (_name, coverage, scorable, full, missing) => {
    expect([isScorable(coverage), isFullyCovered(coverage), missingEvidence(coverage)]).toEqual([
      scorable,
      full,
      missing,
    ]);
  });
});

test.each([
  [of({}), '12 of 12 checks · 2 photos'],
  [of({ answered: 5, photos: 1, usablePhotos: 1 }), '5 of 12 checks · 1 photo'],
  [of({ usablePhotos: 1 }), '12 of 12 checks · 1 of 2 photos usable'],
  [of({ checks: 0, answered: 0 }), '2 photos'],
  [of({ requirements: 1 }), '12 of 12 checks · 2 photos · 0 of 1 requirement met with evidence'],
  [of({ requirements: 3, requirementsMet: 2 }), '12 of 12 checks · 2 photos · 2 of 3 requirements met with evidence'],
])('%o reads %s [domain.score.7, domain.score.17]', (coverage, text) => expect(coverageText(coverage)).toBe(text));

test('a run adds up its areas and counts those without a score [domain.score.12]', () => {
  const areas = [
    { coverage: of({ requirements: 2, requirementsMet: 1 }), complianceScore: 97 },
    { coverage: of({ answered: 1, criticalAnswered: 1, usablePhotos: 0 }), complianceScore: null },
  ];
  const coverage = coverageOfAreas(areas, { requirements: 3, requirementsMet: 2 });
  expect(runCoverageText(coverage)).toBe(
    '1 of 2 areas scored · 13 of 24 checks · 3 of 5 requirements met with evidence',
  );
  expect(coverage).toEqual({
    checks: 24,
    answered: 13,
    critical: 6,
    criticalAnswered: 4,
    photos: 4,
    usablePhotos: 2,
    requirements: 5,
    requirementsMet: 3,
    areas: 2,
    areasScored: 1,
  });
});
