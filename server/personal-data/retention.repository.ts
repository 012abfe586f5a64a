import { and, asc, eq, isNull, lt, notExists, notInArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/platform/database/types.ts';
import { areaSessions } from '#server/schema/areas.tables.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { photos } from '#server/schema/photos.tables.ts';
import { pipItems, pipReports } from '#server/schema/plans.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';

const openItem = alias(pipItems, 'open_item');
const areaOfItem = alias(areaSessions, 'area_of_item');

/**
 * Some photos that still have files, of cases that were completed before a time and have no work left: no item of a plan
 * of theirs is open. A photo that was added later is as old as itself.
 */
export async function listPhotosOfClosedCases(db: Executor, before: Date, limit: number): Promise<string[]> {
  const workLeft = db
    .select({ id: openItem.id })
    .from(openItem)
    .innerJoin(pipReports, eq(pipReports.id, openItem.pipReportId))
    .leftJoin(areaOfItem, eq(areaOfItem.id, openItem.areaSessionId))
    .where(
      and(
        or(eq(pipReports.runId, inspectionRuns.id), eq(areaOfItem.runId, inspectionRuns.id)),
        notInArray(openItem.status, ['completed', 'rejected', 'waived']),
      ),
    );
  const areaOfPhoto = sql`coalesce(${photos.areaSessionId}, ${inspections.areaSessionId}, ${pipItems.areaSessionId})`;
  const rows = await db
    .select({ id: photos.id })
    .from(photos)
    .leftJoin(inspections, eq(inspections.id, photos.inspectionId))
    .leftJoin(pipItems, eq(pipItems.id, photos.planItemId))
    .innerJoin(areaSessions, eq(areaSessions.id, areaOfPhoto))
    .innerJoin(inspectionRuns, eq(inspectionRuns.id, areaSessions.runId))
    .innerJoin(inspectionCases, eq(inspectionCases.id, inspectionRuns.caseId))
    .where(
      and(
        isNull(photos.filesDeletedAt),
        lt(photos.uploadedAt, before),
        eq(inspectionCases.status, 'completed'),
        lt(inspectionCases.completedAt, before),
        notExists(workLeft),
      ),
    )
    .orderBy(asc(photos.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
