import { describe, expect, test } from 'vitest';
import { basisText, shortestBasisText, isFullyCovered, isScorable, noCoverage, type Coverage } from './coverage.ts';
import { coverageDetails, coverageText, missingEvidence } from './coverage-details.ts';

const of = (fields: Partial<Coverage>): Coverage => ({
  checks: 12,
  answered: 12,
  critical: 3,
  criticalAnswered: 3,
  notApplicable: 0,
  photos: 2,
  usablePhotos: 2,
  pendingPhotos: 0,
  requirements: 0,
  requirementsMet: 0,
  ...fields,
});

describe('whether an area can be scored, and what is missing', () => {
  test.each([
    ['everything answered', of({}), true, true, null],
    ['critical checks alone', of({ answered: 3 }), true, false, null],
    ['one requirement open', of({ requirements: 2, requirementsMet: 1 }), true, false, null],
    ['one photo that is being analyzed', of({ usablePhotos: 1, pendingPhotos: 1 }), true, false, null],
    ['one blurred photo beside a usable one', of({ usablePhotos: 1 }), true, true, null],
    ['some checks that do not apply', of({ notApplicable: 11 }), true, true, null],
    ['no check that applies', of({ notApplicable: 12 }), false, false, 'a check that applies'],
    [
      'critical checks alone, none of which applies',
      of({ answered: 3, notApplicable: 3, usablePhotos: 0 }),
      false,
      false,
      'a check that applies and a usable photo',
    ],
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
  [of({ notApplicable: 4 }), '12 of 12 checks · 2 photos · 4 not applicable'],
  [of({ requirements: 1 }), '12 of 12 checks · 2 photos · 0 of 1 requirement met with evidence'],
  [of({ requirements: 3, requirementsMet: 2 }), '12 of 12 checks · 2 photos · 2 of 3 requirements met with evidence'],
])('%o reads %s [domain.score.7, domain.score.17]', (coverage, text) => expect(coverageText(coverage)).toBe(text));

test.each([
  [of({}), '12 of 12 checks'],
  [of({ requirements: 1 }), '12 of 12 checks · 0 of 1 requirement'],
  [
    of({ requirements: 2, requirementsMet: 1, usablePhotos: 0 }),
    '12 of 12 checks · no usable photo · 1 of 2 requirements',
  ],
])('in a table, a score based on %o stands beside %s [domain.score.7]', (basis, text) =>
  expect(basisText(basis, true)).toBe(text),
);

test.each([
  [of({}), '12/12 checks'],
  [of({ notApplicable: 4, requirements: 2, requirementsMet: 1 }), '12/12 checks · 4 n/a · 1/2 req.'],
  [of({ usablePhotos: 0, pendingPhotos: 2 }), '12/12 checks · 2 analyzing'],
  [of({ usablePhotos: 0 }), '12/12 checks · no usable photo'],
  [noCoverage, 'no checks · no usable photo'],
  [{ ...of({ pendingPhotos: 1 }), areas: 3, areasScored: 1 }, '1/3 areas scored · 12/12 checks · 1 analyzing'],
  [{ ...noCoverage, areas: 0, areasScored: 0 }, 'no area scored yet'],
])('in a table on a tablet, a score based on %o stands beside %s [domain.score.7]', (basis, text) =>
  expect(shortestBasisText(basis)).toBe(text),
);

test.each([
  [of({}), '12 of 12 checks'],
  [of({ requirements: 1 }), '12 of 12 checks · 0 of 1 requirement met with evidence'],
  [of({ answered: 11, usablePhotos: 0 }), '11 of 12 checks · no usable photo'],
  [of({ usablePhotos: 0, pendingPhotos: 2 }), '12 of 12 checks · 2 photos being analyzed'],
  [of({ notApplicable: 4 }), '12 of 12 checks · 4 not applicable'],
  [noCoverage, 'no checks · no usable photo'],
  [{ ...of({}), areas: 3, areasScored: 1 }, '1 of 3 areas scored · 12 of 12 checks'],
  [
    { ...of({ notApplicable: 2 }), areas: 3, areasScored: 1 },
    '1 of 3 areas scored · 12 of 12 checks · 2 not applicable',
  ],
  [{ ...noCoverage, areas: 0, areasScored: 0 }, 'no area scored yet'],
])('a score based on %o stands beside %s [domain.score.7]', (basis, text) => expect(basisText(basis)).toBe(text));

test('the details of an area say what it still needs for a score [domain.score.10]', () => {
  expect(coverageDetails(of({}))).toEqual(['12 of 12 checks · 2 photos']);
  expect(coverageDetails(of({ answered: 11, criticalAnswered: 2, usablePhotos: 0 }))).toEqual([
    'Not enough evidence: 1 critical check and a usable photo missing',
    '11 of 12 checks · 0 of 2 photos usable',
  ]);
});
