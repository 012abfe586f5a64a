import { describe, expect, it } from 'vitest';
import { changedEnds, type FollowedItem } from './following.rules.ts';

const item = (id: string, findings: [id: string, status: string, defect?: string][], more: object = {}) =>
  ({
    id,
    status: 'approved',
    addedBy: null,
    createdAt: new Date('2026-03-01T12:00:00Z'),
    noLongerNeeded: null,
    isAgreed: false,
    isOfCase: false,
    findings: findings.map(([finding, status, defect = finding]) => ({
      id: finding,
      defect,
      isPrimary: finding === defect,
      status,
      isLeftOut: false,
      round: 1,
    })),
    ...more,
  }) as FollowedItem;
const endsOf = (...items: FollowedItem[]) => Object.fromEntries(changedEnds(items));

describe('an item', () => {
  it('is no longer needed once all of its findings are closed', () => {
    expect(endsOf(item('a', [['1', 'dismissed']]))).toEqual({ a: 'dismissed' });
    const oneLeft = item('a', [
      ['1', 'dismissed'],
      ['2', 'confirmed'],
    ]);
    expect(endsOf(oneLeft)).toEqual({});
    const oneRepaired = item('a', [
      ['1', 'dismissed'],
      ['2', 'resolved'],
    ]);
    expect(endsOf(oneRepaired)).toEqual({ a: 'resolved' });
    expect(endsOf(item('a', []))).toEqual({ a: 'deleted' });
  });

  it('is no longer needed while the area of its open findings does not apply [decisions.fieldwork.2]', () => {
    const leftOut = (...statuses: string[]): FollowedItem => {
      const of = item(
        'a',
        statuses.map((status, index) => [`${index}`, status]),
      );
      return { ...of, findings: of.findings.map((finding) => ({ ...finding, isLeftOut: true })) };
    };
    expect(endsOf(leftOut('confirmed', 'dismissed'))).toEqual({ a: 'not_applicable' });
    expect(endsOf(leftOut('resolved'))).toEqual({ a: 'resolved' });
    expect(endsOf({ ...leftOut('confirmed'), status: 'in_progress' })).toEqual({});
  });

  it('is needed again when a finding is open again', () => {
    expect(endsOf(item('a', [['1', 'confirmed']], { noLongerNeeded: 'dismissed' }))).toEqual({ a: null });
  });

  it.each(['in_progress', 'awaiting_verification', 'completed'])('stays once it is %s', (status) => {
    expect(endsOf(item('a', [['1', 'dismissed']], { status }))).toEqual({});
  });

  it('stays if a person added it without a finding', () => {
    expect(endsOf(item('a', [], { addedBy: 'person' }))).toEqual({});
  });
});

describe('of two items of one defect', () => {
  const primary = item('a', [['1', 'confirmed']]);
  const merged = item('b', [['2', 'confirmed', '1']], { createdAt: new Date('2026-02-01T12:00:00Z') });

  it('that of the primary finding counts', () => {
    expect(endsOf(primary, merged)).toEqual({ b: 'merged' });
    expect(endsOf(merged)).toEqual({});
  });

  it('the one in work counts', () => {
    expect(endsOf(primary, { ...merged, status: 'in_progress' })).toEqual({ a: 'merged' });
  });

  it.each(['rejected', 'waived'] as const)('a %s one does not count, until that is taken back', (status) => {
    expect(endsOf({ ...primary, status }, { ...merged, noLongerNeeded: 'merged' })).toEqual({ b: null });
    expect(endsOf(primary, merged)).toEqual({ b: 'merged' });
  });

  it('the one that the owner has accepted counts', () => {
    expect(endsOf(primary, { ...merged, isAgreed: true })).toEqual({ a: 'merged' });
  });

  it('that of the later inspection counts, unless the owner has accepted the earlier one', () => {
    const [found] = item('b', [['2', 'confirmed', '1']]).findings;
    const later = item('b', [], { findings: [{ ...found, isPrimary: true, round: 2 }] });
    expect(endsOf(primary, later)).toEqual({ a: 'merged' });
    expect(endsOf({ ...primary, isAgreed: true }, later)).toEqual({ b: 'merged' });
    expect(endsOf({ ...primary, status: 'in_progress' }, later)).toEqual({ b: 'merged' });
    // The earlier repair is over, and the defect was found anew.
    expect(endsOf({ ...primary, status: 'completed' }, later)).toEqual({});
  });

  it('the other one counts when the finding of the first one is closed in its inspection', () => {
    const [found] = item('b', [['2', 'dismissed', '1']]).findings;
    const later = item('b', [], { findings: [{ ...found, isPrimary: true, round: 2 }] });
    expect(endsOf({ ...primary, noLongerNeeded: 'merged' }, later)).toEqual({ a: null, b: 'dismissed' });
    expect(endsOf(primary, { ...later, status: 'in_progress' })).toEqual({ a: 'merged' });
  });

  it('the one whose work the brand verifies counts, even if the owner has begun the other one', () => {
    const own = { ...merged, isAgreed: true };
    expect(endsOf({ ...merged, isOfCase: true }, primary)).toEqual({ a: 'merged' });
    expect(endsOf({ ...primary, isOfCase: true }, own)).toEqual({ b: 'merged' });
    expect(endsOf({ ...primary, isOfCase: true }, { ...own, status: 'in_progress' })).toEqual({});
  });

  it('the other one keeps the defects that it has alone', () => {
    const both = item('b', [
      ['2', 'confirmed', '1'],
      ['3', 'confirmed'],
    ]);
    expect(endsOf(primary, both)).toEqual({});
  });
});
