import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findingCategories, severities } from '#contract/finding-categories.ts';
import { noCoverage, type Coverage } from '#contract/coverage.ts';
import {
  distinctFindings,
  explainArea,
  explainFindings,
  explainProperty,
  gradeOf,
  scoreArea,
  scoreFindings,
  scoreProperty,
  scoringVersion,
} from './scoring.rules.ts';
import type { AreaFinding, AreaScore, BesideAreas, ScoredFinding } from './scoring.rules.ts';

const finding = (severity: ScoredFinding['severity'], category: ScoredFinding['category'], confidence = 100) => ({
  severity,
  category,
  confidence,
});

describe('score of a photo', () => {
  test.each([
    ['nothing found', [], { overall: 100, safety: 100, condition: 100, maintenance: 100 }],
    ['a medium stain', [finding('medium', 'stain')], { overall: 89, safety: 100, condition: 89, maintenance: 100 }],
    ['half sure', [finding('medium', 'stain', 50)], { overall: 89, condition: 89 }],
    ['a wide crack', [finding('high', 'crack')], { overall: 69, maintenance: 69, condition: 100 }],
    ['a critical finding', [finding('critical', 'blocked_exit')], { overall: 49, safety: 49 }],
    ['a doubtful critical finding', [finding('critical', 'mould', 10)], { overall: 49, safety: 49 }],
    // 0.4 x 0 + 0.35 x 100 + 0.25 x 100 = 60
    [
      'no dimension below zero',
      Array.from({ length: 4 }, () => finding('critical', 'pest')),
      { overall: 49, safety: 0, condition: 100 },
    ],
    // 0.4 x 100 + 0.35 x 97 + 0.25 x 97 = 98.2
    [
      'wear',
      [finding('low', 'carpet_wear'), finding('low', 'crack')],
      { overall: 97, condition: 97, maintenance: 97, safety: 100 },
    ],
    // 0.4 x 20 + 0.35 x 60 + 0.25 x 60 = 44
    [
      'a sum below the cap',
      (['mould', 'mould', 'stain', 'leak'] as const).map((category) => finding('critical', category)),
      { overall: 44, safety: 20, condition: 49, maintenance: 49 },
    ],
    // The medium stain is not the worst finding, so its dimension keeps 100 - 8.
    [
      'a worse one in another dimension',
      [finding('high', 'leak'), finding('medium', 'stain')],
      { overall: 69, maintenance: 69, condition: 92 },
    ],
  ])('%s [domain.score.2, domain.score.5, domain.score.6]', (_name, findings, expected) => {
    expect(scoreFindings(findings)).toMatchObject(expected);
  });

  test("a dimension's score never falls below 0", () => {
    const ruined = severities.flatMap(() => [
      finding('critical', 'mould'),
      finding('critical', 'stain'),
      finding('critical', 'leak'),
    ]);
    expect(scoreFindings(ruined).overall).toBe(0);
  });

  test('a finding that a user added or confirmed counts in full [domain.score.3]', () => {
    const doubtful = finding('high', 'leak', 5);
    const { deductions } = explainFindings([
      doubtful,
      { ...doubtful, source: 'person' },
      { ...doubtful, source: 'ai', confirmed: true },
    ]);
    expect(deductions.map(({ points }) => points)).toEqual([1, 20, 20]);
  });

  test('the breakdown counts high as major, medium and low as minor [decisions.analysis.5]', () => {
    const all = severities.map((severity) => finding(severity, 'stain'));
    expect(scoreFindings(all).breakdown).toEqual({ criticalIssues: 1, majorIssues: 1, minorIssues: 2 });
  });

  test('the explanation adds up and states the cap [domain.score.4]', () => {
    const explained = explainFindings([finding('high', 'crack', 50), finding('medium', 'stain')]);
    expect(explained.deductions.map((d) => [d.dimension, d.points])).toEqual([
      ['maintenance', 10],
      ['condition', 8],
    ]);
    expect(explained.weighted.map((w) => w.product)).toEqual([40, 32.2, 22.5]);
    expect(explained.sum).toBe(94.7);
    expect(explained.cap).toEqual({ points: 69, reason: 'high' });
    expect(explained.score).toMatchObject({ overall: 69, maintenance: 69, condition: 92 });
  });

  test('the stated products add up to the stated sum', () => {
    const { weighted, sum } = explainFindings([finding('medium', 'stain', 61), finding('low', 'leak', 87)]);
    expect(weighted.map(({ product }) => product)).toEqual([40, 33.29, 24.35]);
    expect(sum).toBe(97.64);
    for (let confidence = 0; confidence <= 100; confidence += 1) {
      const parts = explainFindings([finding('low', 'stain', confidence), finding('low', 'leak', 100 - confidence)]);
      const cents = parts.weighted.reduce((total, { product }) => total + Math.round(product * 100), 0);
      expect(Math.round(parts.sum * 100)).toBe(cents);
    }
  });
});

describe('score of an area', () => {
  const at = (photoId: string | null, confidence: number, extra: Partial<AreaFinding> = {}): AreaFinding => ({
    severity: 'medium',
    category: 'stain',
    confidence,
    photoId,
    ...extra,
  });
  const full: Coverage = {
    ...noCoverage,
    checks: 12,
    answered: 12,
    critical: 3,
    criticalAnswered: 3,
    photos: 2,
    usablePhotos: 1,
  };

  test.each([
    ['nothing open, everything answered', [], full, 100],
    ['a check that is not critical is open', [], { ...full, answered: 11 }, 99],
    ['critical checks alone', [], { ...full, answered: 3 }, 99],
    ['a critical check is open', [], { ...full, answered: 11, criticalAnswered: 2 }, null],
    ['some checks that do not apply', [], { ...full, notApplicable: 11 }, 100],
    ['no check that applies', [], { ...full, notApplicable: 12 }, null],
    ['critical checks alone, none of which applies', [], { ...full, answered: 3, notApplicable: 3 }, null],
    ['no usable photo', [], { ...full, usablePhotos: 0 }, null],
    ['nothing known but a critical finding', [finding('critical', 'mould')], noCoverage, null],
    ['a finding, with everything answered', [finding('low', 'stain')], full, 97],
    ['a finding, with critical checks alone', [finding('low', 'stain')], { ...full, answered: 3 }, 97],
  ])('the score with %s [domain.score.9, domain.score.18]', (_name, findings, coverage, expected) => {
    expect(scoreArea(findings, coverage)?.overall ?? null).toBe(expected);
  });

  test('a defect in two photos counts once, with its highest confidence', () => {
    expect(distinctFindings([at('a', 60), at('b', 90)])).toEqual([at('b', 90)]);
    // 8 points once, not twice.
    expect(explainArea([at('a', 50), at('b', 100)], full)?.deductions.map(({ points }) => points)).toEqual([8]);
  });

  test('findings in two photos that a person confirmed count each, unless they were merged [domain.score.3]', () => {
    const confirmed = (photoId: string, confidence: number) => at(photoId, confidence, { confirmed: true });
    const points = (...findings: AreaFinding[]) => explainArea(findings, full)?.deductions.map((each) => each.points);
    expect(points(confirmed('a', 50), confirmed('b', 60))).toEqual([8, 8]);
    // Whether the other photo shows the same defect is still open.
    expect(points(confirmed('a', 50), at('b', 60))).toEqual([8]);
    expect(points(confirmed('a', 50), at('b', 60, { severity: 'high' }))?.toSorted((a, b) => a - b)).toEqual([8, 12]);
  });

  test('a defect in photos of two rooms counts twice', () => {
    const inRooms = (...rooms: (string | null)[]) => rooms.map((room, index) => at(`${index}`, 60, { room }));
    expect(distinctFindings(inRooms('310', 'Room 310'))).toHaveLength(1);
    expect(distinctFindings(inRooms('310', 'Room 312'))).toHaveLength(2);
    expect(distinctFindings(inRooms(null, 'North wall'))).toHaveLength(1);
  });

  test('two defects in one photo count twice', () => {
    expect(distinctFindings([at('a', 60), at('a', 70), at('b', 90)])).toHaveLength(2);
  });

  test('other categories, findings of users and of the checklist are never merged', () => {
    const kept = [at('a', 60, { source: 'person' }), at('b', 60, { source: 'person' }), at(null, 100), at(null, 100)];
    expect(distinctFindings([...kept, at('a', 60), at('b', 60, { category: 'crack' })])).toHaveLength(6);
  });
});

describe('score of a property', () => {
  const beside = (facts: Partial<BesideAreas>): BesideAreas => ({ requirementsMet: true, worst: null, ...facts });
  const area = (code: string, score: number | null, worst: AreaScore['worst'] = null): AreaScore => ({
    code,
    score,
    worst,
  });

  test('weights guest rooms 3 and safety equipment 2 [domain.score.11]', () => {
    // (3 x 100 + 2 x 70 + 40) / 6
    const areas = [area('guest_rooms', 100), area('safety_equipment', 70), area('lobby', 40)];
    expect(scoreProperty(areas)).toEqual({ overall: 80, complete: true, cap: null, grade: 'B' });
    expect(explainProperty(areas).weightSum).toBe(6);
  });

  test.each([
    // (3 x 100 + 100 + 2 x 59.9) / 6 = 86.6
    [
      'failing safety equipment',
      [area('guest_rooms', 100), area('pool', 100), area('safety_equipment', 59.9, 'medium')],
      59,
      'safety_equipment',
      'fail',
    ],
    [
      'safety equipment that just passes',
      [area('guest_rooms', 100), area('pool', 100), area('safety_equipment', 60, 'medium')],
      86.7,
      null,
      'B',
    ],
    // (3 x 100 + 49) / 4 = 87.3
    ['an open critical finding', [area('guest_rooms', 100), area('pool', 49, 'critical')], 59, 'critical', 'fail'],
    [
      'an open critical finding of an area without a score',
      [area('guest_rooms', 100), area('pool', null, 'critical')],
      59,
      'critical',
      null,
    ],
    // (3 x 100 + 69) / 4 = 92.3
    ['an open high finding', [area('guest_rooms', 100), area('pool', 69, 'high')], 79, 'high', 'C'],
    // (3 x 40 + 69) / 4 = 47.3
    ['a mean below the cap', [area('guest_rooms', 40, 'high'), area('pool', 69, 'high')], 47.3, null, 'fail'],
  ])('%s [domain.score.13]', (_name, areas, overall, reason, grade) => {
    const scored = scoreProperty(areas);
    expect([scored.overall, scored.cap?.reason ?? null, scored.grade]).toEqual([overall, reason, grade]);
  });

  test('100 requires that no finding is open, every check is answered and every requirement is met', () => {
    expect(scoreProperty([area('lobby', 100), area('pool', 100)])).toMatchObject({ overall: 100, cap: null });
    // (3 x 100 + 99) / 4 = 99.75
    expect(scoreProperty([area('guest_rooms', 100), area('pool', 99)])).toMatchObject({ overall: 99 });
    expect(scoreProperty([area('lobby', 100), area('pool', null)])).toMatchObject({ overall: 99, complete: false });
    expect(scoreProperty([area('lobby', 100)], beside({ requirementsMet: false }))).toMatchObject({
      overall: 99,
      cap: { reason: 'coverage' },
    });
    const open = severities.map((worst) => scoreProperty([area('lobby', 100)], beside({ worst })).overall);
    expect(open).toEqual([59, 79, 99, 99]);
    expect(scoreProperty([area('lobby', 49, 'critical')], beside({ requirementsMet: false }))).toMatchObject({
      overall: 49,
      cap: null,
    });
  });

  test('an area without a score is left out of the mean and prevents a grade [domain.score.12]', () => {
    expect(scoreProperty([area('lobby', 96), area('pool', null)])).toEqual({
      overall: 96,
      complete: false,
      cap: null,
      grade: null,
    });
    expect(scoreProperty([])).toEqual({ overall: null, complete: false, cap: null, grade: null });
  });

  test.each([
    [90, 'A'],
    [89.9, 'B'],
    [80, 'B'],
    [79.9, 'C'],
    [70, 'C'],
    [69.9, 'fail'],
  ])('%d is %s [domain.score.14]', (score, grade) => expect(gradeOf(score)).toBe(grade));
});

describe('invariants for any findings', () => {
  const anyFinding = fc.record({
    severity: fc.constantFrom(...severities),
    category: fc.constantFrom(...findingCategories),
    confidence: fc.integer({ min: 0, max: 100 }),
    photoId: fc.constantFrom('a', 'b', null),
  });
  const anyFindings = fc.array(anyFinding, { maxLength: 30 });

  test('scores stay within 0-100 and below the cap of the worst finding [domain.score.5]', () => {
    fc.assert(
      fc.property(anyFindings, (findings) => {
        const { overall, safety, condition, maintenance } = scoreFindings(findings);
        for (const points of [overall, safety, condition, maintenance]) {
          expect(points).toBeGreaterThanOrEqual(0);
          expect(points).toBeLessThanOrEqual(100);
        }
        const cap = { critical: 49, high: 69, medium: 89, low: 97 };
        for (const { severity } of findings) expect(overall).toBeLessThanOrEqual(cap[severity]);
      }),
    );
  });

  test('adding a finding never raises a score, and the order does not matter', () => {
    fc.assert(
      fc.property(anyFindings, anyFinding, (findings, more) => {
        expect(scoreFindings([...findings, more]).overall).toBeLessThanOrEqual(scoreFindings(findings).overall);
        const reversed = scoreFindings(distinctFindings(findings.toReversed()));
        expect(reversed.overall).toBeCloseTo(scoreFindings(distinctFindings(findings)).overall, 5);
      }),
    );
  });

  test('merging repeated sightings never lowers a score and is idempotent', () => {
    fc.assert(
      fc.property(anyFindings, (findings) => {
        const once = distinctFindings(findings);
        expect(scoreFindings(once).overall).toBeGreaterThanOrEqual(scoreFindings(findings).overall);
        expect(once.length).toBeLessThanOrEqual(findings.length);
      }),
    );
  });
});

test('a change of the rules requires a new version, so that stored scores are recounted', () => {
  const shot = ['a', 'b', null] as const;
  const scores = severities.flatMap((severity, s) =>
    findingCategories.flatMap((category, c) =>
      [1, 3, 6].map((size) => {
        const findings = Array.from({ length: size }, (_, n) => ({
          ...finding(severities[(s + n) % severities.length] ?? severity, category, 40 + ((c * 7 + n * 13) % 60)),
          source: n % 3 === 2 ? ('person' as const) : ('ai' as const),
          photoId: shot[n % shot.length],
          room: n % 2 === 0 ? `10${n}` : null,
          confirmed: n % 4 === 1 || n === 3,
        }));
        const coverage = {
          ...noCoverage,
          checks: size,
          answered: c % (size + 1),
          photos: 1,
          usablePhotos: c % 4 === 3 ? 0 : 1,
        };
        return scoreArea(findings, coverage);
      }),
    ),
  );
  const digest = createHash('sha256').update(JSON.stringify(scores)).digest('hex').slice(0, 12);
  // After a change of the rules: increase `scoringVersion`, and update both values here.
  expect({ version: scoringVersion, digest }).toEqual({ version: 5, digest: '16b94b23691b' });
});
