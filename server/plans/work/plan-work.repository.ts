import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { Executor } from '#server/platform/database/types.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { pipReports, type PlanRow } from '#server/schema/plans.tables.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';

export interface AcceptedPlan {
  plan: PlanRow;
  propertyName: string;
  caseId: string | null;
}

/** The plans of an owner's properties of which a version was accepted and that are not completed, accepted first first. */
export const listAccepted = (db: Executor, ownerId: string): Promise<AcceptedPlan[]> =>
  db
    .select({
      plan: pipReports,
      propertyName: properties.name,
      caseId: sql<string | null>`coalesce(${inspectionRuns.caseId}, ${inspections.caseId})`,
    })
    .from(pipReports)
    .innerJoin(properties, eq(properties.id, pipReports.propertyId))
    .leftJoin(inspectionRuns, eq(inspectionRuns.id, pipReports.runId))
    .leftJoin(inspections, eq(inspections.id, pipReports.inspectionId))
    .where(and(eq(properties.userId, ownerId), isNotNull(pipReports.approvedAt), ne(pipReports.status, 'completed')))
    .orderBy(pipReports.approvedAt, pipReports.id);
