import { expect, test } from 'vitest';
import type { DetectedIssue } from '#contract/analysis.ts';
import { defectsOfPhoto } from './extents.rules.ts';
import { scoreFindings } from './scoring.rules.ts';

const seen = (id: string, fields: Partial<DetectedIssue>): DetectedIssue => ({
  id,
  severity: 'medium',
  category: 'peeling_paint',
  confidence: 80,
  description: 'Paint is coming off the surface.',
  recommendedAction: 'Scrape, prime and repaint the surface.',
  ...fields,
});
const box = (x: number, y: number) => ({ x, y, width: 0.25, height: 0.125 });

test('three patches of peeling paint on a photo are one finding with an extent [domain.defects.1]', () => {
  const patches = [
    seen('a', { boundingBox: box(0, 0.5), confidence: 60 }),
    seen('b', { boundingBox: box(0.25, 0.25), confidence: 90 }),
    seen('c', { boundingBox: box(0.5, 0.25), severity: 'high' }),
  ];
  expect(defectsOfPhoto(patches)).toEqual([
    {
      id: 'b',
      severity: 'high',
      category: 'peeling_paint',
      confidence: 90,
      description: 'Paint is coming off the surface in 3 places.',
      recommendedAction: 'Scrape, prime and repaint the surface.',
      boundingBox: { x: 0, y: 0.25, width: 0.75, height: 0.375 },
      places: [box(0, 0.5), box(0.25, 0.25), box(0.5, 0.25)],
    },
  ]);
  // 20 points at 90 %, counted once: 100 - 18, capped at 69.
  expect(scoreFindings(defectsOfPhoto(patches)).breakdown).toEqual({
    criticalIssues: 0,
    majorIssues: 1,
    minorIssues: 0,
  });
});

test("an engine's recommended action for one place applies to all [domain.defects.4]", () => {
  const [usual, given] = [seen('a', { confidence: 95 }), seen('b', { recommendedAction: 'Fix the gutter first.' })];
  expect(defectsOfPhoto([usual, given])[0]?.recommendedAction).toBe('Fix the gutter first.');
});

test('other categories stay separate, and a single patch stays as it is', () => {
  const [crack, paint] = [seen('a', { category: 'crack', boundingBox: box(0, 0) }), seen('b', {})];
  expect(defectsOfPhoto([crack, paint])).toEqual([
    { ...crack, places: [box(0, 0)] },
    { ...paint, places: [] },
  ]);
  expect(defectsOfPhoto([])).toEqual([]);
});
