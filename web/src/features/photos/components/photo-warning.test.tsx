import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Analysis, QualityReason } from '#contract/analysis.ts';
import { PhotoWarning } from '#web/features/photos/components/photo-warning.tsx';

const analyzed = (...reasons: QualityReason[]): { aiAnalysis: Analysis } => ({
  aiAnalysis: {
    objects: [],
    labels: [],
    detectedIssues: [],
    overallConfidence: 40,
    complianceScore: null,
    imageQuality: { usable: reasons.length === 0, reasons },
    engine: { name: 'builtin', model: 'm', version: '1', durationMs: 10 },
  },
});
const textOf = (photo: Parameters<typeof PhotoWarning>[0]['photo'], withFinding: boolean): string =>
  renderToStaticMarkup(<PhotoWarning photo={photo} withFinding={withFinding} />)
    .replaceAll(/<[^>]+>/g, '|')
    .replaceAll(/\|+/g, '|');

test('a weak photo has a warning next to its findings', () => {
  const both = analyzed('blurred', 'too_dark');
  expect(textOf(both, true)).toBe('|The AI may be wrong about this photo|Blurred, dark. Retake with more light|');
  expect(textOf(both, false)).toBe('|Too dark to judge|Retake with more light|');
  expect(textOf(analyzed(), true)).toBe('');
  expect(textOf({ aiAnalysis: null }, true)).toBe('');
});
