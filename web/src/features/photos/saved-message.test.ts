import { beforeEach, expect, it, vi } from 'vitest';
import type { Analysis } from '#contract/analysis.ts';
import { tellSaved } from '#web/features/photos/api.ts';
import { toastStore } from '#web/lib/toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

const analysis: Analysis = {
  objects: [],
  labels: [],
  detectedIssues: [],
  overallConfidence: 80,
  complianceScore: {
    overall: 100,
    safety: 100,
    condition: 100,
    maintenance: 100,
    breakdown: { criticalIssues: 0, majorIssues: 0, minorIssues: 0 },
  },
  imageQuality: { usable: true, reasons: [] },
  engine: { name: 'builtin', model: 'm', version: '1', durationMs: 1 },
};
const photo = (aiAnalysis: Analysis | null) => ({ aiAnalysis });

it.each([
  [[photo(analysis)], 'Photo Uploaded & Analyzed', undefined],
  [[photo(analysis), photo(analysis)], 'Photo Uploaded & Analyzed', '2 photos'],
  [[photo(null)], 'Photo uploaded successfully', undefined],
  [[photo(analysis), photo(null), photo(null)], 'Photo uploaded successfully', '3 photos'],
])(
  'photos that were sent together are told of by one message, %# [8.success.7, 8.success.8]',
  (photos, title, description) => {
    tellSaved(photos);
    expect(toastStore.get()).toEqual([expect.objectContaining({ title, description, open: true })]);
  },
);
