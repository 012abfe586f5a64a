import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CostEntry } from '#contract/cost-catalogue.ts';
import { severityOfItem } from '#server/checklists/checklists.rules.ts';
import { inspectionAreas } from '#server/schema/areas.tables.ts';
import { checklistItems, type ChecklistItemRow } from '#server/schema/checklists.tables.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { priceFinding } from '../plans.rules.ts';
import { listEntries } from './catalogue.repository.ts';

let database: TestDatabase;
let entries: CostEntry[];
let checks: (ChecklistItemRow & { code: string })[];
beforeAll(async () => {
  database = await createTestDatabase();
  entries = await listEntries(database.db);
  const rows = await database.db
    .select({ check: checklistItems, code: inspectionAreas.code })
    .from(checklistItems)
    .innerJoin(inspectionAreas, eq(inspectionAreas.id, checklistItems.areaId));
  checks = rows.map(({ check, code }) => ({ ...check, code }));
});
afterAll(() => database.drop());

const priceOf = (check: ChecklistItemRow) =>
  priceFinding(
    {
      title: check.findingTitle,
      description: '',
      category: check.category,
      severity: severityOfItem(check.critical),
      action: check.action,
      pricedCategory: check.pricedCategory,
      pricedAs: check.pricedAs,
      lifeSafety: check.critical,
    },
    entries,
  );
const priceOfCheck = (code: string, findingTitle: string) => {
  const check = checks.find((each) => each.code === code && each.findingTitle === findingTitle);
  if (!check) throw new Error(`There is no check ${findingTitle}`);
  return priceOf(check);
};

describe('the price of a failed check is that of its own action', () => {
  it.each([
    ['lobby', 'Entrance mat curled or out of place', 0, 150],
    ['lobby', 'Wall or baseboard scuffed or holed', 75, 200],
    ['guest_rooms', 'Smoke detector missing or covered', 60, 150],
    ['guest_rooms', 'Drapes or blackout do not hang or close', 75, 500],
    ['guest_rooms', 'Wall or wallcovering damaged', 75, 200],
    ['guest_rooms', 'Bathroom fixture broken or leaking', 350, 1500],
    ['common_areas', 'Corridor carpet dirty or uneven', 60, 150],
    ['common_areas', 'Room number missing', 10, 40],
    ['fitness_center', 'Towels or hamper missing', 0, 150],
    ['pool', 'Ring buoy or rope missing', 60, 150],
    ['meeting_rooms', 'Wallcovering damaged', 75, 200],
    ['restaurant', 'Hood or duct greasy, or tag out of date', 150, 400],
    ['restaurant', 'Hand-wash sink not stocked', 0, 150],
    ['back_of_house', 'Fire door propped open', 0, 150],
    ['back_of_house', 'Floor drain blocked', 60, 400],
    ['safety_equipment', 'CO alarm missing where fuel burns', 60, 150],
    ['safety_equipment', 'Extinguisher missing, damaged or out of date', 15, 75],
  ])('%s: %s [domain.checklist.11]', (code, title, low, high) => {
    expect(priceOfCheck(code, title)).toMatchObject({ costLow: low * 100, costHigh: high * 100 });
  });

  it('bills a replacement only where something is repaired, replaced or fitted', () => {
    const work = /\b(replace|repair|renew|patch|reupholster|fit|find and stop|electrician|contractor|restore)\b/i;
    const billed = checks.filter((check) => priceOf(check).costHigh > 80_000 && !work.test(check.action));
    expect(billed.map(({ action }) => action)).toEqual([]);
  });

  it('offers no repair at the price of a replacement, except where the catalog prices both alike', () => {
    const both = checks.filter(({ action }) => /\b(?:mend|repair) or replace\b/i.test(action)).map(priceOf);
    const alike = ['casegoods_damage', 'signage_damage'];
    expect(both.map(({ category }) => category).filter((category) => !alike.includes(category))).toEqual([]);
  });

  it('what is only cleaned or cleared is an operating expense without freight, and life safety where it is critical', () => {
    expect(priceOfCheck('common_areas', 'Corridor carpet dirty or uneven')).toMatchObject({
      category: 'carpet_wear',
      lineClass: 'operations',
      spending: 'operating',
      ffe: false,
      unit: 'room',
    });
    expect(priceOfCheck('back_of_house', 'Fire door propped open')).toMatchObject({
      lineClass: 'life_safety',
      spending: 'operating',
    });
    // A detector that is fitted is an asset, like the CO alarm.
    expect(priceOfCheck('guest_rooms', 'Smoke detector missing or covered')).toMatchObject({
      lineClass: 'life_safety',
      spending: null,
    });
    expect(priceOfCheck('guest_rooms', 'Bathroom fixture broken or leaking')).toMatchObject({
      lineClass: null,
      spending: null,
    });
  });
});
