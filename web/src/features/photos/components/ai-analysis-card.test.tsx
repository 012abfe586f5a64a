import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Analysis } from '#contract/analysis.ts';
import { noCoverage } from '#contract/coverage.ts';
import { AiAnalysisCard } from '#web/features/photos/components/ai-analysis-card.tsx';

const named = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `${kind} ${index + 1}`, confidence: 90.4 - index }));

const analysis = (fields: Partial<Analysis> = {}): Analysis => ({
  objects: named('object', 9),
  labels: named('label', 13),
  detectedIssues: [
    {
      id: '7d3c0f7e-0000-4000-8000-000000000001',
      severity: 'high',
      category: 'water_damage',
      confidence: 72.3,
      description: 'Water has come through the ceiling',
      recommendedAction: 'Find the leak',
    },
  ],
  overallConfidence: 66.4,
  complianceScore: {
    overall: 83.6,
    safety: 100,
    condition: 59.7,
    maintenance: 90.2,
    breakdown: { criticalIssues: 0, majorIssues: 1, minorIssues: 0 },
  },
  imageQuality: { usable: true, reasons: [] },
  engine: { name: 'builtin', model: 'm', version: '1', durationMs: 10 },
  ...fields,
});

type CardPhoto = Parameters<typeof AiAnalysisCard>[0]['photo'];
const photo = (fields: Partial<CardPhoto>): CardPhoto => ({
  analysisStatus: 'done',
  aiAnalysis: null,
  pageCount: null,
  text: null,
  url: '/photo',
  ...fields,
});
const scored = { complianceScore: null, coverage: { ...noCoverage, checks: 12 } };
const done = photo({ aiAnalysis: analysis() });

/** The text of the card, with a separator between elements. */
const textOf = (card: Omit<Parameters<typeof AiAnalysisCard>[0], 'scored'>): string =>
  renderToStaticMarkup(<AiAnalysisCard scored={scored} {...card} />)
    .replaceAll(/<[^>]+>/g, '|')
    .replaceAll(/\|+/g, '|');

test("a compact card shows only the number of issues, the score with the area's coverage and the confidence [2.aicard.1]", () => {
  expect(textOf({ photo: done, mode: 'compact' })).toBe(
    '|1 finding|84%|Area: 0 of 12 checks · no usable photo|Confidence|66%|',
  );
  expect(textOf({ photo: done, mode: 'compact', openFindings: 0 })).toContain('0 findings');
});

test('a detailed card lists eight objects and ten labels, and how many more there are [2.aicard.1, 2.aicard.4]', () => {
  const words = textOf({ photo: done, mode: 'detailed', withIssues: true });
  for (const part of ['Compliance score', 'safety', 'condition', 'maintenance', 'Water has come through the ceiling'])
    expect(words).toContain(part);
  expect(words).not.toMatch(/\d\.\d/);
  expect(words).toContain('|object 8 83|+1 more|');
  expect(words).not.toContain('object 9');
  expect(words).toContain('|label 10 81|+3 more|');
  expect(words).not.toContain('label 11');
  const few = analysis({ objects: named('object', 8), labels: named('label', 10) });
  expect(textOf({ photo: photo({ aiAnalysis: few }), mode: 'detailed' })).not.toContain('more');
});

test('a detailed card has no bars of 100 while its area has something left to check', () => {
  const clean = analysis({
    detectedIssues: [],
    complianceScore: {
      overall: 100,
      safety: 100,
      condition: 100,
      maintenance: 100,
      breakdown: { criticalIssues: 0, majorIssues: 0, minorIssues: 0 },
    },
  });
  const words = textOf({ photo: photo({ aiAnalysis: clean }), mode: 'detailed' });
  expect(words).toContain('|Compliance score|Nothing flagged|');
  expect(words).not.toContain('100%');
});

test.each(['compact', 'detailed'] as const)(
  'a %s card says when the analysis is pending and when it failed [2.aicard.2, 2.aicard.3, 8.screen.3]',
  (mode) => {
    expect(textOf({ photo: photo({ analysisStatus: 'pending' }), mode })).toBe('|AI analysis pending...|');
    expect(textOf({ photo: photo({ analysisStatus: 'failed' }), mode })).toBe('|AI analysis failed|');
    const broken = photo({ aiAnalysis: analysis({ error: 'The engine gave up' }) });
    expect(textOf({ photo: broken, mode })).toBe('|AI analysis failed|');
  },
);
