import { and, asc, eq, gt, isNull, lt, ne, notExists, notInArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/platform/database/types.ts';
import { areaSessions } from '#server/schema/areas.tables.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { photos } from '#server/schema/photos.tables.ts';
import { pipItems, pipReports } from '#server/schema/plans.tables.ts';
import { recordings } from '#server/schema/recordings.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';

/** A batch of rows with files in the order of their ids, so that each is checked once. */
interface Batch {
  before: Date;
  /** The last id of the previous batch; null for the first. */
  after: string | null;
  limit: number;
}

const openItem = alias(pipItems, 'open_item');
const planOfItem = alias(pipReports, 'plan_of_item');
const areaOfItem = alias(areaSessions, 'area_of_item');
const waiting = alias(inspections, 'waiting');
const areaOfWaiting = alias(areaSessions, 'area_of_waiting');

/** Matches when an item of a plan of the run, or of the standalone inspection, is open. */
const workLeft = (db: Executor) =>
  db
    .select({ id: openItem.id })
    .from(openItem)
    .innerJoin(planOfItem, eq(planOfItem.id, openItem.pipReportId))
    .leftJoin(areaOfItem, eq(areaOfItem.id, openItem.areaSessionId))
    .where(
      and(
        or(
          eq(planOfItem.runId, inspectionRuns.id),
          eq(areaOfItem.runId, inspectionRuns.id),
          eq(planOfItem.inspectionId, inspections.id),
        ),
        notInArray(openItem.status, ['completed', 'rejected', 'waived']),
        isNull(openItem.noLongerNeeded),
      ),
    );

/** Matches when an inspection of the run waits for its review. */
const reviewLeft = (db: Executor) =>
  db
    .select({ id: waiting.id })
    .from(waiting)
    .innerJoin(areaOfWaiting, eq(areaOfWaiting.id, waiting.areaSessionId))
    .where(and(eq(areaOfWaiting.runId, inspectionRuns.id), eq(waiting.status, 'pending_review')));

/**
 * Matches scopes that were closed before a time: their case was completed, or without a case their run, or without a
 * run the inspection was approved. A scope with open plan items or pending reviews is never closed.
 */
const isOver = (db: Executor, before: Date) =>
  and(
    or(
      and(eq(inspectionCases.status, 'completed'), lt(inspectionCases.completedAt, before)),
      and(
        isNull(inspectionCases.id),
        eq(inspectionRuns.status, 'completed'),
        lt(inspectionRuns.completedAt, before),
        notExists(reviewLeft(db)),
      ),
      and(
        isNull(inspectionCases.id),
        isNull(inspectionRuns.id),
        eq(inspections.status, 'approved'),
        lt(inspections.completedAt, before),
      ),
    ),
    notExists(workLeft(db)),
  );

const caseOfWork = sql`coalesce(${inspectionRuns.caseId}, ${inspections.caseId})`;

/**
 * Photos of scopes that were closed before the time. A photo that was added after closing must itself be older than the
 * time.
 */
export async function listPhotosToDelete(db: Executor, { before, after, limit }: Batch): Promise<string[]> {
  const inspection = sql`coalesce(${photos.inspectionId}, ${pipReports.inspectionId})`;
  const area = sql`coalesce(${photos.areaSessionId}, ${pipItems.areaSessionId}, ${inspections.areaSessionId})`;
  const rows = await db
    .select({ id: photos.id })
    .from(photos)
    .leftJoin(pipItems, eq(pipItems.id, photos.planItemId))
    .leftJoin(pipReports, eq(pipReports.id, pipItems.pipReportId))
    .leftJoin(inspections, eq(inspections.id, inspection))
    .leftJoin(areaSessions, eq(areaSessions.id, area))
    .leftJoin(inspectionRuns, eq(inspectionRuns.id, sql`coalesce(${areaSessions.runId}, ${pipReports.runId})`))
    .leftJoin(inspectionCases, eq(inspectionCases.id, caseOfWork))
    .where(
      and(
        after === null ? undefined : gt(photos.id, after),
        isNull(photos.filesDeletedAt),
        lt(photos.uploadedAt, before),
        isOver(db, before),
      ),
    )
    .orderBy(asc(photos.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Recordings under the same conditions, except those whose copy is still being made. */
export async function listRecordingsToDelete(db: Executor, { before, after, limit }: Batch): Promise<string[]> {
  const rows = await db
    .select({ id: recordings.id })
    .from(recordings)
    .innerJoin(inspections, eq(inspections.id, recordings.inspectionId))
    .leftJoin(areaSessions, eq(areaSessions.id, inspections.areaSessionId))
    .leftJoin(inspectionRuns, eq(inspectionRuns.id, areaSessions.runId))
    .leftJoin(inspectionCases, eq(inspectionCases.id, caseOfWork))
    .where(
      and(
        after === null ? undefined : gt(recordings.id, after),
        isNull(recordings.filesDeletedAt),
        ne(recordings.preparation, 'pending'),
        lt(recordings.createdAt, before),
        isOver(db, before),
      ),
    )
    .orderBy(asc(recordings.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
