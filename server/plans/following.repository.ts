import { alias } from 'drizzle-orm/pg-core';
import { eq, inArray, or, sql } from 'drizzle-orm';
import { isAnyOf } from '#server/platform/database/any-of.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { areaSessions } from '#server/schema/areas.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { pipItemFindings, pipItems, pipReports } from '#server/schema/plans.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';
import type { FollowedItem } from './following.rules.ts';

/** The ids of all findings of the same defects, in every inspection of the place. */
export function listSameDefectIds(db: Executor, findingIds: readonly string[]) {
  const merged = alias(findings, 'merged_finding');
  // The finding into which one was merged, and of that the first one in an earlier inspection.
  const defects = db
    .select({ id: sql<string>`coalesce(${findings.earlierId}, ${findings.id})` })
    .from(merged)
    .innerJoin(findings, eq(findings.id, sql`coalesce(${merged.mergedInto}, ${merged.id})`))
    .where(isAnyOf(merged.id, findingIds));
  const primary = db
    .select({ id: findings.id })
    .from(findings)
    .where(or(inArray(findings.id, defects), inArray(findings.earlierId, defects)));
  return db
    .select({ id: findings.id })
    .from(findings)
    .where(or(inArray(findings.id, primary), inArray(findings.mergedInto, primary)));
}

export const listFindingIdsOfArea = async (db: Executor, areaSessionId: string): Promise<string[]> =>
  (await db.select({ id: findings.id }).from(findings).where(eq(findings.areaSessionId, areaSessionId))).map(
    ({ id }) => id,
  );

/** The items that have one of these findings, or another finding of the same defect. */
async function listItemIds(db: Executor, findingIds: readonly string[]): Promise<string[]> {
  const same = listSameDefectIds(db, findingIds);
  const first = db.select({ id: pipItems.id }).from(pipItems).where(inArray(pipItems.issueId, same));
  const further = db
    .select({ id: pipItemFindings.itemId })
    .from(pipItemFindings)
    .where(inArray(pipItemFindings.findingId, same));
  return (await first.union(further)).map(({ id }) => id);
}

/** Whether the last version that the owner accepted of any plan of the property includes the item: it may have moved since. */
const acceptedLine = sql`exists (
  select from pip_reports accepting
  cross join lateral (
    select lines from pip_versions
    where pip_report_id = accepting.id and accepted_at is not null order by number desc limit 1
  ) accepted
  cross join lateral jsonb_array_elements(accepted.lines) line
  where accepting.property_id = ${pipReports.propertyId} and accepting.approved_at is not null
    and line->>'itemId' = ${pipItems.id}::text and line->>'excluded' is null
)`;

/** The items with their findings, and the defects that these show. */
async function listFollowed(db: Executor, itemIds: readonly string[]): Promise<FollowedItem[]> {
  const primary = alias(findings, 'primary_finding');
  const ofPlan = alias(inspections, 'inspection_of_plan');
  const rows = await db
    .select({
      item: {
        id: pipItems.id,
        status: pipItems.status,
        addedBy: pipItems.addedBy,
        createdAt: pipItems.createdAt,
        noLongerNeeded: pipItems.noLongerNeeded,
        isOfCase: sql<boolean>`coalesce(${inspectionRuns.caseId}, ${ofPlan.caseId}) is not null`,
        isAgreed: sql<boolean>`${pipItems.status} = 'approved' and ${acceptedLine}`,
      },
      finding: {
        id: findings.id,
        primary: primary.id,
        defect: sql<string | null>`coalesce(${primary.earlierId}, ${primary.id})`,
        status: primary.status,
        isLeftOut: sql<boolean>`coalesce(${areaSessions.status} = 'not_applicable', false)`,
        round: sql<Date | null>`coalesce(${areaSessions.createdAt}, ${inspections.createdAt})`.mapWith(
          findings.createdAt,
        ),
      },
    })
    .from(pipItems)
    .innerJoin(pipReports, eq(pipReports.id, pipItems.pipReportId))
    .leftJoin(inspectionRuns, eq(inspectionRuns.id, pipReports.runId))
    .leftJoin(ofPlan, eq(ofPlan.id, pipReports.inspectionId))
    .leftJoin(pipItemFindings, eq(pipItemFindings.itemId, pipItems.id))
    .leftJoin(findings, or(eq(findings.id, pipItems.issueId), eq(findings.id, pipItemFindings.findingId)))
    .leftJoin(primary, eq(primary.id, sql`coalesce(${findings.mergedInto}, ${findings.id})`))
    .leftJoin(areaSessions, eq(areaSessions.id, primary.areaSessionId))
    .leftJoin(inspections, eq(inspections.id, primary.inspectionId))
    .where(isAnyOf(pipItems.id, itemIds));
  return [...Map.groupBy(rows, ({ item }) => item.id).values()].flatMap((group) => {
    const [first] = group;
    const own = new Map(
      group.flatMap(({ finding }) =>
        finding.id !== null && finding.primary !== null && finding.defect !== null && finding.status !== null
          ? [
              [
                finding.id,
                {
                  id: finding.id,
                  defect: finding.defect,
                  isPrimary: finding.id === finding.primary,
                  status: finding.status,
                  isLeftOut: finding.isLeftOut,
                  round: finding.round?.getTime() ?? 0,
                },
              ] as const,
            ]
          : [],
      ),
    );
    return first ? [{ ...first.item, findings: [...own.values()] }] : [];
  });
}

/** The items that have one of these findings or the same defect, and those that share another defect with them. */
export async function listItemsOfDefects(db: Executor, findingIds: readonly string[], itemIds: readonly string[] = []) {
  const near = [...new Set([...itemIds, ...(findingIds.length > 0 ? await listItemIds(db, findingIds) : [])])];
  if (near.length === 0) return [];
  const theirs = (await listFollowed(db, near)).flatMap((item) => item.findings.map(({ id }) => id));
  return listFollowed(db, [...new Set([...near, ...(theirs.length > 0 ? await listItemIds(db, theirs) : [])])]);
}
