import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findingCategories, severities } from '#contract/finding-categories.ts';
import {
  distinctFindings,
  explainFindings,
  explainProperty,
  gradeOf,
  scoreArea,
  scoreFindings,
  scoreProperty,
} from './scoring.rules.ts';
import type { AreaFinding, ScoredFinding } from './scoring.rules.ts';

const finding = (severity: ScoredFinding['severity'], category: ScoredFinding['category'], confidence = 100) => ({
  severity,
  category,
  confidence,
});

describe('score of a photo', () => {
  test.each([
    ['nothing found', [], { overall: 100, safety: 100, condition: 100, maintenance: 100 }],
    ['a medium stain', [finding('medium', 'stain')], { overall: 97.2, condition: 92 }],
    ['half sure', [finding('medium', 'stain', 50)], { overall: 98.6, condition: 96 }],
    ['a wide crack', [finding('high', 'crack')], { overall: 95, maintenance: 80 }],
    ['a critical finding caps', [finding('critical', 'blocked_exit')], { overall: 59, safety: 60 }],
    ['a doubtful critical finding caps too', [finding('critical', 'mould', 10)], { overall: 59, safety: 96 }],
    [
      'no dimension below zero',
      Array.from({ length: 4 }, () => finding('critical', 'pest')),
      { overall: 59, safety: 0 },
    ],
    [
      'wear',
      [finding('low', 'carpet_wear'), finding('low', 'crack')],
      { overall: 98.2, condition: 97, maintenance: 97 },
    ],
  ])('%s [domain.score.2]', (_name, findings, expected) => {
    expect(scoreFindings(findings)).toMatchObject(expected);
  });

  test('below the cap the sum stands', () => {
    const ruined = severities.flatMap(() => [
      finding('critical', 'mould'),
      finding('critical', 'stain'),
      finding('critical', 'leak'),
    ]);
    expect(scoreFindings(ruined).overall).toBe(0);
  });

  test('a person counts in full [domain.score.3]', () => {
    expect(scoreFindings([{ ...finding('high', 'leak', 3), source: 'person' }]).maintenance).toBe(80);
  });

  test('breakdown counts high as major, medium and low as minor [decisions.analysis.5]', () => {
    const all = severities.map((severity) => finding(severity, 'stain'));
    expect(scoreFindings(all).breakdown).toEqual({ criticalIssues: 1, majorIssues: 1, minorIssues: 2 });
  });

  test('the explanation adds up [domain.score.4]', () => {
    const explained = explainFindings([finding('high', 'crack', 50), finding('medium', 'stain')]);
    expect(explained.deductions.map((d) => [d.dimension, d.points])).toEqual([
      ['maintenance', 10],
      ['condition', 8],
    ]);
    expect(explained.weighted.map((w) => w.product)).toEqual([40, 32.2, 22.5]);
    expect(explained.sum).toBe(94.7);
    expect(explained.capped).toBe(false);
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

  test('a defect seen in two photos counts once, at its surest', () => {
    expect(distinctFindings([at('a', 60), at('b', 90)])).toEqual([at('b', 90)]);
    expect(scoreArea([at('a', 50), at('b', 100)]).condition).toBe(92);
  });

  test('two in one photo stay two', () => {
    expect(distinctFindings([at('a', 60), at('a', 70), at('b', 90)])).toHaveLength(2);
  });

  test('other categories, findings of people and of the checklist are never merged', () => {
    const kept = [at('a', 60, { source: 'person' }), at('b', 60, { source: 'person' }), at(null, 100), at(null, 100)];
    expect(distinctFindings([...kept, at('a', 60), at('b', 60, { category: 'crack' })])).toHaveLength(6);
  });
});

describe('score of a property', () => {
  test('weights guest rooms 3 and safety equipment 2 [domain.score.11]', () => {
    const areas = [
      { code: 'guest_rooms', score: 100 },
      { code: 'safety_equipment', score: 70 },
      { code: 'lobby', score: 40 },
    ];
    expect(scoreProperty(areas)).toEqual({ overall: 80, complete: true, capped: false, grade: 'B' });
    expect(explainProperty(areas).weightSum).toBe(6);
  });

  test('failing safety equipment caps at 79', () => {
    const areas = [
      { code: 'guest_rooms', score: 100 },
      { code: 'pool', score: 100 },
      { code: 'safety_equipment', score: 59.9 },
    ];
    expect(scoreProperty(areas)).toMatchObject({ overall: 79, capped: true, grade: 'C' });
  });

  test('an area without photos leaves the mean and forbids a grade', () => {
    const areas = [
      { code: 'lobby', score: 96 },
      { code: 'pool', score: null },
    ];
    expect(scoreProperty(areas)).toEqual({ overall: 96, complete: false, capped: false, grade: null });
    expect(scoreProperty([])).toEqual({ overall: null, complete: false, capped: false, grade: null });
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

describe('properties that hold for any findings', () => {
  const anyFinding = fc.record({
    severity: fc.constantFrom(...severities),
    category: fc.constantFrom(...findingCategories),
    confidence: fc.integer({ min: 0, max: 100 }),
    photoId: fc.constantFrom('a', 'b', null),
  });
  const anyFindings = fc.array(anyFinding, { maxLength: 30 });

  test('points stay in 0-100 and a critical finding never passes 59', () => {
    fc.assert(
      fc.property(anyFindings, (findings) => {
        const { overall, safety, condition, maintenance, breakdown } = scoreFindings(findings);
        for (const points of [overall, safety, condition, maintenance]) {
          expect(points).toBeGreaterThanOrEqual(0);
          expect(points).toBeLessThanOrEqual(100);
        }
        if (breakdown.criticalIssues > 0) expect(overall).toBeLessThanOrEqual(59);
      }),
    );
  });

  test('one more finding never raises a score, and the order does not matter', () => {
    fc.assert(
      fc.property(anyFindings, anyFinding, (findings, more) => {
        expect(scoreFindings([...findings, more]).overall).toBeLessThanOrEqual(scoreFindings(findings).overall);
        expect(scoreArea(findings.toReversed()).overall).toBeCloseTo(scoreArea(findings).overall, 5);
      }),
    );
  });

  test('merging repeated sightings never lowers a score and is stable', () => {
    fc.assert(
      fc.property(anyFindings, (findings) => {
        expect(scoreArea(findings).overall).toBeGreaterThanOrEqual(scoreFindings(findings).overall);
        const once = distinctFindings(findings);
        expect(scoreArea(once).overall).toBeLessThanOrEqual(100);
        expect(once.length).toBeLessThanOrEqual(findings.length);
      }),
    );
  });
});
