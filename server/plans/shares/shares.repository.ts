import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Config } from '#server/config.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { pipReports } from '#server/schema/plans.tables.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { planShares, type PlanShareRow } from '#server/schema/shares.tables.ts';
import { users } from '#server/schema/users.tables.ts';

type Mode = Config['mode'];

/**
 * Whether whoever made the link still has the property, or is still an admin. A link gives no more than its maker has: it ends
 * when the property is unlinked or goes to somebody else, and when the account is disabled or is no admin's any more.
 */
const makerMayRead = (mode: Mode) => sql<boolean>`exists (
  select 1 from ${users}
  join ${pipReports} on ${pipReports.id} = ${planShares.pipReportId}
  join ${properties} on ${properties.id} = ${pipReports.propertyId}
  where ${users.id} = ${planShares.createdBy} and ${users.disabledAt} is null
    and (${properties.userId} = ${users.id} or ${mode === 'evaluation' ? sql`${users.role} = 'admin'` : users.adminGranted})
)`;
const stillOpen = (mode: Mode) =>
  and(isNull(planShares.revokedAt), gt(planShares.expiresAt, sql`now()`), makerMayRead(mode));

export interface NamedShare {
  share: PlanShareRow;
  createdByName: string | null;
  makerMayRead: boolean;
}

/** The links of a plan, newest first. */
export const listShares = (db: Executor, mode: Mode, planId: string): Promise<NamedShare[]> =>
  db
    .select({
      share: planShares,
      makerMayRead: makerMayRead(mode),
      createdByName: sql<
        string | null
      >`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.username})`,
    })
    .from(planShares)
    .leftJoin(users, eq(users.id, planShares.createdBy))
    .where(eq(planShares.pipReportId, planId))
    .orderBy(desc(planShares.createdAt), desc(planShares.id));

export async function countOpenShares(db: Executor, mode: Mode, planId: string): Promise<number> {
  const [row] = await db
    .select({ value: count() })
    .from(planShares)
    .where(and(eq(planShares.pipReportId, planId), stillOpen(mode)));
  return row?.value ?? 0;
}

export const findShare = async (db: Executor, id: string): Promise<PlanShareRow | null> =>
  (await db.select().from(planShares).where(eq(planShares.id, id)).limit(1))[0] ?? null;

/** The link with this token, unless it has ended. */
export const findOpenShare = async (db: Executor, mode: Mode, tokenHash: string): Promise<PlanShareRow | null> =>
  (
    await db
      .select()
      .from(planShares)
      .where(and(eq(planShares.tokenHash, tokenHash), stillOpen(mode)))
      .limit(1)
  )[0] ?? null;

export const insertShare = async (tx: Executor, row: typeof planShares.$inferInsert): Promise<PlanShareRow> =>
  expectOne(await tx.insert(planShares).values(row).returning());

/** Counts a view of a link. */
export async function updateViews(db: Executor, id: string): Promise<void> {
  await db
    .update(planShares)
    .set({ views: sql`${planShares.views} + 1`, lastViewedAt: sql`now()` })
    .where(eq(planShares.id, id));
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
