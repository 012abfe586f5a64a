import { describe, expect, test } from 'vitest';
import { valueText } from '#contract/plan-differences.ts';
import type { VersionLine } from '#server/schema/plans.tables.ts';
import { differencesBetween, isAccepted, isDecisionSent, sentVersions } from './versions.rules.ts';

const line = (itemId: string, fields: Partial<VersionLine> = {}): VersionLine => ({
  itemId,
  title: `Item ${itemId}`,
  action: 'Repair',
  area: 'Lobby',
  priority: 'low',
  cost: 10_500,
  days: 1,
  excluded: null,
  ...fields,
});
const brief = (before: VersionLine[], after: VersionLine[]) =>
  differencesBetween(before, after).map(({ itemId, change, fields }) => [
    itemId,
    change,
    ...fields.map(({ name, from, to }) => `${name}: ${valueText(from)} → ${valueText(to)}`),
  ]);

describe('differences between versions', () => {
  test.each<[string, VersionLine[], VersionLine[], unknown[]]>([
    ['nothing', [line('a')], [line('a')], []],
    ['a new line', [line('a')], [line('a'), line('b')], [['b', 'added']]],
    ['a line that is gone', [line('a'), line('b')], [line('b')], [['a', 'removed']]],
    ['a rejected line', [line('a')], [line('a', { excluded: 'rejected' })], [['a', 'rejected']]],
    ['a waived line', [line('a')], [line('a', { excluded: 'waived' })], [['a', 'waived']]],
    ['a line that is needed again', [line('a', { excluded: 'waived' })], [line('a')], [['a', 'added']]],
    ['a line that was added and rejected in between', [], [line('a', { excluded: 'rejected' })], []],
    ['an excluded line that is gone', [line('a', { excluded: 'rejected' })], [], []],
    [
      'cost, days and priority',
      [line('a')],
      [line('a', { cost: 30_050, days: 4, priority: 'high' })],
      [['a', 'changed', 'cost: $105 → $300.50', 'days: 1 day → 4 days', 'priority: Low → High']],
    ],
    ['another area is no change', [line('a')], [line('a', { area: null })], []],
  ])('%s', (_name, before, after, expected) => {
    expect(brief(before, after)).toEqual(expected);
  });
});

test('a difference says where the line is, because several have the same title', () => {
  const differences = differencesBetween(
    [line('a', { place: 'Lobby' }), line('b', { place: 'Pool' }), line('c')],
    [line('a', { place: 'Lobby', cost: 20_000 })],
  );
  expect(differences.map(({ title, place, change }) => [title, place, change])).toEqual([
    ['Item a', 'Lobby', 'changed'],
    ['Item b', 'Pool', 'removed'],
    ['Item c', null, 'removed'],
  ]);
});

test('the last version and the last accepted one determine the possible steps', () => {
  const version = (number: number, acceptedAt: Date | null, lines: VersionLine[]) => ({ number, acceptedAt, lines });
  const sent = sentVersions([
    version(2, null, [line('a'), line('b'), line('c', { excluded: 'waived' })]),
    version(1, new Date(), [line('a')]),
  ]);
  expect([sent.latest?.number, sent.accepted?.number]).toEqual([2, 1]);
  expect(['a', 'b', 'c'].map((id) => isAccepted(sent.accepted, id))).toEqual([true, false, false]);
  expect(isDecisionSent(sent.latest, { id: 'c', status: 'waived' })).toBe(true);
  expect(isDecisionSent(sent.latest, { id: 'b', status: 'rejected' })).toBe(false);
  expect(isDecisionSent(sent.latest, { id: 'b', status: 'approved' })).toBe(true);
  expect(isDecisionSent(sent.latest, { id: 'c', status: 'approved' })).toBe(false);
  expect(isDecisionSent(sent.latest, { id: 'new', status: 'approved' })).toBe(false);
  expect(isDecisionSent(null, { id: 'b', status: 'approved' })).toBe(false);
  expect(sentVersions([])).toEqual({ all: [], latest: null, accepted: null });
});
