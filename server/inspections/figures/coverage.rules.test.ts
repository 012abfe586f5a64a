import { expect, test } from 'vitest';
import { noCoverage, runCoverageText, type Coverage } from '#contract/coverage.ts';
import { coverageOfAreas, sumOfCoverage } from './coverage.rules.ts';

const of = (fields: Partial<Coverage>): Coverage => ({
  ...noCoverage,
  checks: 12,
  answered: 12,
  critical: 3,
  criticalAnswered: 3,
  photos: 2,
  usablePhotos: 2,
  ...fields,
});

test('several properties add up', () => {
  const one = { ...of({}), areas: 3, areasScored: 1 };
  expect(sumOfCoverage([one, { ...one, answered: 2 }])).toMatchObject({
    areas: 6,
    areasScored: 2,
    answered: 14,
    photos: 4,
  });
  expect(sumOfCoverage([])).toEqual({ ...noCoverage, areas: 0, areasScored: 0 });
});

test('a run adds up its areas and counts those without a score [domain.score.12]', () => {
  const areas = [
    { coverage: of({ requirements: 2, requirementsMet: 1, photos: 3, pendingPhotos: 1 }), complianceScore: 97 },
    { coverage: of({ answered: 1, criticalAnswered: 1, usablePhotos: 0 }), complianceScore: null },
  ];
  const coverage = coverageOfAreas(areas, { requirements: 3, requirementsMet: 2 });
  expect(runCoverageText(coverage)).toBe(
    '1 of 2 areas scored · 13 of 24 checks · 1 photo being analyzed · 3 of 5 requirements met with evidence',
  );
  expect(coverage).toEqual({
    checks: 24,
    answered: 13,
    critical: 6,
    criticalAnswered: 4,
    notApplicable: 0,
    photos: 5,
    usablePhotos: 2,
    pendingPhotos: 1,
    requirements: 5,
    requirementsMet: 3,
    areas: 2,
    areasScored: 1,
  });
});
