import { eq, sql } from 'drizzle-orm';
import type { Executor } from '#server/platform/database/types.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { pipReports } from '#server/schema/plans.tables.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';
import { users } from '#server/schema/users.tables.ts';

/** What a paper says of a plan beyond its screen. */
export interface PaperFacts {
  address: string;
  owner: string | null;
  standard: string | null;
  caseNumber: string | null;
  inspectedAt: string | null;
}

const ownerName = sql<
  string | null
>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.username})`;

/** Null where the plan is gone. */
export async function findPaperFacts(db: Executor, planId: string): Promise<PaperFacts | null> {
  const [row] = await db
    .select({
      property: properties,
      owner: ownerName,
      caseStandard: inspectionCases.brandStandard,
      caseNumber: inspectionCases.caseNumber,
      runCompletedAt: inspectionRuns.completedAt,
      inspectionCompletedAt: inspections.completedAt,
    })
    .from(pipReports)
    .innerJoin(properties, eq(properties.id, pipReports.propertyId))
    .leftJoin(users, eq(users.id, properties.userId))
    .leftJoin(inspectionRuns, eq(inspectionRuns.id, pipReports.runId))
    .leftJoin(inspections, eq(inspections.id, pipReports.inspectionId))
    .leftJoin(inspectionCases, eq(inspectionCases.id, sql`coalesce(${inspectionRuns.caseId}, ${inspections.caseId})`))
    .where(eq(pipReports.id, planId));
  if (!row) return null;
  const { address, city, state, zipCode, brandStandard } = row.property;
  const inspectedAt = row.runCompletedAt ?? row.inspectionCompletedAt;
  return {
    address: `${address}, ${city}, ${state} ${zipCode}`,
    owner: row.owner,
    standard: row.caseStandard ?? brandStandard,
    caseNumber: row.caseNumber,
    inspectedAt: inspectedAt?.toISOString() ?? null,
  };
}
