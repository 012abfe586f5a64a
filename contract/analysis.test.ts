import { describe, expect, test } from 'vitest';
import { analysisSchema, type Analysis } from './analysis.ts';
import { inspectionTypes } from './cases.ts';
import { classOfSeverity, severities, severityClasses } from './finding-categories.ts';
import { propertyTypes } from './property-types.ts';
import { areaSessionStatuses, inspectionStatuses } from './statuses.ts';

const analysis: Analysis = {
  objects: [
    { name: 'bed', confidence: 91, boundingBox: { x: 0.1, y: 0.2, width: 0.5, height: 0.6 } },
    { name: 'lamp', confidence: 0 },
  ],
  labels: [{ name: 'Indoors', confidence: 88 }],
  detectedIssues: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      severity: 'high',
      category: 'leak',
      confidence: 77,
      description: 'Water under the basin.',
      recommendedAction: 'Find the leak.',
    },
  ],
  overallConfidence: 85,
  complianceScore: {
    overall: 80,
    safety: 100,
    condition: 70,
    maintenance: 60,
    breakdown: { criticalIssues: 0, majorIssues: 1, minorIssues: 0 },
  },
  imageQuality: { usable: true, reasons: [] },
  engine: { name: 'builtin', model: 'm', version: '1', durationMs: 5 },
};
const isValid = (change: object): boolean => analysisSchema.safeParse({ ...analysis, ...change }).success;
const score = (change: object) => ({ complianceScore: { ...analysis.complianceScore, ...change } });
const issue = (change: object) => ({ detectedIssues: [{ ...analysis.detectedIssues[0], ...change }] });

describe('an analysis', () => {
  test('objects have a name, a confidence of 0 to 100 and optionally a box in fractions [3.aianalysis.1, api.common.3]', () => {
    expect(analysisSchema.parse(analysis)).toEqual(analysis);
    expect(isValid({ objects: [{ confidence: 50 }] })).toBe(false);
    expect(isValid({ objects: [{ name: 'bed', confidence: 101 }] })).toBe(false);
    expect(isValid({ objects: [{ name: 'bed', confidence: -1 }] })).toBe(false);
    const box = { x: 0, y: 0, width: 1, height: 1 };
    expect(isValid({ objects: [{ name: 'bed', confidence: 100, boundingBox: box }] })).toBe(true);
    for (const side of ['x', 'y', 'width', 'height']) {
      const wrong = { ...box, [side]: 1.01 };
      expect([side, isValid({ objects: [{ name: 'bed', confidence: 100, boundingBox: wrong }] })]).toEqual([
        side,
        false,
      ]);
    }
  });

  test('labels have a name and a confidence, in no other form [3.aianalysis.2, 3.aianalysis.3]', () => {
    expect(isValid({ labels: [{ name: 'Indoors' }] })).toBe(false);
    expect(isValid({ labels: [{ description: 'Indoors', score: 0.88 }] })).toBe(false);
  });

  test('detected issues have severity, category, confidence and description [3.aianalysis.4]', () => {
    expect(isValid(issue({}))).toBe(true);
    for (const field of ['severity', 'category', 'confidence', 'description']) {
      expect([field, isValid(issue({ [field]: undefined }))]).toEqual([field, false]);
    }
  });

  test('the overall confidence is a percentage, the error a sentence [3.aianalysis.5, 3.aianalysis.6]', () => {
    expect(isValid({ overallConfidence: 100 })).toBe(true);
    expect(isValid({ overallConfidence: 100.1 })).toBe(false);
    expect(analysisSchema.parse({ ...analysis, error: 'AI analysis failed' }).error).toBe('AI analysis failed');
  });

  test('the score has four parts of 0 to 100 and the three counts [3.aianalysis.7, api.common.3]', () => {
    for (const part of ['overall', 'safety', 'condition', 'maintenance']) {
      expect([part, isValid(score({ [part]: 100 }))]).toEqual([part, true]);
      expect([part, isValid(score({ [part]: 101 }))]).toEqual([part, false]);
      expect([part, isValid(score({ [part]: undefined }))]).toEqual([part, false]);
    }
    for (const part of ['criticalIssues', 'majorIssues', 'minorIssues']) {
      const breakdown = { ...analysis.complianceScore?.breakdown, [part]: undefined };
      expect([part, isValid(score({ breakdown }))]).toEqual([part, false]);
    }
  });
});

test('inspection and property types are those of the specification [9.types.1, 9.types.2]', () => {
  expect(inspectionTypes).toEqual(['routine', 'compliance', 'reinspection', 'quality_assurance']);
  expect(propertyTypes).toEqual(['hotel', 'motel', 'resort', 'boutique']);
});

test('findings have four severities, and inspections show three classes [9.severities.1, 9.severities.2]', () => {
  expect(severities).toEqual(['critical', 'high', 'medium', 'low']);
  expect(severityClasses).toEqual(['critical', 'major', 'minor']);
  expect(severities.map((severity) => classOfSeverity[severity])).toEqual(['critical', 'major', 'minor', 'minor']);
});

test('area sessions and inspections have the statuses of the specification, and not_applicable [4.session.1]', () => {
  const statuses: string[] = [...new Set([...areaSessionStatuses, ...inspectionStatuses])];
  expect(statuses.toSorted()).toEqual(
    [
      'not_started',
      'in_progress',
      'pending_review',
      'requires_action',
      'approved',
      'completed',
      'not_applicable',
    ].toSorted(),
  );
});
