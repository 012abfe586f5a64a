import { and, eq, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm';
import type { InspectionStatus } from '#contract/statuses.ts';
import { builtOnce } from '#server/platform/database/built-once.ts';
import { containing } from '#server/platform/database/text.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { inspectionCounts, listCounts } from '#server/schema/figures.tables.ts';
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

const ofAll = builtOnce((db) =>
  db
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
    .groupBy(inspectionCounts.status)
    .prepare(''),
);

/** Counts all inspections by status from the stored counts, with the oldest one that waits for review. */
export async function listFiguresOfAll(db: Executor): Promise<Map<InspectionStatus, StatusFigures>> {
  const rows = await ofAll(db).execute();
  return new Map(rows.map(({ status, ...figures }) => [status, figures]));
}

/** From this share of the pending inspections on, reading them from the oldest on is faster than finding all that match. */
const commonShare = 0.02;

/** The earliest completion of the inspections that wait for review and match. */
async function findOldest(db: Executor, where: SQL | undefined, isCommon: boolean): Promise<Date | null> {
  const waiting = and(isPending, where);
  const [row] = isCommon
    ? await db
        .select({ oldest: sql<Date>`${completion}`.mapWith(inspections.createdAt) })
        .from(inspections)
        .where(waiting)
        .orderBy(completion)
        .limit(1)
    : await db
        .select({ oldest: sql<Date | null>`min(${completion})`.mapWith(inspections.createdAt) })
        .from(inspections)
        .where(waiting);
  return row?.oldest ?? null;
}

/**
 * Counts by status what a search finds, from the counts stored by name; null if it finds names of more than one kind, because
 * an inspection that matches by both would count twice. `search` is the condition, `inspectors` are the people found by it.
 */
export async function listFiguresOfSearch(
  db: Executor,
  { q, inspectors, search, flagged }: { q: string; inspectors: readonly string[]; search: SQL; flagged: boolean },
): Promise<Map<InspectionStatus, StatusFigures> | null> {
  const rows = await db
    .select({
      list: listCounts.list,
      status: sql<InspectionStatus>`${listCounts.status}`,
      count: sql<number>`sum(${listCounts.change})::int`,
      flagged: sql<number>`coalesce(sum(${listCounts.change}) filter (where ${listCounts.flagged}), 0)::int`,
    })
    .from(listCounts)
    .where(
      or(
        and(
          inArray(listCounts.list, ['inspections by property', 'inspections by area']),
          // Stored in lower case, because `ilike` takes twice as long.
          sql`${listCounts.value} like lower(${containing(q)})`,
        ),
        and(
          eq(listCounts.list, 'inspections by inspector'),
          sql`${listCounts.value} = any(${sql.param(inspectors)}::text[])`,
        ),
      ),
    )
    .groupBy(listCounts.list, listCounts.status);
  const found = rows.filter(({ count }) => count > 0);
  if (new Set(found.map(({ list }) => list)).size > 1) return null;
  const pending = found.find(({ status }) => status === 'pending_review');
  const all = pending ? await listFiguresOfAll(db) : null;
  const share = (pending?.count ?? 0) / (all?.get('pending_review')?.count || 1);
  const oldest = pending ? await findOldest(db, search, share >= commonShare) : null;
  const oldestFlagged =
    pending && flagged ? await findOldest(db, and(search, isNotNull(inspections.flaggedAt)), false) : null;
  return new Map(
    found.map(({ status, list: _list, ...counts }) => [
      status,
      status === 'pending_review'
        ? { ...counts, oldest, oldestFlagged }
        : { ...counts, oldest: null, oldestFlagged: null },
    ]),
  );
}

/** Merges the accumulated changes of each count into one row. */
export async function saveMerged(tx: Executor): Promise<void> {
  const changes = await tx.delete(inspectionCounts).returning();
  const merged = [...Map.groupBy(changes, ({ status, flagged }) => `${status} ${flagged}`).values()].flatMap((rows) => {
    const change = rows.reduce((sum, row) => sum + row.change, 0);
    return rows[0] && change !== 0 ? [{ status: rows[0].status, flagged: rows[0].flagged, change }] : [];
  });
  if (merged.length > 0) await tx.insert(inspectionCounts).values(merged);
  await saveMergedListCounts(tx);
}

/** Rows per insert, well below the 65,535 parameters that a statement can have. */
const rowsPerInsert = 1000;

/** Merges the accumulated changes of each count of a list into one row; counts of one row stay as they are. */
async function saveMergedListCounts(tx: Executor): Promise<void> {
  const { list, value, status, flagged, change } = listCounts;
  const several = tx
    .select({ list, value, status, flagged })
    .from(listCounts)
    .groupBy(list, value, status, flagged)
    .having(sql`count(*) > 1 or sum(${change}) = 0`);
  const changes = await tx
    .delete(listCounts)
    .where(sql`(${list}, ${value}, ${status}, ${flagged}) in ${several}`)
    .returning();
  const keyOf = (row: (typeof changes)[number]) => JSON.stringify([row.list, row.value, row.status, row.flagged]);
  const merged = [...Map.groupBy(changes, keyOf).values()].flatMap((rows) => {
    const sum = rows.reduce((total, row) => total + row.change, 0);
    return rows[0] && sum !== 0 ? [{ ...rows[0], change: sum }] : [];
  });
  for (let at = 0; at < merged.length; at += rowsPerInsert)
    await tx.insert(listCounts).values(merged.slice(at, at + rowsPerInsert));
}
