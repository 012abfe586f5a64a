import { and, eq, type SQL } from 'drizzle-orm';
import type { PlanItemStatus } from '#contract/plans.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { pipItems, pipReports } from '#server/schema/plans.tables.ts';
import { properties } from '#server/schema/properties.tables.ts';

/** The fields of a plan item that decide who may read and add photos of its finished work. */
export interface PlanItemOfScope {
  id: string;
  status: PlanItemStatus;
  /** The finding that the item repairs. */
  issueId: string | null;
  area: string | null;
  ownerId: string | null;
  /** When finished work was last returned, or its defect was found again. */
  returnedAt: Date | null;
  reopenedAt: Date | null;
}

export const ownedBy = (userId: string): SQL => eq(properties.userId, userId);

export const findById = async (db: Executor, id: string, where?: SQL): Promise<PlanItemOfScope | null> =>
  (
    await db
      .select({
        id: pipItems.id,
        status: pipItems.status,
        issueId: pipItems.issueId,
        area: pipItems.area,
        ownerId: properties.userId,
        returnedAt: pipItems.returnedAt,
        reopenedAt: pipItems.reopenedAt,
      })
      .from(pipItems)
      .innerJoin(pipReports, eq(pipReports.id, pipItems.pipReportId))
      .innerJoin(properties, eq(properties.id, pipReports.propertyId))
      .where(and(eq(pipItems.id, id), where))
  )[0] ?? null;

/** Locks the item until the transaction ends and returns its status. */
export async function lockById(tx: Executor, id: string): Promise<PlanItemStatus | null> {
  const rows = await tx
    .select({ status: pipItems.status })
    .from(pipItems)
    .where(eq(pipItems.id, id))
    .for('no key update');
  return rows[0]?.status ?? null;
}
