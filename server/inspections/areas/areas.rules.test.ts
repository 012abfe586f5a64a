import { expect, test } from 'vitest';
import { submittedText, progressOfItems } from './areas.rules.ts';

test.each([
  [0, 0],
  [1, 10],
  [9, 90],
  [10, 100],
  [11, 100],
  [250, 100],
])('%d checked items are %d percent [9.progress.1, 9.data.4]', (items, percent) => {
  expect(progressOfItems(items)).toBe(percent);
});

test.each([
  [1, 0, 0, 'Submitted with 1 photo and 0 open findings.'],
  [2, 0, 1, 'Submitted with 2 photos and 1 open finding.'],
  [2, 1, 0, 'Submitted with 2 photos, 1 not yet analyzed.'],
])(
  '%d photos, %d of them pending, and %d findings are written as "%s"',
  (photoCount, pendingPhotos, openFindings, text) => {
    expect(submittedText({ photoCount, pendingPhotos, openFindings })).toBe(text);
  },
);
