import { describe, expect, it } from 'vitest';
import {
  costRangeText,
  dueInWindow,
  dueText,
  evidencePhotosOf,
  evidenceText,
  furtherText,
  isMadeSafeFirst,
  isUnconfirmed,
  priceBasisText,
  proofPhotosOf,
} from './plan-lines.ts';
import { sampleText } from './plan-line-details.ts';
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

describe('the due date', () => {
  const line = (fields: object) =>
    ({ priority: 'high', horizonMonths: null, leadDays: 0, daysOnSite: 1, ...fields }) as PlanItem;

  it("is the end of the phase's window, or of a longer delivery and work", () => {
    expect(dueInWindow(line({}), '2026-03-01')).toBe('2026-03-15');
    expect(dueInWindow(line({ leadDays: 30 }), '2026-03-01')).toBe('2026-04-01');
    expect(dueInWindow(line({ leadDays: 13, daysOnSite: 0.5 }), '2026-03-01')).toBe('2026-03-15');
    expect(dueInWindow(line({ leadDays: 14, daysOnSite: 0.25 }), '2026-03-01')).toBe('2026-03-16');
    expect(dueInWindow(line({ horizonMonths: 3, leadDays: 100 }), '2026-03-01')).toBe('2026-06-10');
    // Three months are longer than the 91 days of delivery and work.
    expect(dueInWindow(line({ horizonMonths: 3, leadDays: 90, daysOnSite: 1 }), '2026-11-26')).toBe('2027-02-26');
  });

  it('of critical work is that of making it safe, whatever its delivery takes', () => {
    expect(dueInWindow(line({ priority: 'critical', leadDays: 60 }), '2026-03-01')).toBe('2026-03-03');
  });

  it('says so if somebody entered one before the delivery', () => {
    const entered = { ...line({}), phase: 'major', startDay: 0, dueDateEntered: true } as PlanItem;
    const dates = { dueDate: '2026-03-15', earliestDueDate: '2026-04-11' };
    expect(dueText({ ...entered, ...dates })).toBe('Mar 15, 2026, but Apr 11, 2026 is the earliest');
    expect(dueText({ ...entered, ...dates, earliestDueDate: '2026-03-15' })).toBe('Mar 15, 2026');
    expect(dueText({ ...entered, ...dates, phase: 'critical', startDay: 30, dueDateEntered: false })).toBe(
      'Mar 15, 2026',
    );
  });
});

describe('the proof of finished work', () => {
  const photo = (createdAt: string, takenAt: string | null = null) => ({ createdAt, takenAt });
  const photos = [
    photo('2026-03-01T10:00:00Z'),
    photo('2026-03-05T10:00:00Z', '2026-02-20T10:00:00Z'),
    photo('2026-03-05T11:00:00Z'),
    // An hour before, by a clock or zone that may be wrong.
    photo('2026-03-05T12:00:00Z', '2026-03-04T09:00:00Z'),
  ];

  it('is every photo until the work is returned', () => {
    expect(proofPhotosOf(photos, { returnedAt: null, reopenedAt: null })).toEqual(photos);
  });

  it.each([
    ['returned', { returnedAt: '2026-03-04T10:00:00Z', reopenedAt: null }],
    ['found again', { returnedAt: '2026-03-01T09:00:00Z', reopenedAt: '2026-03-04T10:00:00Z' }],
  ])('is what was taken since it was %s', (_name, times) => {
    expect(proofPhotosOf(photos, times)).toEqual([photos[2], photos[3]]);
  });
});

describe('the basis of a price', () => {
  const line = { unit: 'each', costLow: 19_900, costHigh: 19_900, unitCostLow: 19_900, unitCostHigh: 19_900 } as const;

  it('is the catalog, even if that has a single price for the unit', () => {
    expect(priceBasisText({ ...line, priceEntered: false })).toBe('Cost catalog, $199 each');
    expect(costRangeText({ ...line, priceEntered: false })).toBe('$199');
  });

  it('is the person who entered it', () => {
    expect(priceBasisText({ ...line, priceEntered: true })).toBe('Entered by a person');
    expect(costRangeText({ ...line, priceEntered: true })).toBe('entered');
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

it.each([
  [{ found: 6, of: 10, all: 84 }, '= 50.4, so 51'],
  [{ found: 1, of: 25, all: 1251 }, '= 50.04, so 51'],
  [{ found: 1, of: 3, all: 20 }, '= 6.6667, so 7'],
  [{ found: 1, of: 10_000, all: 10_001 }, '= 1.0001, so 2'],
  [{ found: 1, of: 2, all: 2500 }, '= 1,250'],
])('the arithmetic of the sample %o never shows a part as a whole: %s', (sample, end) =>
  expect(sampleText(sample)).toMatch(new RegExp(`${end.replaceAll('.', '\\.')}$`)),
);
