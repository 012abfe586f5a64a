import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { costEntrySchema, type CostEntry } from '#contract/cost-catalogue.ts';
import {
  countsText,
  draftOf,
  faultsOf,
  freeSeverities,
  isChanged,
  isRemovable,
  entryFromDraft,
  matches,
  severityText,
} from '#web/features/plans/catalogue.ts';

const line: CostEntry = {
  category: 'mould',
  fromSeverity: 'low',
  action: 'Clean and treat',
  unit: 'area',
  costLow: 20_000,
  costHigh: 60_000,
  daysOnSite: 0.25,
  leadDays: 10,
};
const draft = (fields: object) => ({ ...draftOf(line), ...fields });

describe('a draft of a catalogue line', () => {
  it('is unchanged until a value differs', () => {
    expect(isChanged(line, draft({}))).toBe(false);
    expect(isChanged(line, draft({ costLow: '200.00', daysOnSite: ' 0.25', action: 'Clean and treat ' }))).toBe(false);
    for (const fields of [{ costLow: '201' }, { unit: 'room' }, { leadDays: '' }, { action: 'Scrub' }])
      expect(isChanged(line, draft(fields)), JSON.stringify(fields)).toBe(true);
  });

  it.each([
    [{ action: '  ' }, { action: 'Action is required' }],
    [{ costLow: '-5' }, { costLow: 'The low cost cannot be negative' }],
    [{ costHigh: '1,00' }, { costHigh: 'The high cost is an amount up to 999,999.99' }],
    [{ costHigh: '1000000' }, { costHigh: 'The high cost is an amount up to 999,999.99' }],
    [{ costLow: '' }, { costLow: 'The low cost is an amount up to 999,999.99' }],
    [{ costLow: '601' }, { costHigh: 'The high cost is below the low one' }],
    [{ costLow: '600' }, {}],
    [{ daysOnSite: '366' }, { daysOnSite: 'Days on site is a number from 0 to 365, with at most two decimals' }],
    [{ daysOnSite: '-1' }, { daysOnSite: 'Days on site cannot be negative' }],
    [{ leadDays: '2.5' }, { leadDays: 'Lead days is a whole number from 0 to 730' }],
    [{ leadDays: '730' }, {}],
  ])('%j has the faults %j', (fields, faults) => {
    expect(faultsOf(draft(fields))).toEqual(faults);
  });

  it('becomes a line that the contract accepts', () => {
    const next = entryFromDraft(line, draft({ costHigh: '650.50', action: ' Scrub ' }));
    expect(next).toEqual({ ...line, costHigh: 65_050, action: 'Scrub' });
    expect(costEntrySchema.safeParse(z.encode(costEntrySchema, next)).success).toBe(true);
  });
});

describe('a catalogue line', () => {
  it('names the severities that it applies to', () => {
    const high: CostEntry = { ...line, fromSeverity: 'high' };
    const worst: CostEntry = { ...line, fromSeverity: 'critical' };
    expect(severityText(line, [line])).toBe('Any severity');
    expect(severityText(line, [worst, line])).toBe('Low to high');
    expect(severityText(worst, [worst, line])).toBe('Critical');
    expect(severityText(line, [line, high, worst])).toBe('Low to medium');
    expect(severityText(high, [line, high, worst])).toBe('High');
    expect(severityText(high, [line, high])).toBe('High and worse');
  });

  it('is found by each of its words', () => {
    expect(matches(line, line.action, '')).toBe(true);
    expect(matches(line, line.action, 'mold treat')).toBe(matches(line, line.action, 'MOLD'));
    expect(matches(line, line.action, 'clean area')).toBe(true);
    expect(matches(line, 'Scrub', 'scrub')).toBe(true);
    expect(matches(line, line.action, 'clean roof')).toBe(false);
  });
});

describe('adding and removing catalogue lines', () => {
  const worst: CostEntry = { ...line, fromSeverity: 'critical', action: 'Call a firm' };
  const crack: CostEntry = { ...line, category: 'crack', action: 'Fill' };

  it('allows at most one line per category and starting severity', () => {
    expect(freeSeverities([line, worst, crack], 'mould')).toEqual(['medium', 'high']);
    expect(freeSeverities([line, worst], 'crack')).toEqual(['low', 'medium', 'high', 'critical']);
  });

  it('keeps the line for the lowest severity of each category', () => {
    expect([isRemovable(line), isRemovable(worst)]).toEqual([false, true]);
  });

  it.each([
    [{ changed: 1, added: 0, removed: 0 }, '1 line changed'],
    [{ changed: 2, added: 1, removed: 1 }, '2 lines changed, 1 added, 1 removed'],
    [{ changed: 0, added: 0, removed: 3 }, '3 lines removed'],
    [{ changed: 0, added: 0, removed: 0 }, ''],
  ])('counts %j as %s', (counts, text) => expect(countsText(counts)).toBe(text));
});
