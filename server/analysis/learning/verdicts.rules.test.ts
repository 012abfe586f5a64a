import { describe, expect, it } from 'vitest';
import type { FindingCategory } from '#contract/finding-categories.ts';
import {
  exampleOf,
  maxExamplesPerReviewer,
  countByReviewer,
  exampleSetOf,
  verdictOn,
  type JudgedFinding,
  type JudgedPhoto,
} from './verdicts.rules.ts';

const box = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 };
const elsewhere = { x: 0.6, y: 0.6, width: 0.2, height: 0.2 };
const trusted: ReadonlySet<string> = new Set(['admin', 'other-admin']);

/** An account's latest verdict; about the finding's category unless another is given. */
type LatestVerdict = [userId: string, said: 'confirmed' | 'dismissed', category?: FindingCategory | null];
const finding = (said: LatestVerdict[], fields: Partial<JudgedFinding> = {}): JudgedFinding => ({
  category: 'crack',
  status: 'confirmed',
  decidedBy: null,
  boxes: [box],
  verdicts: said.map(([userId, status, category = fields.category ?? 'crack']) => ({
    userId,
    holds: status === 'confirmed',
    category,
  })),
  ...fields,
});
let photos = 0;
const photo = (findings: JudgedFinding[], fields: Partial<JudgedPhoto> = {}): JudgedPhoto => {
  photos += 1;
  return { id: `photo-${photos}`, storageKey: 'key', findings, approvedBy: null, ...fields };
};
const approvedBy = { owner: 'owner', reviewer: 'admin' };
const verdict = (...said: LatestVerdict[]) => verdictOn(finding(said), trusted, null);

describe('the verdict of several accounts on a finding', () => {
  it('is to keep or dismiss it, by the latest verdict of each', () => {
    expect(verdict(['owner', 'confirmed'])).toEqual({ kind: 'holds', by: ['owner'] });
    expect(verdict(['owner', 'dismissed'])).toEqual({ kind: 'dismissed', by: ['owner'] });
    expect(verdict()).toEqual({ kind: 'unjudged' });
  });

  it('weighs them: an admin outweighs an owner, two owners are a draw', () => {
    expect(verdict(['owner', 'confirmed'], ['admin', 'dismissed'])).toEqual({ kind: 'dismissed', by: ['admin'] });
    expect(verdict(['owner', 'confirmed'], ['stranger', 'dismissed'])).toEqual({ kind: 'contested' });
    expect(verdict(['admin', 'confirmed'], ['other-admin', 'dismissed'])).toEqual({ kind: 'contested' });
    expect(verdict(['owner', 'dismissed'], ['second', 'dismissed'], ['admin', 'confirmed'])).toEqual({
      kind: 'contested',
    });
  });

  it('covers the category: giving another category counts against the finding', () => {
    for (const other of ['stain', null] as const) {
      expect(verdict(['owner', 'confirmed', other], ['second', 'confirmed'])).toEqual({ kind: 'contested' });
      expect(verdict(['owner', 'confirmed', other], ['admin', 'confirmed'])).toEqual({ kind: 'holds', by: ['admin'] });
    }
    expect(verdict(['owner', 'confirmed'], ['second', 'confirmed'])).toEqual({
      kind: 'holds',
      by: ['owner', 'second'],
    });
  });

  it('counts a decision without a verdict, and the approval of the inspection', () => {
    expect(verdictOn(finding([], { decidedBy: 'owner' }), trusted, 'admin')).toEqual({
      kind: 'holds',
      by: ['owner', 'admin'],
    });
    expect(verdictOn(finding([], { status: 'pending' }), trusted, 'admin')).toEqual({ kind: 'unjudged' });
  });
});

describe('the example from a photo', () => {
  it('contains the damage on which users agree, and leaves out what is undecided', () => {
    const pending = finding([], { status: 'pending', boxes: [elsewhere] });
    expect(exampleOf(photo([finding([['owner', 'confirmed']]), pending]), trusted)).toMatchObject({
      defects: [{ box, category: 'crack' }],
      unknown: [elsewhere],
      by: ['owner'],
    });
  });

  it('is a sound surface if all was dismissed, or if nothing was found and a reviewer approved', () => {
    expect(exampleOf(photo([finding([['owner', 'dismissed']])]), trusted)).toMatchObject({
      defects: [],
      by: ['owner'],
    });
    expect(exampleOf(photo([], { approvedBy }), trusted)).toMatchObject({ defects: [], by: ['owner', 'admin'] });
    expect(exampleOf(photo([]), trusted)).toBeNull();
  });

  it('is missing when a finding has no place, something is undecided, or users contradict each other', () => {
    expect(exampleOf(photo([finding([['owner', 'confirmed']], { boxes: [] })]), trusted)).toBeNull();
    expect(exampleOf(photo([finding([], { status: 'pending' })], { approvedBy }), trusted)).toBeNull();
    // The program dismissed it as a duplicate of another finding, so the damage exists.
    expect(exampleOf(photo([finding([], { status: 'dismissed' })], { approvedBy: null }), trusted)).toBeNull();
    const contested = finding([
      ['owner', 'confirmed'],
      ['stranger', 'dismissed'],
    ]);
    expect(exampleOf(photo([contested]), trusted)).toBe('contested');
  });
});

describe('the examples of one account', () => {
  const crackBy = (userId: string, category: FindingCategory = 'crack') =>
    photo([finding([[userId, 'confirmed']], { category })]);
  const cleanBy = (userId: string) => photo([finding([[userId, 'dismissed']])]);
  const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
  const most = (list: JudgedPhoto[]) =>
    maxExamplesPerReviewer(
      list.map((each) => exampleOf(each, trusted)).filter((each) => each !== null && each !== 'contested'),
      trusted,
    );

  it('count nothing alone, half with a second account, and a quarter among many', () => {
    expect(most(times(50, () => crackBy('owner')))).toBe(0);
    expect(most([...times(50, () => crackBy('owner')), ...times(6, () => crackBy('second'))])).toBe(6);
    const others = ['a', 'b', 'c', 'd'].flatMap((userId) => times(6, () => crackBy(userId)));
    expect(most([...times(50, () => crackBy('owner')), ...others])).toBe(8);
  });

  it('count in full if a reviewer approved or judged them', () => {
    const approved = times(12, () => photo([finding([['owner', 'confirmed']])], { approvedBy }));
    const { examples, setAside } = exampleSetOf([...approved, ...times(30, () => cleanBy('owner'))], trusted);
    expect([examples.length, setAside]).toEqual([24, 18]);
    expect(countByReviewer(examples)).toEqual([
      { userId: 'owner', damaged: 12, clean: 12 },
      { userId: 'admin', damaged: 12, clean: 0 },
    ]);
  });

  it('a category is trained from five photos on, of two accounts or of an admin', () => {
    const list = [
      ...times(8, () => crackBy('admin')),
      ...times(4, () => crackBy('admin', 'stain')),
      ...times(6, () => crackBy('owner', 'mould')),
      ...times(10, () => cleanBy('admin')),
    ];
    const { categories, examples } = exampleSetOf(list, trusted);
    expect(categories).toEqual([
      { category: 'crack', photos: 8, wants: 2, taught: true },
      { category: 'mould', photos: 6, wants: 4, taught: false },
      { category: 'stain', photos: 4, wants: 6, taught: false },
    ]);
    // Photos of omitted categories are not examples of sound surfaces.
    expect(examples).toHaveLength(18);
    const mixed = exampleSetOf([...times(3, () => crackBy('owner')), ...times(3, () => crackBy('second'))], trusted);
    expect(mixed.categories).toEqual([{ category: 'crack', photos: 6, wants: 4, taught: true }]);
  });

  it('uses at most twice as many sound photos as damaged ones, the newest first', () => {
    const clean = times(60, () => photo([], { approvedBy }));
    const { examples } = exampleSetOf([...times(8, () => crackBy('admin')), ...clean], trusted);
    expect(examples.map(({ id }) => id).slice(8)).toEqual(clean.slice(0, 16).map(({ id }) => id));
  });
});
