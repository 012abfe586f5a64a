import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { phaseNames } from '#contract/plan-phases.ts';
import { schedule, type Work } from './schedule.rules.ts';

const work = (phase: Work['phase'], daysOnSite: number, leadDays = 0): Work => ({ phase, daysOnSite, leadDays });

describe('schedule', () => {
  test.each<[string, Work[], number, number]>([
    ['nothing', [], 2, 0],
    ['one work', [work('critical', 0.5)], 2, 0.5],
    ['two side by side', [work('critical', 1), work('critical', 2)], 2, 2],
    ['three on two crews', [work('major', 1), work('major', 1), work('major', 1)], 2, 2],
    ['one crew does all in turn', [work('minor', 1), work('minor', 2), work('minor', 0.25)], 1, 3.25],
    ['the longest first packs best', [work('minor', 1), work('minor', 1), work('minor', 2)], 2, 2],
    ['phases follow each other', [work('critical', 5), work('major', 2), work('minor', 1)], 2, 8],
    ['lead days run from day 0', [work('critical', 5), work('minor', 0.5, 60)], 2, 60.5],
    ['lead days that are over cost nothing', [work('critical', 5), work('minor', 1, 3)], 2, 6],
    [
      'no crew waits for a delivery while work is left',
      [work('minor', 2, 60), work('minor', 2, 60), work('minor', 1)],
      2,
      62,
    ],
    ['tenths of a day stay exact', [work('minor', 0.1), work('minor', 0.1), work('minor', 0.1)], 1, 0.3],
  ])('%s [domain.catalogue.8]', (_name, works, crews, total) => {
    expect(schedule(works, crews).totalDays).toBe(total);
  });

  test('each phase starts when the previous one ends [domain.catalogue.8]', () => {
    const { phases } = schedule([work('critical', 5), work('minor', 1, 10)], 2);
    expect(phases.slice(0, 3)).toEqual([
      { name: 'critical', startDay: 0, days: 5 },
      { name: 'major', startDay: 5, days: 0 },
      { name: 'minor', startDay: 5, days: 6 },
    ]);
  });

  test('each work starts on a day of its phase, not before its delivery, and no crew does two at once', () => {
    fc.assert(
      fc.property(works, crews, (list, count) => {
        const { phases, startDays } = schedule(list, count);
        for (const [index, { phase, leadDays, daysOnSite }] of list.entries()) {
          const start = startDays[index] ?? NaN;
          const span = phases.find(({ name }) => name === phase);
          expect(start).toBeGreaterThanOrEqual(Math.max(leadDays, span?.startDay ?? NaN) - 1e-9);
          expect(start + daysOnSite).toBeLessThanOrEqual((span?.startDay ?? NaN) + (span?.days ?? NaN) + 1e-9);
          const atOnce = list.filter((other, at) => {
            const begins = startDays[at] ?? NaN;
            return begins <= start && start + 1e-9 < begins + other.daysOnSite;
          });
          expect(atOnce.length).toBeLessThanOrEqual(count);
        }
      }),
    );
  });

  test('work of the scope follows what is urgent', () => {
    const { phases, startDays } = schedule([work('months_12', 3), work('critical', 2)], 1);
    expect(startDays).toEqual([2, 0]);
    expect(phases.at(-2)).toEqual({ name: 'months_12', startDay: 2, days: 3 });
  });

  // With two crews the long work is ready when its phase starts, with three it is not quite. An order by what is ready
  // on the day would give the short ones to all three crews first, and end on day 17.9.
  test('an earlier start does not delay long work', () => {
    const list = [
      ...[9.9, 5, 5].map((days) => work('critical', days)),
      work('major', 6, 10),
      ...Array.from({ length: 6 }, () => work('major', 1)),
    ];
    expect([2, 3].map((crews) => schedule(list, crews).totalDays)).toEqual([16, 16]);
  });

  const works = fc.array(
    fc.record({
      phase: fc.constantFrom(...phaseNames),
      daysOnSite: fc.integer({ min: 0, max: 1000 }).map((hundredths) => hundredths / 100),
      leadDays: fc.integer({ min: 0, max: 60 }),
    }),
    { maxLength: 25 },
  );
  const crews = fc.integer({ min: 1, max: 6 });

  test('more crews never finish later', () => {
    fc.assert(
      fc.property(works, crews, (list, count) => {
        expect(schedule(list, count + 1).totalDays).toBeLessThanOrEqual(schedule(list, count).totalDays);
      }),
      { numRuns: 1000 },
    );
  });
  test('the order of the items does not matter', () => {
    fc.assert(
      fc.property(works, crews, (list, count) => {
        const { phases, totalDays } = schedule(list, count);
        expect(schedule(list.toReversed(), count)).toMatchObject({ phases, totalDays });
      }),
    );
  });
  test('an added item never shortens the plan', () => {
    fc.assert(
      fc.property(works, works, crews, (list, more, count) => {
        expect(schedule([...list, ...more], count).totalDays).toBeGreaterThanOrEqual(schedule(list, count).totalDays);
      }),
    );
  });
  test('no plan is shorter than its longest work after its delivery, or than its work divided among all crews', () => {
    fc.assert(
      fc.property(works, crews, (list, count) => {
        const { totalDays } = schedule(list, count);
        for (const item of list) expect(totalDays).toBeGreaterThanOrEqual(item.leadDays + item.daysOnSite - 1e-9);
        const sum = list.reduce((days, item) => days + item.daysOnSite, 0);
        expect(totalDays).toBeGreaterThanOrEqual(sum / count - 1e-9);
      }),
    );
  });
  test('no plan is longer than one crew that first waits for the last delivery', () => {
    fc.assert(
      fc.property(works, crews, (list, count) => {
        const sum = list.reduce((days, item) => days + item.daysOnSite, 0);
        const lead = Math.max(0, ...list.map((item) => item.leadDays));
        expect(schedule(list, count).totalDays).toBeLessThanOrEqual(sum + lead + 1e-9);
      }),
    );
  });
});
