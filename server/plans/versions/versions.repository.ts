import { and, asc, eq, isNull } from 'drizzle-orm';
import { isAnyOf } from '#server/platform/database/any-of.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { pipVersions, type PlanVersionRow } from '#server/schema/plans.tables.ts';

/** The versions of plans, oldest first. */
export const listVersions = (db: Executor, planIds: string[]): Promise<PlanVersionRow[]> =>
  planIds.length === 0
    ? Promise.resolve([])
    : db.select().from(pipVersions).where(isAnyOf(pipVersions.pipReportId, planIds)).orderBy(asc(pipVersions.number));

export async function insertVersion(tx: Executor, row: typeof pipVersions.$inferInsert): Promise<void> {
  await tx.insert(pipVersions).values(row);
}

export async function updateToAccepted(tx: Executor, id: string, acceptedBy: string): Promise<void> {
  await tx
    .update(pipVersions)
    .set({ acceptedAt: new Date(), acceptedBy })
    .where(and(eq(pipVersions.id, id), isNull(pipVersions.acceptedAt)));
}
