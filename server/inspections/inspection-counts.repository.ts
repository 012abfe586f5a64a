import { sql } from 'drizzle-orm';
import type { InspectionStatus } from '#contract/statuses.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { inspectionCounts } from '#server/schema/figures.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';

export interface StatusFigures {
  count: number;
  flagged: number;
  /** The earliest completion among inspections of this status; for uncompleted ones, their creation counts. */
  oldest: Date | null;
  oldestFlagged: Date | null;
}

const completion = sql`coalesce(${inspections.completedAt}, ${inspections.createdAt})`;
const isPending = sql`${inspections.status} = 'pending_review'`;
/** Computed for inspections waiting for review only, because nothing shows it for other statuses. */
const whilePending = (value: ReturnType<typeof sql>) =>
  sql<Date | null>`case when ${inspectionCounts.status} = 'pending_review' then (${value}) end`.mapWith(
    inspections.createdAt,
  );

/** Counts all inspections by status from the stored counts, with the oldest one that waits for review. */
export async function listFiguresOfAll(db: Executor): Promise<Map<InspectionStatus, StatusFigures>> {
  const rows = await db
    .select({
      status: inspectionCounts.status,
      count: sql<number>`sum(${inspectionCounts.change})::int`,
      flagged: sql<number>`coalesce(sum(${inspectionCounts.change}) filter (where ${inspectionCounts.flagged}), 0)::int`,
      oldest: whilePending(sql`select ${completion} from ${inspections} where ${isPending} order by 1 limit 1`),
      oldestFlagged: whilePending(
        sql`select min(${completion}) from ${inspections} where ${isPending} and ${inspections.flaggedAt} is not null`,
      ),
    })
    .from(inspectionCounts)
    .groupBy(inspectionCounts.status);
  return new Map(rows.map(({ status, ...figures }) => [status, figures]));
}

/** Merges the accumulated changes of each count into one row. */
export async function saveMerged(tx: Executor): Promise<void> {
  const changes = await tx.delete(inspectionCounts).returning();
  const merged = [...Map.groupBy(changes, ({ status, flagged }) => `${status} ${flagged}`).values()].flatMap((rows) => {
    const change = rows.reduce((sum, row) => sum + row.change, 0);
    return rows[0] && change !== 0 ? [{ status: rows[0].status, flagged: rows[0].flagged, change }] : [];
  });
  if (merged.length > 0) await tx.insert(inspectionCounts).values(merged);
}
