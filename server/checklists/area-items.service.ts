import { asc, eq } from 'drizzle-orm';
import { ofArea } from '#server/areas/area-state.service.ts';
import { inspectionAreas, type AreaRow } from '#server/areas/areas.tables.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { checklistItems, type ChecklistItemRow } from './checklists.tables.ts';

/** The checks of the area with this name or code, in their order; none where no area is called so. */
export async function itemsOfArea(db: Executor, area: string): Promise<ChecklistItemRow[]> {
  const rows = await db
    .select({ item: checklistItems })
    .from(checklistItems)
    .innerJoin(inspectionAreas, eq(inspectionAreas.id, checklistItems.areaId))
    .where(ofArea(area))
    .orderBy(asc(checklistItems.sortOrder));
  return rows.map(({ item }) => item);
}

/** The area with this name or code. */
export async function areaNamed(db: Executor, area: string): Promise<AreaRow | null> {
  const [row] = await db.select().from(inspectionAreas).where(ofArea(area));
  return row ?? null;
}
