import { expect, test } from 'vitest';
import type { Finding } from '#contract/findings.ts';
import { mergeToUndo } from './same-defects.ts';

const finding = (id: string, parts: string[]) => ({ id, parts: parts.map((each) => ({ id: each })) }) as Finding;

test('undoing a merge separates the merged finding again, along with those merged into it before', () => {
  const pair = { finding: finding('a', ['c']), other: finding('b', ['d']) };
  expect(mergeToUndo('b', pair)).toEqual({ id: 'a', ids: ['c'] });
  expect(mergeToUndo('a', pair)).toEqual({ id: 'b', ids: ['d'] });
});
