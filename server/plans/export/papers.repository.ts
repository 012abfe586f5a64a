import { eq, sql } from 'drizzle-orm';
import type { RunScore } from '#contract/runs.ts';
import type { AreaLeftOut } from '#server/inspections/figures/figures.rules.ts';
import { zoneOf } from '#server/properties/zone.rules.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { pipReports } from '#server/schema/plans.tables.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';
import { users } from '#server/schema/users.tables.ts';

/** The facts that a document about an inspection or plan prints besides what the screen shows. */
export interface PaperFacts {
  address: string;
  owner: string | null;
  standard: string | null;
  caseNumber: string | null;
  inspectedAt: string | null;
  /** The time zone of the property, in which its documents state times. */
  zone: string;
}

/** The facts that a plan's document prints. */
export interface PlanFacts extends PaperFacts {
  /** The current score of the property of a plan of a whole one, as on every screen; null for other plans. */
  score: RunScore | null;
  /** The areas that this score leaves out because they do not apply, with the reason. */
  leftOut: AreaLeftOut[];
}

const ownerName = sql<
  string | null
>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.username})`;

interface FactRow {
  property: typeof properties.$inferSelect;
  owner: string | null;
  caseStandard: string | null;
  caseNumber: string | null;
}

const toFacts = ({ property, owner, caseStandard, caseNumber }: FactRow, inspectedAt: Date | null): PaperFacts => ({
  address: `${property.address}, ${property.city}, ${property.state} ${property.zipCode}`,
  owner,
  standard: caseStandard ?? property.brandStandard,
  caseNumber,
  inspectedAt: inspectedAt?.toISOString() ?? null,
  zone: zoneOf(property),
});

/** The facts of an inspection; null when it no longer exists. */
export async function findInspectionFacts(db: Executor, inspectionId: string): Promise<PaperFacts | null> {
  const [row] = await db
    .select({
      property: properties,
      owner: ownerName,
      caseStandard: inspectionCases.brandStandard,
      caseNumber: inspectionCases.caseNumber,
      completedAt: inspections.completedAt,
    })
    .from(inspections)
    .innerJoin(properties, eq(properties.id, inspections.propertyId))
    .leftJoin(users, eq(users.id, properties.userId))
    .leftJoin(inspectionCases, eq(inspectionCases.id, inspections.caseId))
    .where(eq(inspections.id, inspectionId));
  return row ? toFacts(row, row.completedAt) : null;
}

/** The facts of a plan, and the property of a plan of a whole one; null when the plan no longer exists. */
export async function findPaperFacts(
  db: Executor,
  planId: string,
): Promise<{ facts: PaperFacts; propertyId: string | null } | null> {
  const [row] = await db
    .select({
      property: properties,
      owner: ownerName,
      caseStandard: inspectionCases.brandStandard,
      caseNumber: inspectionCases.caseNumber,
      source: pipReports.source,
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
  return {
    facts: toFacts(row, row.runCompletedAt ?? row.inspectionCompletedAt),
    propertyId: row.source === 'property' ? row.property.id : null,
  };
}
