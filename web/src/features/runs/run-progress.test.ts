import { expect, test } from 'vitest';
import type { AreaSession } from '#contract/areas.ts';
import { noCoverage } from '#contract/coverage.ts';
import { nextArea, runFigures } from '#web/features/runs/run-progress.ts';

const area = (id: string, status: AreaSession['status'], work = true) =>
  ({ id, status, abilities: { work } }) as AreaSession;

test.each([
  ['the one after it', ['completed', 'not_started', 'not_started'], 0, 1],
  ['past those that are done or do not apply', ['completed', 'completed', 'not_applicable', 'in_progress'], 0, 3],
  ['from the start again, to one that was left or sent back', ['in_progress', 'not_applicable', 'completed'], 2, 0],
  ['none when every area is done', ['completed', 'not_applicable', 'completed'], 2, undefined],
] as const)('the next area is %s', (_, statuses, at, expected) => {
  const progress = statuses.map((status, index) => area(String(index), status));
  expect(nextArea(progress, String(at))).toBe(expected === undefined ? undefined : progress[expected]);
});

test('a person who does no field work has no next area', () => {
  expect(nextArea([area('0', 'completed', false), area('1', 'not_started', false)], '0')).toBeUndefined();
});

test('progress is the share of answered checks, and areas that do not apply count for nothing', () => {
  const counted = (status: AreaSession['status'], answered: number, checks: number) =>
    ({
      ...area('0', status),
      coverage: { ...noCoverage, answered, checks },
      photoCount: 2,
      issuesDetected: 1,
    }) as AreaSession;
  const progress = [counted('completed', 6, 12), counted('in_progress', 3, 8), counted('not_applicable', 9, 10)];
  expect(runFigures(progress)).toMatchObject({ applicable: 2, completed: 1, answered: 9, checks: 20, percent: 45 });
  expect(runFigures([]).percent).toBe(0);
});
