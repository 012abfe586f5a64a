import { describe, expect, test } from 'vitest';
import type { FindingStatus } from '#contract/findings.ts';
import type { Severity } from '#contract/finding-categories.ts';
import {
  primaryFindingOf,
  sameAsEarlier,
  mergedFields,
  mergeRefusal,
  pairKey,
  sameDefects,
  separatedFields,
  type PhotoOfPlace,
} from './same-defects.rules.ts';

const looks = (thing: number): Int8Array =>
  Int8Array.from(Array.from({ length: 64 }, (_, n) => (n % 4 === thing ? 100 : 0)));
const place = (thing: number, latitude: number | null = null): PhotoOfPlace => ({
  likeness: looks(thing),
  latitude,
  longitude: latitude === null ? null : -70,
});
const photos = new Map<string, PhotoOfPlace>([
  ['wall', place(0)],
  ['wall again', place(0)],
  ['floor', place(1)],
  ['wall here', place(0, 43.66)],
  ['wall next door', place(0, 43.6604)],
  ['wall in the annex', place(0, 43.67)],
  ['not looked at', { ...place(0), likeness: null }],
]);
const seen = (
  id: string,
  photoId: string | null,
  category: 'crack' | 'stain' = 'crack',
  status: FindingStatus = 'pending',
) => ({
  id,
  photoId,
  category,
  status,
  earlierId: null as string | null,
});

test.each<[string, ReturnType<typeof seen>, boolean]>([
  ['another photo of the same wall', seen('b', 'wall again'), true],
  ['another thing', seen('b', 'floor'), false],
  ['another category on the same wall', seen('b', 'wall again', 'stain'), false],
  ['the same photo', seen('b', 'wall'), false],
  ['a finding that was dismissed', seen('b', 'wall again', 'crack', 'dismissed'), false],
  ['a finding without a photo', seen('b', null), false],
  ['a photo that nothing is known of', seen('b', 'not looked at'), false],
])('asks about a crack on a wall and %s [domain.defects.2]', (_name, other, asks) => {
  const doubts = sameDefects([seen('a', 'wall'), other], photos, new Set());
  expect([...doubts]).toEqual(
    asks
      ? [
          ['a', ['b']],
          ['b', ['a']],
        ]
      : [],
  );
});

test('never suggests photos taken far apart, or findings that a user marked as different [domain.defects.2]', () => {
  const here = seen('a', 'wall here');
  expect(sameDefects([here, seen('b', 'wall next door')], photos, new Set()).size).toBe(2);
  expect(sameDefects([here, seen('b', 'wall in the annex')], photos, new Set()).size).toBe(0);
  expect(sameDefects([here, seen('b', 'wall next door')], photos, new Set([pairKey('b', 'a')])).size).toBe(0);
});

const weighed = (id: string, severity: Severity, fields: object = {}) => ({
  id,
  severity,
  status: 'pending' as FindingStatus,
  source: 'ai' as const,
  aiConfidence: '80.00',
  createdAt: new Date('2026-11-22T10:00:00Z'),
  ...fields,
});

test.each<[string, ReturnType<typeof weighed>[], string]>([
  ['the worst one', [weighed('a', 'medium', { status: 'confirmed' }), weighed('b', 'high')], 'b'],
  ['then the confirmed one', [weighed('a', 'high'), weighed('b', 'high', { status: 'confirmed' })], 'b'],
  ['then the most confident one', [weighed('a', 'high'), weighed('b', 'high', { aiConfidence: '90.00' })], 'b'],
  ['then the oldest one', [weighed('a', 'high', { createdAt: new Date() }), weighed('b', 'high')], 'b'],
])('the primary finding of a defect is %s [domain.defects.1]', (_name, findings, counting) => {
  expect(primaryFindingOf(findings)?.id).toBe(counting);
});

test.each<[ReturnType<typeof seen>[], ReturnType<typeof mergeRefusal>]>([
  [[seen('a', 'wall'), seen('b', 'wall again')], null],
  [[seen('a', 'wall'), { ...seen('b', 'wall again'), earlierId: 'c' }], null],
  [['c', 'd'].map((earlierId) => ({ ...seen('a', 'wall'), earlierId })), 'earlier'],
  [[seen('a', 'wall')], 'single'],
  [[seen('a', 'wall'), seen('b', 'wall again', 'stain')], 'category'],
  [[seen('a', 'wall'), seen('b', 'wall again', 'crack', 'resolved')], 'closed'],
])('merging %j is refused for %s', (findings, refusal) => {
  expect(mergeRefusal(findings)).toBe(refusal);
});

test.each<FindingStatus>(['pending', 'confirmed'])('a %s finding is the same again after an undo', (status) => {
  const merged = mergedFields({ status }, 'main');
  expect(merged).toEqual({ mergedInto: 'main', statusBefore: status, status: 'dismissed' });
  expect(separatedFields(merged)).toEqual({ status, mergedInto: null, statusBefore: null });
});

describe('the same defect in an earlier inspection', () => {
  const now = new Date('2026-06-01T12:00:00Z');
  const before = new Date('2026-03-01T12:00:00Z');
  const found = (fields: object = {}) => ({
    ...seen('now', 'wall', 'crack', 'confirmed'),
    room: null,
    earlierId: null,
    createdAt: now,
    ...fields,
  });
  const earlier = (fields: object = {}) => ({
    ...seen('then', 'old', 'crack', 'confirmed'),
    room: null,
    earlierId: null,
    createdAt: before,
    place: place(1),
    ...fields,
  });
  const asked = (
    own: ReturnType<typeof found>[],
    others: ReturnType<typeof earlier>[],
    { isOneRoom = false, separated = new Set<string>() } = {},
  ) => [...sameAsEarlier(own, others, { photos, separated, isOneRoom })].map(([id, other]) => [id, other.id]);

  test.each<[string, object, object, boolean, boolean]>([
    ['a photo that looks alike', {}, { place: place(0) }, false, true],
    ['another thing in an unknown room', {}, {}, false, false],
    ['another thing in an area that is one room', {}, {}, true, true],
    ['the same room', { room: 'Room 312' }, { room: '312' }, false, true],
    ['another room, though it looks alike', { room: '312' }, { room: '313', place: place(0) }, false, false],
    ['another category', { category: 'stain' }, { place: place(0) }, true, false],
    ['a later finding', {}, { place: place(0), createdAt: new Date('2026-07-01T12:00:00Z') }, true, false],
    ['a finding that is closed', { status: 'resolved' }, { place: place(0) }, true, false],
    ['one that is related already', { earlierId: 'x' }, { place: place(0) }, true, false],
    ['no photos, in one room', { photoId: null }, { photoId: null, place: null }, true, true],
  ])('%s', (_name, own, other, isOneRoom, expected) => {
    expect(asked([found(own)], [earlier(other)], { isOneRoom })).toEqual(expected ? [['now', 'then']] : []);
  });

  test('is asked about once, with what looks most alike, until somebody says that they differ', () => {
    const others = [earlier({ id: 'floor' }), earlier({ id: 'wall', place: place(0) })];
    expect(asked([found()], others, { isOneRoom: true })).toEqual([['now', 'wall']]);
    expect(asked([found(), found({ id: 'too' })], [others[1] as never], { isOneRoom: true })).toEqual([
      ['now', 'wall'],
    ]);
    const separated = new Set([pairKey('now', 'wall')]);
    expect(asked([found()], others, { isOneRoom: true, separated })).toEqual([['now', 'floor']]);
  });
});
