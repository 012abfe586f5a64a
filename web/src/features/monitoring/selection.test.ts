import { describe, expect, it } from 'vitest';
import type { Inspection } from '#contract/inspections.ts';
import { approvalWarning, nextToDecide } from '#web/features/monitoring/selection.ts';

const row = (id: string, review = true) => ({ id, abilities: { review } }) as Inspection;

describe('the next inspection to decide on', () => {
  it.each([
    ['is the one after it', ['a', 'b', 'c'], 'b', 'c'],
    ['is the one before it at the end of the list', ['a', 'b', 'c'], 'c', 'b'],
    ['passes over what is decided', ['a', 'b', '-', 'd'], 'b', 'd'],
    ['is none after the last', ['a', '-'], 'a', null],
    ['is none for one that is not in the list', [], 'x', null],
  ])('%s', (_case, ids, decided, next) => {
    const rows = ids.map((id) => row(id, id !== '-'));
    expect(nextToDecide(rows, decided)?.id ?? null).toBe(next);
  });
});

it('warns about inspections that should not be approved together', () => {
  const clear = { issuesDetected: 0, complianceScore: 100 };
  expect(approvalWarning([clear, clear])).toBeNull();
  expect(
    approvalWarning([clear, { issuesDetected: 2, complianceScore: 60 }, { issuesDetected: 0, complianceScore: null }]),
  ).toBe('3 inspections, 1 with open findings and 1 without enough evidence for a score.');
});
