import { expect, test } from 'vitest';
import type { Finding } from '#contract/findings.ts';
import { earlierPairs, mergeToUndo, questionText } from './same-defects.ts';

const finding = (id: string, parts: string[]) => ({ id, parts: parts.map((each) => ({ id: each })) }) as Finding;

test('undoing a merge separates the merged finding again, along with those merged into it before', () => {
  const pair = { finding: finding('a', ['c']), other: finding('b', ['d']), earlierAt: null };
  expect(mergeToUndo('b', pair)).toEqual({ id: 'a', ids: ['c'] });
  expect(mergeToUndo('a', pair)).toEqual({ id: 'b', ids: ['d'] });
  expect(mergeToUndo('a', { ...pair, earlierAt: '2026-03-01T12:00:00Z' })).toEqual({ id: 'a', ids: [] });
});

test('a finding is compared with that of an earlier inspection, by what that one shows', () => {
  const earlier = { id: 'x', title: 'Old crack', photoId: 'p', boundingBox: null, createdAt: '2026-03-01T12:00:00Z' };
  const found = (edit: boolean) => ({ ...finding('a', []), abilities: { edit }, sameAsEarlier: earlier }) as Finding;
  expect(earlierPairs([found(false)])).toEqual([]);
  expect(earlierPairs([found(true)])).toMatchObject([
    { finding: { id: 'a' }, other: { id: 'x', title: 'Old crack', photoId: 'p' }, earlierAt: earlier.createdAt },
  ]);
});

test.each([
  ['p', 'q', /^Crack .* one item in plans, with both photos\.$/],
  [null, null, /one item in plans\.$/],
  ['p', null, /one item in plans\.$/],
])('the question names the photos only if both findings have one: %s, %s', (own, others, text) => {
  const withPhoto = (photoId: string | null) => ({ ...finding('a', []), category: 'crack', photoId }) as Finding;
  const pair = { finding: withPhoto(own), other: withPhoto(others), earlierAt: '2026-03-01T12:00:00Z' };
  expect(questionText(pair)).toMatch(text);
});
