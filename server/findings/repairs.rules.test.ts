import { describe, expect, it } from 'vitest';
import type { Analysis, BoundingBox, DetectedIssue } from '#contract/analysis.ts';
import { sightOf, verdictOn } from './repairs.rules.ts';

const place: BoundingBox = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 };
const elsewhere: BoundingBox = { x: 0.75, y: 0.75, width: 0.2, height: 0.2 };
const finding = { category: 'water_damage', boundingBox: place, aiConfidence: '70.00' } as const;

const issue = (category: DetectedIssue['category'], boundingBox: BoundingBox | undefined, confidence = 62) =>
  ({
    id: '00000000-0000-4000-8000-000000000000',
    severity: 'medium',
    category,
    confidence,
    description: '',
    boundingBox,
    recommendedAction: '',
  }) satisfies DetectedIssue;

const photo = (detectedIssues: DetectedIssue[], fields: Partial<Analysis> = {}) => ({
  analysisStatus: 'done' as const,
  aiAnalysis: {
    objects: [],
    labels: [],
    detectedIssues,
    overallConfidence: 50,
    complianceScore: null,
    imageQuality: { usable: true, reasons: [] },
    engine: { name: 'builtin', model: 'm', version: '1', durationMs: 5 },
    ...fields,
  },
});

describe("the engine's view of a repaired place", () => {
  const cases: [string, Parameters<typeof sightOf>, object][] = [
    ['the defect', [finding, photo([issue('water_damage', place)])], { outcome: 'still', confidence: 62 }],
    [
      'the defect, though the hand was off a little',
      [finding, photo([issue('water_damage', { ...place, x: 0.52, y: 0.3 })])],
      { outcome: 'still' },
    ],
    [
      'a part of the defect',
      [finding, photo([issue('water_damage', { x: 0.5, y: 0.5, width: 0.05, height: 0.05 })])],
      { outcome: 'still' },
    ],
    ['the same kind elsewhere', [finding, photo([issue('water_damage', elsewhere)])], { outcome: 'none' }],
    ['the same kind somewhere', [finding, photo([issue('water_damage', undefined)])], { outcome: 'still' }],
    [
      'another kind at the place',
      [finding, photo([issue('mould', place, 55)])],
      { outcome: 'other', category: 'mould', confidence: 55, boundingBox: place },
    ],
    [
      'the surest of both kinds: the same comes first',
      [finding, photo([issue('mould', place, 74), issue('water_damage', place, 51)])],
      { outcome: 'still', confidence: 51 },
    ],
    ['nothing', [finding, photo([])], { outcome: 'none', category: null, confidence: null }],
    [
      'nothing where a finding has no box',
      [{ ...finding, boundingBox: null }, photo([issue('mould', place)])],
      { outcome: 'none' },
    ],
    [
      'nothing on a photo that is too dark',
      [finding, photo([], { imageQuality: { usable: false, reasons: ['too_dark'] } })],
      { outcome: 'unclear', doubt: 'poor_photo' },
    ],
    [
      'nothing where a person had found it',
      [{ ...finding, aiConfidence: null }, photo([])],
      { outcome: 'unclear', doubt: 'never_seen' },
    ],
    [
      'nothing of what a service had found and the built-in engine does not look for',
      [{ ...finding, category: 'trip_hazard' }, photo([])],
      { outcome: 'unclear', doubt: 'never_seen' },
    ],
    ['no answer yet', [finding, { analysisStatus: 'pending', aiAnalysis: null }], { outcome: 'waiting' }],
    [
      'no engine',
      [finding, { analysisStatus: 'off', aiAnalysis: null }],
      { outcome: 'unclear', doubt: 'not_analyzed' },
    ],
  ];
  it.each(cases)('%s', (_, [of, seen], expected) => {
    expect(sightOf(of, seen)).toMatchObject(expected);
  });
});

describe('the verdict on a repair', () => {
  const newest = { createdAt: new Date('2026-05-01T10:00:00Z') };
  const after = new Date('2026-05-01T10:01:00Z');
  const before = new Date('2026-05-01T09:59:00Z');
  it.each([
    ['resolved', after, 'resolved'],
    ['confirmed', after, 'still_there'],
    ['pending', after, null],
    ['dismissed', after, null],
    ['confirmed', before, null],
    ['resolved', null, null],
  ] as const)('of a finding that is %s, decided at %s', (status, decidedAt, verdict) => {
    expect(verdictOn(newest, { status, decidedAt })).toBe(verdict);
  });
  it('needs a photo', () => {
    expect(verdictOn(undefined, { status: 'resolved', decidedAt: after })).toBeNull();
  });
});
