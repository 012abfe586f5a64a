import { describe, expect, it, test } from 'vitest';
import type { CostEntry } from '#contract/cost-catalogue.ts';
import type { FindingCategory, Severity } from '#contract/finding-categories.ts';
import { largestAmount } from '#contract/money.ts';
import { groupFindings, matchItems } from './grouping.rules.ts';
import type { OpenFinding } from './sources.repository.ts';

const entry = (category: FindingCategory, unit: CostEntry['unit'], costLow: number, costHigh: number): CostEntry => ({
  category,
  fromSeverity: 'low',
  action: `Repair: ${category}`,
  unit,
  costLow: costLow * 100,
  costHigh: costHigh * 100,
  daysOnSite: 0.5,
  leadDays: 0,
});
const catalogue = [
  entry('peeling_paint', 'room', 350, 900),
  entry('crack', 'visit', 500, 1500),
  entry('broken_tile', 'spot', 125, 400),
  entry('other', 'each', 100, 500),
];
let count = 0;
const finding = (category: FindingCategory, more: Partial<OpenFinding> = {}): OpenFinding => {
  count += 1;
  const area = more.area ?? 'Lobby';
  return {
    id: `finding ${count}`,
    source: 'ai',
    title: category,
    description: '',
    category,
    severity: 'medium',
    area,
    areaSessionId: area,
    areaCode: area === 'Lobby' ? 'lobby' : 'guest_rooms',
    building: null,
    floor: null,
    room: null,
    photoId: null,
    ...more,
  };
};
const summary = (findings: OpenFinding[]) =>
  groupFindings(findings, catalogue).map((line) => [
    line.findings.length,
    line.quantity,
    line.unit,
    line.estimatedCost / 100,
  ]);

describe('findings that one action at one place repairs', () => {
  it('are one line: three patches of peeling paint are one room to repaint [domain.defects.5]', () => {
    const patches = ['By the door', 'By the window', 'Above'].map((title) => finding('peeling_paint', { title }));
    expect(summary(patches)).toEqual([[3, 1, 'room', 625]]);
  });

  it("are one engineer's visit for the whole property, or one for an area on its own [domain.defects.6]", () => {
    const cracks = [finding('crack'), finding('crack', { area: 'Guest Rooms' }), finding('crack', { area: 'Pool' })];
    expect(summary(cracks)).toEqual([[3, 1, 'visit', 1000]]);
    expect(summary(cracks.slice(0, 1))).toEqual([[1, 1, 'visit', 1000]]);
    const [visit] = groupFindings(cracks, catalogue);
    expect([visit?.area, visit?.room, visit?.areaSessionId]).toEqual(['Lobby, Guest Rooms, Pool', null, 'Lobby']);
  });

  it('are one visit and one room to repaint whatever was written to each, and the line says all of it once', () => {
    const written = (category: FindingCategory, area: string, room: string, severity: Severity, action?: string) =>
      finding(category, { area, room, severity, ...(action ? { action } : {}) });
    const cracks = [
      written('crack', 'Guest Rooms', '312', 'medium', 'Have the lintel calculated'),
      written('crack', 'Guest Rooms', '314', 'high', 'Measure the gap for a month'),
      written('crack', 'Pool', '', 'low', 'have the lintel calculated '),
    ];
    expect(summary(cracks)).toEqual([[3, 1, 'visit', 1000]]);
    expect(groupFindings(cracks, catalogue)[0]).toMatchObject({
      recommendedAction: 'Measure the gap for a month; Have the lintel calculated',
      priority: 'high',
      room: null,
    });
    const patches = [written('peeling_paint', 'Guest Rooms', '312', 'low', 'Scrape and prime first')];
    const repaint = written('peeling_paint', 'Guest Rooms', '312', 'low');
    expect(summary([...patches, repaint])).toEqual([[2, 1, 'room', 625]]);
    expect(groupFindings([repaint, ...patches], catalogue)[0]?.recommendedAction).toBe(
      'Repair: peeling_paint; Scrape and prime first',
    );
    // A person who words another action means other work in the same room.
    expect(summary([repaint, { ...repaint, source: 'person', action: 'Take the old paper off' }])).toHaveLength(2);
    expect(summary([repaint, { ...repaint, source: 'person' }])).toHaveLength(1);
  });

  it('are as many units as there are pieces, at the price of one', () => {
    expect(summary([finding('broken_tile'), finding('broken_tile')])).toEqual([[2, 2, 'spot', 530]]);
    const [line] = groupFindings([finding('broken_tile'), finding('broken_tile')], catalogue);
    expect([line?.costLow, line?.costHigh, line?.daysOnSite, line?.estimatedDays]).toEqual([25_000, 80_000, 1, 1]);
  });

  it('are one line per room in an area with many rooms, and without room numbers as many rooms as findings', () => {
    const inRoom = (room: string | null) => finding('peeling_paint', { area: 'Guest Rooms', room });
    expect(summary([inRoom('312'), inRoom('314'), inRoom('Room  312 '), inRoom('#312')])).toEqual([
      [3, 1, 'room', 625],
      [1, 1, 'room', 625],
    ]);
    expect(summary([inRoom(null), inRoom(null)])).toEqual([[2, 2, 'room', 1250]]);
  });

  it('are one room if one photo shows them, though nobody entered which room it is [domain.defects.5]', () => {
    const on = (photoId: string, more: Partial<OpenFinding> = {}) =>
      finding('peeling_paint', { area: 'Guest Rooms', photoId, ...more });
    const wall = [on('a', { title: 'By the door', severity: 'low' }), on('a', { title: 'Above' }), on('a')];
    expect(summary(wall)).toEqual([[3, 1, 'room', 625]]);
    expect(groupFindings(wall, catalogue)[0]?.findings.map(({ title }) => title)).toEqual([
      'Above',
      'peeling_paint',
      'By the door',
    ]);
    expect(summary([...wall, on('b', { title: 'Above' })])).toEqual([[4, 2, 'room', 1250]]);
    // A person who words another action means other work, and pieces are counted one by one.
    expect(summary([on('a'), on('a', { source: 'person', action: 'Take the old paper off' })])).toHaveLength(2);
    const tiles = [finding('broken_tile', { photoId: 'a' }), finding('broken_tile', { photoId: 'a' })];
    expect(summary(tiles)).toEqual([[2, 2, 'spot', 530]]);
    // Somebody entered that a finding is in another room than its photo.
    expect(summary([on('a'), on('a', { room: '314' })])).toHaveLength(2);
  });

  it('take the phase and severity of the most severe; single pieces keep their own phase', () => {
    const severe = (category: FindingCategory, severity: Severity) => finding(category, { severity });
    const [room] = groupFindings([severe('peeling_paint', 'low'), severe('peeling_paint', 'high')], catalogue);
    expect([room?.priority, room?.findings.map(({ severity }) => severity)]).toEqual(['high', ['high', 'low']]);
    expect(summary([severe('broken_tile', 'low'), severe('broken_tile', 'high')])).toEqual([
      [1, 1, 'spot', 265],
      [1, 1, 'spot', 265],
    ]);
  });

  test.each<[string, Partial<OpenFinding>, FindingCategory]>([
    ['another area', { area: 'Pool' }, 'broken_tile'],
    ['another action', { action: 'Close the room' }, 'broken_tile'],
    ['another category', {}, 'other'],
    ['another title, where pieces are counted', { title: 'Chipped edge' }, 'broken_tile'],
  ])('are not those of %s', (_name, more, category) => {
    expect(summary([finding('broken_tile'), finding(category, more)])).toHaveLength(2);
  });

  it('are split into several lines when one would cost more than a line may', () => {
    const dear = [entry('other', 'each', 0, 400_000)];
    const findings = Array.from({ length: 5 }, () => finding('other'));
    const lines = groupFindings(findings, dear);
    expect(lines.map(({ quantity }) => quantity)).toEqual([2, 2, 1]);
    for (const { costHigh } of lines) expect(costHigh).toBeLessThanOrEqual(largestAmount);
  });
});

describe('an item', () => {
  const item = (id: string, issueId: string | null, furtherFindingIds: string[] = []) => ({
    id,
    issueId,
    furtherFindingIds,
  });

  it('keeps its line while the line has its first finding, or another one of its findings', () => {
    const [a, b, c] = [finding('broken_tile'), finding('broken_tile'), finding('peeling_paint')];
    const lines = groupFindings([a, b, c], catalogue);
    const items = [item('paint', c.id), item('tile', 'closed', [b.id])];
    const { matched, unmatched } = matchItems(lines, items);
    expect(lines.map((line) => matched.get(line)?.id)).toEqual(['tile', 'paint']);
    expect(unmatched).toEqual([]);
  });

  it('is unmatched when another item has taken the line', () => {
    const [a, b] = [finding('broken_tile'), finding('broken_tile')];
    const { matched, unmatched } = matchItems(groupFindings([a, b], catalogue), [
      item('second', b.id),
      item('first', a.id),
    ]);
    expect([...matched.values()].map(({ id }) => id)).toEqual(['first']);
    expect(unmatched.map(({ id }) => id)).toEqual(['second']);
  });
});
