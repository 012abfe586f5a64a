import { and, asc, eq, isNull, max } from 'drizzle-orm';
import { isAnyOf } from '#server/platform/database/any-of.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { pipVersions, type PlanVersionRow } from '#server/schema/plans.tables.ts';

/** The versions of plans, oldest first. */
export const listVersions = (db: Executor, planIds: string[]): Promise<PlanVersionRow[]> =>
  planIds.length === 0
    ? Promise.resolve([])
    : db.select().from(pipVersions).where(isAnyOf(pipVersions.pipReportId, planIds)).orderBy(asc(pipVersions.number));

/** The number of the version that was sent last; null before the first. */
export async function findLatestNumber(db: Executor, planId: string): Promise<number | null> {
  const rows = await db
    .select({ number: max(pipVersions.number) })
    .from(pipVersions)
    .where(eq(pipVersions.pipReportId, planId));
  return rows[0]?.number ?? null;
}

export async function insertVersion(tx: Executor, row: typeof pipVersions.$inferInsert): Promise<void> {
  await tx.insert(pipVersions).values(row);
}

export async function updateToAccepted(tx: Executor, id: string, acceptedBy: string): Promise<void> {
  await tx
    .update(pipVersions)
    .set({ acceptedAt: new Date(), acceptedBy })
    .where(and(eq(pipVersions.id, id), isNull(pipVersions.acceptedAt)));
}
