import { and, eq, getTableColumns, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { inspectionStatuses, type InspectionStatus } from '#contract/statuses.ts';
import { builtOnce } from '#server/platform/database/built-once.ts';
import { containing } from '#server/platform/database/text.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { inspectionCounts, listCounts, nameCounts } from '#server/schema/figures.tables.ts';
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

const ofAllStatuses = builtOnce((db) =>
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
  const rows = await ofAllStatuses(db).execute();
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

const { id: _id, kind, name, ...statusCounts } = getTableColumns(nameCounts);
type StatusCount = keyof typeof statusCounts;
/** The columns with the inspections of a status, and with the flagged ones among them. */
const columnsOf: Record<InspectionStatus, [count: StatusCount, flagged: StatusCount]> = {
  in_progress: ['inProgress', 'flaggedInProgress'],
  pending_review: ['pendingReview', 'flaggedPendingReview'],
  approved: ['approved', 'flaggedApproved'],
  requires_action: ['requiresAction', 'flaggedRequiresAction'],
};
const sumOf = (column: StatusCount) => sql<number>`sum(${statusCounts[column]})::int`;
const sums = Object.fromEntries(Object.keys(statusCounts).map((key) => [key, sumOf(key as StatusCount)])) as Record<
  StatusCount,
  SQL<number>
>;

/**
 * Counts by status what a search finds, from the counts stored by name; null if it finds names of more than one kind, because
 * an inspection that matches by both would count twice. `search` is the condition, `inspectors` are the people found by it.
 */
export async function listFiguresOfSearch(
  db: Executor,
  { q, inspectors, search, flagged }: { q: string; inspectors: readonly string[]; search: SQL; flagged: boolean },
): Promise<Map<InspectionStatus, StatusFigures> | null> {
  const kinds = await db
    .select({ kind, ...sums })
    .from(nameCounts)
    .where(
      or(
        // Stored in lower case, because `ilike` takes twice as long.
        and(ne(kind, 'inspector'), sql`${name} like lower(${containing(q)})`),
        and(eq(kind, 'inspector'), sql`${name} = any(${sql.param(inspectors)}::text[])`),
      ),
    )
    .groupBy(kind);
  const counted = kinds.filter((row) => inspectionStatuses.some((status) => row[columnsOf[status][0]] > 0));
  if (counted.length > 1) return null;
  const found = counted
    .flatMap((row) =>
      inspectionStatuses.map((status) => {
        const [all, ofThem] = columnsOf[status];
        return { status, count: row[all], flagged: row[ofThem] };
      }),
    )
    .filter(({ count }) => count > 0);
  const pending = found.find(({ status }) => status === 'pending_review');
  const all = pending ? await listFiguresOfAll(db) : null;
  const share = (pending?.count ?? 0) / (all?.get('pending_review')?.count || 1);
  const oldest = pending ? await findOldest(db, search, share >= commonShare) : null;
  const oldestFlagged =
    pending && flagged ? await findOldest(db, and(search, isNotNull(inspections.flaggedAt)), false) : null;
  return new Map(
    found.map(({ status, ...counts }) => [
      status,
      status === 'pending_review'
        ? { ...counts, oldest, oldestFlagged }
        : { ...counts, oldest: null, oldestFlagged: null },
    ]),
  );
}

/** The sums of changes that differ in nothing but their counts; no row where all of them are 0. */
function merged<Count extends string, Row extends Record<Count, number> & { id: number }>(
  changes: readonly Row[],
  counts: readonly Count[],
): Row[] {
  const keyOf = (row: Row) =>
    JSON.stringify(Object.entries(row).filter(([name]) => name !== 'id' && !counts.some((count) => count === name)));
  return [...Map.groupBy(changes, keyOf).values()].flatMap((rows) => {
    const sumsOf = counts.map((count) => [count, rows.reduce((sum, row) => sum + row[count], 0)] as const);
    return rows[0] && sumsOf.some(([, sum]) => sum !== 0) ? [{ ...rows[0], ...Object.fromEntries(sumsOf) }] : [];
  });
}

/** Merges the accumulated changes of each count into one row. */
export async function saveMerged(tx: Executor): Promise<void> {
  const ofAll = merged(await tx.delete(inspectionCounts).returning(), ['change']);
  if (ofAll.length > 0) await tx.insert(inspectionCounts).values(ofAll);
  await saveMergedListCounts(tx);
  await saveMergedNameCounts(tx);
}

/** The same for the lists of cases and plans; counts of one row stay as they are. */
async function saveMergedListCounts(tx: Executor): Promise<void> {
  const { list, status, change } = listCounts;
  const several = tx
    .select({ list, status })
    .from(listCounts)
    .groupBy(list, status)
    .having(sql`count(*) > 1 or sum(${change}) = 0`);
  const ofLists = merged(
    await tx
      .delete(listCounts)
      .where(sql`(${list}, ${status}) in ${several}`)
      .returning(),
    ['change'],
  );
  if (ofLists.length > 0) await tx.insert(listCounts).values(ofLists);
}

/** Rows per insert, well below the 65,535 parameters that a statement can have. */
const rowsPerInsert = 1000;

/** The same for names. */
async function saveMergedNameCounts(tx: Executor): Promise<void> {
  const isEmpty = and(...Object.values(statusCounts).map((column) => sql`sum(${column}) = 0`));
  const several = tx
    .select({ kind, name })
    .from(nameCounts)
    .groupBy(kind, name)
    .having(sql`count(*) > 1 or (${isEmpty})`);
  const changes = await tx
    .delete(nameCounts)
    .where(sql`(${kind}, ${name}) in ${several}`)
    .returning();
  const ofNames = merged(changes, Object.keys(statusCounts) as StatusCount[]);
  for (let at = 0; at < ofNames.length; at += rowsPerInsert)
    await tx.insert(nameCounts).values(ofNames.slice(at, at + rowsPerInsert));
}
