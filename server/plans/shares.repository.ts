import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { planShares, type PlanShareRow } from '#server/schema/shares.tables.ts';
import { users } from '#server/schema/users.tables.ts';

const stillOpen = () => and(isNull(planShares.revokedAt), gt(planShares.expiresAt, sql`now()`));

export interface NamedShare {
  share: PlanShareRow;
  createdByName: string | null;
}

/** The links of a plan, newest first. */
export const listShares = (db: Executor, planId: string): Promise<NamedShare[]> =>
  db
    .select({
      share: planShares,
      createdByName: sql<
        string | null
      >`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.username})`,
    })
    .from(planShares)
    .leftJoin(users, eq(users.id, planShares.createdBy))
    .where(eq(planShares.pipReportId, planId))
    .orderBy(desc(planShares.createdAt), desc(planShares.id));

export async function countOpenShares(db: Executor, planId: string): Promise<number> {
  const [row] = await db
    .select({ value: count() })
    .from(planShares)
    .where(and(eq(planShares.pipReportId, planId), stillOpen()));
  return row?.value ?? 0;
}

export const findShare = async (db: Executor, id: string): Promise<PlanShareRow | null> =>
  (await db.select().from(planShares).where(eq(planShares.id, id)).limit(1))[0] ?? null;

/** The link with this token, unless it has expired or was revoked. */
export const findOpenShare = async (db: Executor, tokenHash: string): Promise<PlanShareRow | null> =>
  (
    await db
      .select()
      .from(planShares)
      .where(and(eq(planShares.tokenHash, tokenHash), stillOpen()))
      .limit(1)
  )[0] ?? null;

export const insertShare = async (tx: Executor, row: typeof planShares.$inferInsert): Promise<PlanShareRow> =>
  expectOne(await tx.insert(planShares).values(row).returning());

/** Counts a view of an open link. */
export async function updateViews(db: Executor, id: string): Promise<void> {
  await db
    .update(planShares)
    .set({ views: sql`${planShares.views} + 1`, lastViewedAt: sql`now()` })
    .where(and(eq(planShares.id, id), stillOpen()));
}

/** Revokes a link; returns false when it was revoked already. */
export async function updateToRevoked(tx: Executor, id: string): Promise<boolean> {
  const rows = await tx
    .update(planShares)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(planShares.id, id), isNull(planShares.revokedAt)))
    .returning({ id: planShares.id });
  return rows.length > 0;
}
