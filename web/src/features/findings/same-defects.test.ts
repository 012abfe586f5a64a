import { expect, test } from 'vitest';
import type { Finding } from '#contract/findings.ts';
import { undoOf } from './same-defects.ts';

const finding = (id: string, parts: string[]) => ({ id, parts: parts.map((each) => ({ id: each })) }) as Finding;

test('undoing a merging separates the one that no longer counts, with what was merged into it before', () => {
  const pair = { finding: finding('a', ['c']), other: finding('b', ['d']) };
  expect(undoOf('b', pair)).toEqual({ id: 'a', ids: ['c'] });
  expect(undoOf('a', pair)).toEqual({ id: 'b', ids: ['d'] });
});
