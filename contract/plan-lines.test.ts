import { describe, expect, it } from 'vitest';
import { evidencePhotosOf, evidenceText, furtherText, isMadeSafeFirst, isUnconfirmed } from './plan-lines.ts';
import type { PlanItem } from './plans.ts';

const finding = (id: string, title: string, photoId: string | null, more: object = {}) => ({
  id,
  title,
  photoId,
  status: 'confirmed',
  photoMarks: [],
  parts: [],
  ...more,
});
const item = (issue: object | null, furtherIssues: object[] = []) =>
  ({
    title: 'Peeling paint',
    photoId: (issue as { photoId?: string } | null)?.photoId ?? null,
    issue,
    furtherIssues,
    videoTimestamp: null,
    addedByHand: false,
  }) as unknown as PlanItem;

describe('the findings of a line', () => {
  const first = finding('1', 'Peeling paint', 'a', { parts: [{ photoId: 'b' }] });
  const joined = item(first, [
    finding('2', 'Peeling paint', 'a'),
    finding('3', 'Stained wall', 'c'),
    finding('4', 'Stained wall', null),
  ]);

  it('are counted with their photos, each once', () => {
    expect(evidencePhotosOf(joined)).toEqual(['a', 'b', 'c']);
    expect(evidenceText(joined)).toBe('4 findings, 3 photos');
    expect(evidenceText(item(finding('1', 'Peeling paint', 'a')))).toBe('1 photo');
    expect(evidenceText(item(null))).toBe('No photo');
  });

  it("are listed by title if that differs from the line's title", () => {
    expect(furtherText(joined)).toBe('Stained wall (2)');
    expect(furtherText(item(first, [finding('2', 'Peeling paint', 'a')]))).toBe('');
  });

  it('are unconfirmed if one of them is', () => {
    expect(isUnconfirmed(joined)).toBe(false);
    expect(isUnconfirmed(item(first, [finding('2', 'Peeling paint', 'a', { status: 'pending' })]))).toBe(true);
  });
});

describe('critical work', () => {
  const critical = { phase: 'critical', startDay: 0, daysOnSite: 2, dueDateEntered: false } as const;

  it('is made safe first if it ends after 48 hours, unless a user entered its due date', () => {
    expect(isMadeSafeFirst(critical)).toBe(false);
    expect(isMadeSafeFirst({ ...critical, daysOnSite: 5 })).toBe(true);
    expect(isMadeSafeFirst({ ...critical, startDay: 1 })).toBe(true);
    expect(isMadeSafeFirst({ ...critical, daysOnSite: 5, dueDateEntered: true })).toBe(false);
    expect(isMadeSafeFirst({ ...critical, daysOnSite: 5, phase: 'major' })).toBe(false);
    expect(isMadeSafeFirst({ ...critical, startDay: null })).toBe(false);
  });
});
