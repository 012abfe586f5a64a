import { expect, test } from 'vitest';
import { versionOf, type Finding } from '#contract/findings.ts';
import { knownAnswers } from '#web/features/checklists/answer-kind.ts';
import { knownVersions } from '#web/features/findings/finding-kinds.ts';
import type { Item } from '#web/lib/outbox/entry.ts';

const finding = { id: 'mat', title: 'Mat', severity: 'high', status: 'pending', actionGiven: false } as Finding;
const item = (kind: string, payload: unknown, stage: Item['stage'] = 'queued') =>
  ({ entry: { kind, payload }, stage }) as Item;

test("the first change of a finding is based on the server's version", () => {
  expect(knownVersions(finding, [], 'mat')).toEqual([versionOf(finding)]);
  expect(knownVersions(undefined, [], 'mat')).toBeUndefined();
});

test("a later change is also based on the earlier one, which may have arrived and which confirmed the AI's finding", () => {
  const patch = { title: 'Loose mat', basedOn: [versionOf(finding)] };
  const earlier = item('finding-change', { findingId: 'mat', patch });
  expect(knownVersions(finding, [earlier], 'mat')).toEqual([
    versionOf(finding),
    { ...versionOf(finding), title: 'Loose mat', status: 'confirmed' },
  ]);
  expect(knownVersions(finding, [{ ...earlier, stage: 'saved' }], 'mat')).toHaveLength(1);
});

test('a second answer to a check is based on the first one and on what the first was based on', () => {
  const none = { result: null, note: null };
  const first = item('checklist-answer', { itemId: 'lamp', result: 'pass', note: null, basedOn: [none] });
  expect(knownAnswers(none, [], 'lamp')).toEqual([none]);
  expect(knownAnswers(none, [first], 'lamp')).toEqual([none, { result: 'pass', note: null }]);
  expect(knownAnswers(none, [first], 'mat')).toEqual([none]);
});
