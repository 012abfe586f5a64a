import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CostEntry } from '#contract/cost-catalogue.ts';
import { findingCategories } from '#contract/finding-categories.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { listEntries } from './catalogue.repository.ts';

let database: TestDatabase;
let entries: CostEntry[];
beforeAll(async () => {
  database = await createTestDatabase();
  entries = await listEntries(database.db);
});
afterAll(() => database.drop());

describe('the seed of the cost catalogue', () => {
  // docs/specification/domain.md: unit, low and high in dollars, days on site, lead days.
  it.each([
    ['crack', 'low', 'spot', 75, 250, 0.5, 0],
    ['crack', 'high', 'visit', 500, 1500, 1, 10],
    ['spall', 'low', 'spot', 200, 900, 1, 0],
    ['stain', 'low', 'room', 60, 150, 0.25, 0],
    ['carpet_wear', 'low', 'room', 900, 2000, 1, 0],
    ['water_damage', 'low', 'spot', 350, 1500, 2, 0],
    ['mould', 'low', 'area', 200, 600, 1, 0],
    ['mould', 'critical', 'area', 2000, 8000, 5, 0],
    ['peeling_paint', 'low', 'room', 350, 900, 1, 0],
    ['wallcovering_damage', 'low', 'room', 75, 200, 0.25, 0],
    ['wallcovering_damage', 'medium', 'room', 900, 1800, 2, 0],
    ['broken_tile', 'low', 'spot', 125, 400, 1, 0],
    ['grout_caulk', 'low', 'bathroom', 300, 900, 1, 0],
    ['corrosion', 'low', 'each', 100, 400, 0.25, 0],
    ['fixture_broken', 'low', 'each', 350, 1500, 0.5, 0],
    ['lighting_out', 'low', 'each', 40, 350, 0.1, 0],
    ['upholstery_damage', 'low', 'each', 400, 1400, 0.5, 60],
    ['casegoods_damage', 'low', 'each', 360, 750, 0.5, 60],
    ['door_hardware', 'low', 'each', 75, 300, 0.25, 0],
    ['door_hardware', 'critical', 'each', 1500, 4000, 1, 60],
    ['expired_tag', 'low', 'each', 15, 75, 0.25, 0],
    ['missing_extinguisher', 'low', 'each', 60, 150, 0.25, 0],
    ['missing_signage', 'low', 'each', 10, 40, 0.25, 0],
    ['missing_signage', 'high', 'each', 80, 250, 0.25, 0],
    ['electrical_exposed', 'low', 'each', 100, 450, 0.25, 0],
    ['blocked_exit', 'low', 'each', 0, 150, 0.1, 0],
    ['clutter', 'low', 'each', 0, 150, 0.1, 0],
    ['trip_hazard', 'low', 'spot', 50, 600, 0.5, 0],
    ['floor_damage', 'low', 'each', 150, 500, 0.5, 0],
    ['pool_safety', 'low', 'each', 100, 800, 0.5, 0],
    ['hvac', 'low', 'each', 150, 400, 0.5, 0],
    ['hvac', 'high', 'each', 999, 1250, 0.5, 15],
    ['dirt', 'low', 'area', 60, 400, 0.5, 0],
    ['pest', 'low', 'area', 60, 400, 0.5, 0],
    ['glass_damage', 'low', 'each', 250, 900, 0.5, 10],
  ])('%s from %s [domain.catalogue.1, domain.catalogue.3]', (category, fromSeverity, unit, low, high, days, lead) => {
    const line = entries.find((entry) => entry.category === category && entry.fromSeverity === fromSeverity);
    expect(line).toMatchObject({ unit, costLow: low * 100, costHigh: high * 100, daysOnSite: days, leadDays: lead });
  });

  it('prices every category from low', () => {
    const priced = entries.filter(({ fromSeverity }) => fromSeverity === 'low').map(({ category }) => category);
    expect(priced).toEqual(findingCategories);
  });
});
