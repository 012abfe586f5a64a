import { describe, expect, it } from 'vitest';
import type { Analysis, BoundingBox } from '#contract/analysis.ts';
import type { FindingCategory } from '#contract/finding-categories.ts';
import { evaluate, faultsOf, figure, type EvaluatedPhoto } from './figures.rules.ts';
import type { LabeledPhoto } from './manifest.ts';

const left: BoundingBox = { x: 0, y: 0, width: 0.4, height: 0.4 };
const right: BoundingBox = { x: 0.6, y: 0.6, width: 0.4, height: 0.4 };

interface Prediction {
  category: FindingCategory;
  confidence?: number;
  boundingBox?: BoundingBox;
  alternatives?: FindingCategory[];
}

function judged(
  photo: Partial<LabeledPhoto>,
  predicted: Prediction[] = [],
  analysis: Partial<Analysis> = {},
): EvaluatedPhoto {
  return {
    photo: { file: 'a.jpg', path: 'a.jpg', kind: 'defect', defects: [], objects: [], ...photo },
    analysis: {
      objects: [],
      labels: [],
      detectedIssues: predicted.map(({ confidence = 60, ...rest }) => ({
        id: '00000000-0000-4000-8000-000000000000',
        severity: 'medium',
        description: '',
        recommendedAction: '',
        confidence,
        ...rest,
      })),
      overallConfidence: 0,
      complianceScore: {
        overall: 100,
        safety: 100,
        condition: 100,
        maintenance: 100,
        breakdown: { criticalIssues: 0, majorIssues: 0, minorIssues: 0 },
      },
      imageQuality: { usable: true, reasons: [] },
      engine: { name: 'test', model: '', version: '', durationMs: 10 },
      ...analysis,
    },
  };
}

const crackAt = (box: BoundingBox): Partial<LabeledPhoto> => ({ defects: [{ class: 'crack', box }] });

describe('a share', () => {
  it('has the Wilson interval of its count', () => {
    const { high, low, share } = figure(9, 10);
    expect([share, low?.toFixed(3), high?.toFixed(3)]).toEqual([0.9, '0.596', '0.982']);
  });

  it('is null when there is nothing to count', () => {
    expect(figure(0, 0)).toEqual({ hits: 0, of: 0, share: null, low: null, high: null });
  });
});

describe('the figures of an engine', () => {
  it('distinguish found, right class and right place', () => {
    const { found, rightClass, rightPlace } = evaluate([
      judged(crackAt(left), [{ category: 'crack', boundingBox: left }]),
      judged(crackAt(left), [{ category: 'crack', boundingBox: right }]),
      judged(crackAt(left), [{ category: 'stain', boundingBox: left }]),
      judged(crackAt(left)),
    ]);
    expect([found.hits, rightClass.hits, rightPlace.hits, found.of]).toEqual([3, 2, 2, 4]);
  });

  it('count a class named second or third by the most confident finding only', () => {
    const { amongThree } = evaluate([
      judged(crackAt(left), [{ category: 'stain', alternatives: ['mould', 'crack'] }]),
      judged(crackAt(left), [
        { category: 'stain', confidence: 80 },
        { category: 'crack', confidence: 40 },
      ]),
    ]);
    expect([amongThree.hits, amongThree.of]).toEqual([1, 2]);
  });

  it('count a finding on a clean photo as a false alarm, but not one on a photo with objects', () => {
    const { falseAlarms } = evaluate([
      judged({ kind: 'clean' }, [{ category: 'crack' }]),
      judged({ kind: 'clean' }),
      judged({ kind: 'objects' }, [{ category: 'crack' }]),
    ]);
    expect([falseAlarms.hits, falseAlarms.of]).toEqual([1, 2]);
  });

  it('measure small damage separately', () => {
    const speck = { x: 0.5, y: 0.5, width: 0.1, height: 0.1 };
    const { smallFound, smallRightPlace } = evaluate([
      judged(crackAt(speck), [{ category: 'crack', boundingBox: speck }]),
      judged(crackAt(speck), [{ category: 'crack', boundingBox: left }]),
      judged(crackAt(left), [{ category: 'crack', boundingBox: left }]),
    ]);
    expect([smallFound.hits, smallFound.of, smallRightPlace.hits]).toEqual([2, 2, 1]);
  });

  it('measure refused photos, both poor and good ones', () => {
    const refused = { imageQuality: { usable: false, reasons: ['blurred' as const] } };
    const { goodRefused, poorRefused } = evaluate([
      judged({ kind: 'blurred' }, [], refused),
      judged({ kind: 'dark' }),
      judged({ kind: 'clean' }, [], refused),
      judged({ kind: 'objects' }),
      judged({ kind: 'clean' }),
    ]);
    expect([poorRefused.hits, poorRefused.of, goodRefused.hits, goodRefused.of]).toEqual([1, 2, 1, 3]);
  });

  it('count names of objects once per photo, and leave out photos without object labels', () => {
    const objects = ['bed', 'bed', 'cat'].map((name) => ({ name, confidence: 50 }));
    const { objectPrecision, objectRecall } = evaluate([
      judged({ kind: 'objects', objects: ['bed', 'lamp'] }, [], { objects }),
      judged({ kind: 'clean' }, [], { objects }),
    ]);
    expect([objectRecall.hits, objectRecall.of, objectPrecision.hits, objectPrecision.of]).toEqual([1, 2, 1, 2]);
  });

  it('count which category was predicted for which, and how often a confidence was right', () => {
    const { calibration, confusion } = evaluate([
      judged(crackAt(left), [{ category: 'stain', confidence: 72 }]),
      judged(crackAt(left), [{ category: 'crack', confidence: 75 }]),
      judged({ kind: 'clean' }, [{ category: 'mould', confidence: 45 }]),
    ]);
    expect(confusion).toContainEqual({ truth: 'crack', predicted: 'stain', photos: 1 });
    expect(confusion).toContainEqual({ truth: null, predicted: 'mould', photos: 1 });
    const at70 = calibration.find(({ from }) => from === 70);
    expect([at70?.correct.hits, at70?.correct.of]).toEqual([1, 2]);
  });
});

describe('the faults of an analysis', () => {
  it.each([
    ['missed', judged(crackAt(left))],
    ['false alarm', judged({ kind: 'clean' }, [{ category: 'crack' }])],
    ['wrong place', judged(crackAt(left), [{ category: 'crack', boundingBox: right }])],
    ['wrong class', judged(crackAt(left), [{ category: 'stain', boundingBox: left }])],
    ['accepted a poor photo', judged({ kind: 'blurred' })],
    ['refused a good photo', judged({ kind: 'clean' }, [], { imageQuality: { usable: false, reasons: ['too_dark'] } })],
  ])('name what was %s', (fault, answer) => {
    expect(faultsOf(answer)).toEqual([fault]);
  });
});
