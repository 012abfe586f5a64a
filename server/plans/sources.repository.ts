import { and, asc, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { openFindingStatuses } from '#contract/findings.ts';
import { checklistItems } from '#server/schema/checklists.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { pipItemFindings, pipItems } from '#server/schema/plans.tables.ts';
import type { Executor } from '#server/platform/database/types.ts';
import type { AreaCode } from '#contract/area-codes.ts';
import type { AreaSessionStatus } from '#contract/statuses.ts';
import type { PricedFinding } from './plans.rules.ts';

export interface OpenFinding extends PricedFinding {
  id: string;
  areaSessionId: string | null;
  area: string | null;
  /** Null for a standalone inspection. */
  areaCode: AreaCode | null;
  room: string | null;
}

/** Matches findings that are neither dismissed nor resolved, and whose area applies to the property. */
const open = and(
  inArray(findings.status, openFindingStatuses),
  or(isNull(areaSessions.status), ne(areaSessions.status, 'not_applicable')),
);

const select = (db: Executor) =>
  db
    .select({
      id: findings.id,
      areaSessionId: findings.areaSessionId,
      title: findings.title,
      description: findings.description,
      category: findings.category,
      severity: findings.severity,
      room: findings.room,
      recommendedAction: findings.recommendedAction,
      actionGiven: findings.actionGiven,
      check: {
        category: checklistItems.category,
        action: checklistItems.action,
        pricedAs: checklistItems.pricedAs,
      },
      areaName: inspectionAreas.name,
      areaCode: inspectionAreas.code,
      inspectionArea: inspections.area,
    })
    .from(findings)
    .leftJoin(checklistItems, eq(checklistItems.id, findings.checklistItemId))
    .leftJoin(areaSessions, eq(areaSessions.id, findings.areaSessionId))
    .leftJoin(inspectionAreas, eq(inspectionAreas.id, areaSessions.areaId))
    .leftJoin(inspections, eq(inspections.id, findings.inspectionId));

const toOpenFindings = (rows: Awaited<ReturnType<typeof select>>): OpenFinding[] =>
  rows.map(({ areaName, inspectionArea, check, recommendedAction, actionGiven, ...finding }) => ({
    ...finding,
    // A user may have changed the category of a check's finding; then the check's action no longer applies.
    ...(check?.category === finding.category ? { action: check.action, pricedAs: check.pricedAs } : {}),
    ...(actionGiven ? { action: recommendedAction } : {}),
    area: areaName ?? inspectionArea,
  }));

/** The open findings of an area session. */
export const listOpenFindingsOfArea = async (db: Executor, areaSessionId: string): Promise<OpenFinding[]> =>
  toOpenFindings(
    await select(db)
      .where(and(open, eq(findings.areaSessionId, areaSessionId)))
      .orderBy(asc(findings.createdAt), asc(findings.id)),
  );

/** The open findings of an inspection, or of the area session that it reviews. */
export const listOpenFindingsOfInspection = async (
  db: Executor,
  inspectionId: string,
  areaSessionId: string | null,
): Promise<OpenFinding[]> =>
  toOpenFindings(
    await select(db)
      .where(
        and(
          open,
          or(
            eq(findings.inspectionId, inspectionId),
            areaSessionId ? eq(findings.areaSessionId, areaSessionId) : undefined,
          ),
        ),
      )
      .orderBy(asc(findings.createdAt), asc(findings.id)),
  );

/** The open findings of a run. */
export const listOpenFindingsOfRun = async (db: Executor, runId: string): Promise<OpenFinding[]> =>
  toOpenFindings(
    await select(db)
      .where(and(open, eq(areaSessions.runId, runId)))
      .orderBy(asc(inspectionAreas.sortOrder), asc(findings.createdAt), asc(findings.id)),
  );

/** The ids of those of these findings that are merged into another one. */
export async function listMergedFindings(db: Executor, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: findings.id })
    .from(findings)
    .where(and(inArray(findings.id, ids), isNotNull(findings.mergedInto)));
  return new Set(rows.map(({ id }) => id));
}

/**
 * The ids of those of these findings whose defect is being repaired: a finding merged into them has an item in work.
 */
export async function listFindingsInWork(db: Executor, ids: string[]): Promise<Set<string | null>> {
  if (ids.length === 0) return new Set();
  const inWork = inArray(pipItems.status, ['in_progress', 'awaiting_verification']);
  const leading = db
    .select({ id: findings.mergedInto })
    .from(findings)
    .innerJoin(pipItems, eq(pipItems.issueId, findings.id))
    .where(and(inArray(findings.mergedInto, ids), inWork));
  const further = db
    .select({ id: findings.mergedInto })
    .from(findings)
    .innerJoin(pipItemFindings, eq(pipItemFindings.findingId, findings.id))
    .innerJoin(pipItems, eq(pipItems.id, pipItemFindings.itemId))
    .where(and(inArray(findings.mergedInto, ids), inWork));
  return new Set((await leading.union(further)).map(({ id }) => id));
}

/** The areas of a run, in their order. */
export const listAreasOfRun = (
  db: Executor,
  runId: string,
): Promise<{ id: string; name: string; status: AreaSessionStatus }[]> =>
  db
    .select({ id: areaSessions.id, name: inspectionAreas.name, status: areaSessions.status })
    .from(areaSessions)
    .innerJoin(inspectionAreas, eq(inspectionAreas.id, areaSessions.areaId))
    .where(eq(areaSessions.runId, runId))
    .orderBy(asc(inspectionAreas.sortOrder));
