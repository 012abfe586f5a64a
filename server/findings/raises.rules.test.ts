import { describe, expect, it } from 'vitest';
import type { Severity } from '#contract/finding-categories.ts';
import type { FindingStatus } from '#contract/findings.ts';
import { raisedSeveritiesOf } from './raises.rules.ts';

const finding = (id: string, room: string | null, fields: object = {}) => ({
  id,
  building: null,
  room,
  category: 'stain' as const,
  severity: 'medium' as Severity,
  status: 'confirmed' as FindingStatus,
  raisedFrom: null as Severity | null,
  raisedRooms: [] as string[],
  ...fields,
});
const raised = (severity: Severity, raisedFrom: Severity, raisedRooms: string[]) => ({
  severity,
  raisedFrom,
  raisedRooms,
});
const given = (severity: Severity) => ({ severity, raisedFrom: null, raisedRooms: [] });

describe('a defect in three guest rooms', () => {
  it('is raised one class in each room, except a critical one', () => {
    const found = raisedSeveritiesOf([
      finding('a', '312', { severity: 'low' }),
      finding('b', 'Room 310', { severity: 'high' }),
      finding('c', '9', { severity: 'critical' }),
      finding('d', 'room 312', { status: 'pending' }),
    ]);
    expect(Object.fromEntries(found)).toEqual({
      a: raised('medium', 'low', ['9', '310']),
      b: raised('critical', 'high', ['9', '312']),
      d: raised('high', 'medium', ['9', '310']),
    });
  });

  it.each([
    ['two rooms, one of them twice', ['312', 'Room 312', '310']],
    ['places without a number', ['Hall', 'Stairs', 'Lift']],
    ['no place', [null, null, null]],
  ])('is not raised in %s', (_name, rooms) => {
    expect(raisedSeveritiesOf(rooms.map((room, index) => finding(`${index}`, room)))).toEqual(new Map());
  });

  it('is not raised by closed findings or those of other categories', () => {
    const open = [finding('a', '310'), finding('b', '312')];
    for (const fields of [{ category: 'crack' }, { status: 'dismissed' }, { status: 'resolved' }])
      expect(raisedSeveritiesOf([...open, finding('c', '314', fields)])).toEqual(new Map());
  });

  it('gets its own severity back once it is in fewer than three rooms, and is never raised twice', () => {
    const before = [
      finding('a', '310', raised('high', 'medium', ['312', '314'])),
      finding('b', '312', raised('high', 'medium', ['310', '314'])),
      finding('c', '314', raised('high', 'medium', ['310', '312'])),
    ];
    expect(raisedSeveritiesOf(before)).toEqual(new Map());
    const closed = before.map((each) => (each.id === 'c' ? { ...each, status: 'dismissed' as const } : each));
    expect([...raisedSeveritiesOf(closed).values()]).toEqual([given('medium'), given('medium'), given('medium')]);
  });
});
