import { and, asc, count, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { openFindingStatuses, type findingSources } from '#contract/findings.ts';
import { checklistItems } from '#server/schema/checklists.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { pipItemFindings, pipItems, type PlanRow } from '#server/schema/plans.tables.ts';
import type { Executor } from '#server/platform/database/types.ts';
import type { AreaCode } from '#contract/area-codes.ts';
import type { AreaSessionStatus } from '#contract/statuses.ts';
import type { PricedFinding } from './plans.rules.ts';
import { workOf } from './sources.rules.ts';

export interface OpenFinding extends PricedFinding {
  id: string;
  source: (typeof findingSources)[number];
  areaSessionId: string | null;
  area: string | null;
  /** Null for a standalone inspection. */
  areaCode: AreaCode | null;
  building: string | null;
  floor: string | null;
  room: string | null;
  photoId: string | null;
}

/** Not of an area that the property does not have. */
const applies = or(isNull(areaSessions.status), ne(areaSessions.status, 'not_applicable'));
/** What the AI suggests and no person has confirmed is no work yet. */
const isUnconfirmed = and(eq(findings.source, 'ai'), eq(findings.status, 'pending'));
/** Neither dismissed nor resolved, and confirmed or added by a person. */
const isPlannable = and(
  inArray(findings.status, openFindingStatuses),
  or(ne(findings.source, 'ai'), ne(findings.status, 'pending')),
  applies,
);

const ofArea = (areaSessionId: string) => eq(findings.areaSessionId, areaSessionId);
/** Its own, and those of the area session that it reviews. */
const ofInspection = (inspectionId: string, areaSessionId: string | null) =>
  or(eq(findings.inspectionId, inspectionId), areaSessionId ? ofArea(areaSessionId) : undefined);
const ofRun = (runId: string) => eq(areaSessions.runId, runId);

const select = (db: Executor) =>
  db
    .select({
      id: findings.id,
      source: findings.source,
      areaSessionId: findings.areaSessionId,
      title: findings.title,
      description: findings.description,
      category: findings.category,
      severity: findings.severity,
      raisedFrom: findings.raisedFrom,
      building: findings.building,
      floor: findings.floor,
      room: findings.room,
      photoId: findings.photoId,
      recommendedAction: findings.recommendedAction,
      actionGiven: findings.actionGiven,
      check: {
        category: checklistItems.category,
        action: checklistItems.action,
        pricedCategory: checklistItems.pricedCategory,
        pricedAs: checklistItems.pricedAs,
        critical: checklistItems.critical,
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

type Row = Awaited<ReturnType<typeof select>>[number];

const toOpenFindings = (rows: Row[]): OpenFinding[] =>
  rows.map(({ areaName, inspectionArea, check, recommendedAction, actionGiven, raisedFrom, ...finding }) => ({
    ...finding,
    ...workOf({ ...finding, check, recommendedAction, actionGiven, raisedFrom }),
    area: areaName ?? inspectionArea,
  }));

/** The confirmed open findings of an area session, for its plan. */
export const listFindingsOfArea = async (db: Executor, areaSessionId: string): Promise<OpenFinding[]> =>
  toOpenFindings(
    await select(db)
      .where(and(isPlannable, ofArea(areaSessionId)))
      .orderBy(asc(findings.createdAt), asc(findings.id)),
  );

/** Those of these findings that belong in a plan, in whatever area they are. */
export async function listPlannableFindings(db: Executor, ids: readonly string[]): Promise<OpenFinding[]> {
  if (ids.length === 0) return [];
  return toOpenFindings(
    await select(db)
      .where(and(isPlannable, inArray(findings.id, [...ids])))
      .orderBy(asc(inspectionAreas.sortOrder), asc(findings.createdAt), asc(findings.id)),
  );
}

/** The confirmed open findings of an inspection. */
export const listFindingsOfInspection = async (
  db: Executor,
  inspectionId: string,
  areaSessionId: string | null,
): Promise<OpenFinding[]> =>
  toOpenFindings(
    await select(db)
      .where(and(isPlannable, ofInspection(inspectionId, areaSessionId)))
      .orderBy(asc(findings.createdAt), asc(findings.id)),
  );

/** The same of a run. */
export const listFindingsOfRun = async (db: Executor, runId: string): Promise<OpenFinding[]> =>
  toOpenFindings(
    await select(db)
      .where(and(isPlannable, ofRun(runId)))
      .orderBy(asc(inspectionAreas.sortOrder), asc(findings.createdAt), asc(findings.id)),
  );

/** How many findings of a plan's source wait for a person to confirm them, so that they stand in no item. */
export async function countUnconfirmed(
  db: Executor,
  { source, runId, areaSessionId, inspectionId }: Pick<PlanRow, 'source' | 'runId' | 'areaSessionId' | 'inspectionId'>,
): Promise<number> {
  const where =
    source === 'property'
      ? runId && ofRun(runId)
      : inspectionId
        ? ofInspection(inspectionId, areaSessionId)
        : areaSessionId && ofArea(areaSessionId);
  if (!where) return 0;
  const rows = await db
    .select({ count: count() })
    .from(findings)
    .leftJoin(areaSessions, eq(areaSessions.id, findings.areaSessionId))
    .where(and(isUnconfirmed, applies, where));
  return rows[0]?.count ?? 0;
}

/** The ids of those of these findings that belong in a plan, in whatever area they are. */
export async function listPlannable(db: Executor, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: findings.id })
    .from(findings)
    .leftJoin(areaSessions, eq(areaSessions.id, findings.areaSessionId))
    .where(and(inArray(findings.id, ids), isPlannable));
  return new Set(rows.map(({ id }) => id));
}

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
