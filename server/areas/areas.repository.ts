import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { AreaCode } from '#contract/area-codes.ts';
import { inspectionCases } from '#server/cases/cases.tables.ts';
import { checklistAnswers, checklistItems } from '#server/checklists/checklists.tables.ts';
import { figuresOf as evidenceFigures, noFigures, type Figures } from '#server/evidence/figures.service.ts';
import { inspections, type InspectionRow } from '#server/inspections/inspections.tables.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { afterCursor, toPage, type Page } from '#server/platform/http/page.ts';
import { properties, type PropertyRow } from '#server/properties/properties.tables.ts';
import { inspectionRuns, type RunRow } from '#server/runs/runs.tables.ts';
import { areaSessions, inspectionAreas, type AreaRow, type AreaSessionRow } from './areas.tables.ts';

/** An area session with all that its rules look at. */
export interface AreaSessionContext {
  session: AreaSessionRow;
  area: AreaRow;
  run: RunRow;
  property: PropertyRow;
  inspection: InspectionRow | null;
  caseNumber: string | null;
}

const select = (db: Executor) =>
  db
    .select({
      session: areaSessions,
      area: inspectionAreas,
      run: inspectionRuns,
      property: properties,
      inspection: inspections,
      caseNumber: inspectionCases.caseNumber,
    })
    .from(areaSessions)
    .innerJoin(inspectionAreas, eq(inspectionAreas.id, areaSessions.areaId))
    .innerJoin(inspectionRuns, eq(inspectionRuns.id, areaSessions.runId))
    .innerJoin(properties, eq(properties.id, inspectionRuns.propertyId))
    .leftJoin(inspections, eq(inspections.areaSessionId, areaSessions.id))
    .leftJoin(inspectionCases, eq(inspectionCases.id, inspectionRuns.caseId));

export const find = async (db: Executor, id: string, where?: SQL): Promise<AreaSessionContext | null> =>
  (
    await select(db)
      .where(and(eq(areaSessions.id, id), where))
      .limit(1)
  )[0] ?? null;

/** The sessions of a run by the areas' order. */
export const ofRuns = (db: Executor, runIds: string[]): Promise<AreaSessionContext[]> =>
  runIds.length === 0
    ? Promise.resolve([])
    : select(db).where(inArray(areaSessions.runId, runIds)).orderBy(inspectionAreas.sortOrder);

/** The latest activity first. */
export async function pageOf(
  db: Executor,
  where: SQL | undefined,
  limit: number,
  cursor: string | undefined,
): Promise<Page<AreaSessionContext>> {
  const rows = await select(db)
    .where(and(where, afterCursor(cursor, areaSessions.lastActivity, areaSessions.id)))
    .orderBy(desc(areaSessions.lastActivity), desc(areaSessions.id))
    .limit(limit + 1);
  return toPage(rows, limit, (row) => ({ at: row.session.lastActivity, id: row.session.id }));
}

export const ownedBy = (userId: string): SQL => eq(properties.userId, userId);
/** Somebody has worked on it. */
export const started: SQL = inArray(areaSessions.status, ['in_progress', 'completed']);
export const ofProperty = (propertyId: string): SQL => eq(properties.id, propertyId);
export const ofArea = (area: string): SQL =>
  sql`(${inspectionAreas.code} = lower(${area}) or lower(${inspectionAreas.name}) = lower(${area}))`;

export interface AreaFigures extends Figures {
  /** Checklist items that have a result. */
  answered: number;
}

/** Photos, open findings, score and answered checks of some area sessions. */
export async function figuresOf(db: Executor, sessionIds: string[]): Promise<Map<string, AreaFigures>> {
  if (sessionIds.length === 0) return new Map();
  const answers = await db
    .select({ id: checklistAnswers.areaSessionId, value: sql<number>`count(*)::int` })
    .from(checklistAnswers)
    .where(inArray(checklistAnswers.areaSessionId, sessionIds))
    .groupBy(checklistAnswers.areaSessionId);
  const answered = new Map(answers.map((row) => [row.id, row.value]));
  const figures = await evidenceFigures(db, sessionIds);
  return new Map(sessionIds.map((id) => [id, { ...(figures.get(id) ?? noFigures), answered: answered.get(id) ?? 0 }]));
}

/** The areas of a new run: those that the case's onboarding left out are not applicable from the start. */
export async function createSessions(tx: Executor, runId: string, notApplicable: AreaCode[]): Promise<void> {
  const areas = await tx
    .select({
      id: inspectionAreas.id,
      code: inspectionAreas.code,
      items: sql<number>`count(${checklistItems.id})::int`,
    })
    .from(inspectionAreas)
    .leftJoin(checklistItems, eq(checklistItems.areaId, inspectionAreas.id))
    .groupBy(inspectionAreas.id);
  await tx.insert(areaSessions).values(
    areas.map((area) => ({
      runId,
      areaId: area.id,
      totalItems: area.items,
      ...(notApplicable.includes(area.code)
        ? { status: 'not_applicable' as const, notApplicableReason: 'The property does not have this area' }
        : {}),
    })),
  );
}
