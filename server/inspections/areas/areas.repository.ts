import { and, asc, count, desc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import type { AreaCode } from '#contract/area-codes.ts';
import type { AreaSessionStatus } from '#contract/statuses.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { checklistItems } from '#server/schema/checklists.tables.ts';
import { inspections, type InspectionRow } from '#server/schema/inspections.tables.ts';
import { builtOnce } from '#server/platform/database/built-once.ts';
import { isAnyOf } from '#server/platform/database/any-of.ts';
import type { Figures } from '../figures/figures.rules.ts';
import * as stored from '../figures/stored-figures.repository.ts';
import { updateOf, type Write } from '#server/platform/database/one-statement.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { newestOfOwner, type OwnerPageFilter } from '#server/platform/http/newest.ts';
import { toPage, type Page } from '#server/platform/http/page.ts';
import { properties, type PropertyRow, ownedProperties } from '#server/schema/properties.tables.ts';
import { inspectionRuns, type RunRow } from '#server/schema/runs.tables.ts';
import { areaSessions, inspectionAreas, type AreaRow, type AreaSessionRow } from '#server/schema/areas.tables.ts';

/** An area session with the related rows that its rules need. */
export interface AreaSessionContext {
  areaSession: AreaSessionRow;
  area: AreaRow;
  run: RunRow;
  property: PropertyRow;
  inspection: InspectionRow | null;
  caseNumber: string | null;
}

const select = (db: Executor) =>
  db
    .select({
      areaSession: areaSessions,
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

const byId = builtOnce((db, shape) =>
  select(db)
    .where(
      and(
        eq(areaSessions.id, sql.placeholder('id')),
        shape === 'owned' ? eq(properties.userId, sql.placeholder('ownerId')) : undefined,
      ),
    )
    .limit(1)
    .prepare(''),
);

/** An area session; with an owner, only if it is theirs. */
export const findById = async (db: Executor, id: string, ownerId?: string): Promise<AreaSessionContext | null> =>
  (await byId(db, ownerId === undefined ? '' : 'owned').execute({ id, ownerId }))[0] ?? null;

/** The area sessions of these runs, in the order of the areas. */
export const listByRuns = (db: Executor, runIds: string[]): Promise<AreaSessionContext[]> =>
  runIds.length === 0
    ? Promise.resolve([])
    : select(db).where(isAnyOf(areaSessions.runId, runIds)).orderBy(inspectionAreas.sortOrder);

const listed = {
  table: areaSessions,
  id: areaSessions.id,
  time: areaSessions.lastActivity,
  belongsTo: areaSessions.propertyId,
  owned: ownedProperties,
};

/** A page of area sessions, latest activity first. */
export async function listPage(db: Executor, filter: OwnerPageFilter): Promise<Page<AreaSessionContext>> {
  const rows = await select(db)
    .where(newestOfOwner(listed, filter))
    .orderBy(desc(areaSessions.lastActivity), desc(areaSessions.id));
  return toPage(rows, filter.limit, (row) => ({ at: row.areaSession.lastActivity, id: row.areaSession.id }));
}

const maxProperties = 2000;

/** How many area sessions there are of all properties or an owner's, and of which properties, by name. */
export async function getTotals(db: Executor, ownerId: string | undefined) {
  const counted = db
    .select({ propertyId: areaSessions.propertyId, sessions: sql<number>`count(*)`.as('sessions') })
    .from(areaSessions)
    .groupBy(areaSessions.propertyId)
    .as('counted');
  const rows = await db
    .select({ id: properties.id, name: properties.name, total: sql<number>`(sum(${counted.sessions}) over ())::int` })
    .from(counted)
    .innerJoin(properties, eq(properties.id, counted.propertyId))
    .where(ownerId === undefined ? undefined : eq(properties.userId, ownerId))
    .orderBy(properties.name, properties.id)
    .limit(maxProperties);
  return { total: rows[0]?.total ?? 0, properties: rows.map(({ id, name }) => ({ id, name })) };
}

/** Matches area sessions with some field work. */
export const hasStarted: SQL = inArray(areaSessions.status, ['in_progress', 'completed']);
export const applicable: SQL = ne(areaSessions.status, 'not_applicable');
export const ofProperty = (propertyId: string): SQL => eq(areaSessions.propertyId, propertyId);
/** Matches an area by code or by name. */
const isNamed = (area: string): SQL =>
  sql`(${inspectionAreas.code} = lower(${area}) or lower(${inspectionAreas.name}) = lower(${area}))`;
export const ofArea = (area: string): SQL =>
  sql`${areaSessions.areaId} = any(array(select ${inspectionAreas.id} from ${inspectionAreas} where ${isNamed(area)}))`;

/** Creates the areas of a new run. Areas that the case's onboarding left out are not applicable from the start. */
export async function insertForRun(
  tx: Executor,
  run: Pick<RunRow, 'id' | 'propertyId'>,
  notApplicable: AreaCode[],
): Promise<void> {
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
      runId: run.id,
      propertyId: run.propertyId,
      areaId: area.id,
      totalItems: area.items,
      ...(notApplicable.includes(area.code)
        ? { status: 'not_applicable' as const, notApplicableReason: 'Not at this property' }
        : {}),
    })),
  );
}

/** Locks an area session until the commit, so that later counts see every change; returns its current status. */
export async function lockById(tx: Executor, id: string): Promise<AreaSessionStatus | null> {
  const rows = await tx
    .select({ status: areaSessions.status })
    .from(areaSessions)
    .where(eq(areaSessions.id, id))
    .for('no key update');
  return rows[0]?.status ?? null;
}

/** What it takes to recount an area, and to notify of it. */
export interface LockedArea {
  areaSession: Pick<AreaSessionRow, 'id' | 'status'>;
  run: Pick<RunRow, 'id'>;
  property: Pick<PropertyRow, 'id' | 'userId'>;
}

/** Like lockById, after a lock that a condition takes, and returns the area session with its run and property. */
export const lockWithProperty = async (tx: Executor, id: string, first?: SQL): Promise<LockedArea | null> =>
  (
    await tx
      .select({
        areaSession: { id: areaSessions.id, status: areaSessions.status },
        run: { id: inspectionRuns.id },
        property: { id: properties.id, userId: properties.userId },
      })
      .from(areaSessions)
      .innerJoin(inspectionRuns, eq(inspectionRuns.id, areaSessions.runId))
      .innerJoin(properties, eq(properties.id, inspectionRuns.propertyId))
      .where(and(eq(areaSessions.id, id), first))
      .for('no key update', { of: areaSessions })
  )[0] ?? null;

/** Returns null when the area session no longer has the expected status. */
export async function update(
  tx: Executor,
  id: string,
  set: Partial<AreaSessionRow>,
  expected?: AreaSessionStatus,
): Promise<AreaSessionRow | null> {
  const where = and(eq(areaSessions.id, id), expected ? eq(areaSessions.status, expected) : undefined);
  const [row] = await tx
    .update(areaSessions)
    .set({ ...set, lastActivity: new Date() })
    .where(where)
    .returning();
  return row ?? null;
}

/**
 * The writes of the recounted numbers of an area with its figures, of its inspection if it has one, and of the run's time
 * of last activity.
 */
export function updateRecounted(
  { areaSession, run }: Pick<LockedArea, 'areaSession' | 'run'>,
  figures: Figures,
  { worstRank, ...set }: Partial<AreaSessionRow> & Pick<InspectionRow, 'worstRank'>,
): Write[] {
  const now = new Date();
  return [
    stored.saveOf(areaSession.id, figures),
    updateOf(areaSessions, areaSessions.id, areaSession.id, { ...set, lastActivity: now }),
    updateOf(inspections, inspections.areaSessionId, areaSession.id, { worstRank }),
    updateOf(inspectionRuns, inspectionRuns.id, run.id, { lastTouched: now }),
  ];
}

export const listAreas = (db: Executor): Promise<AreaRow[]> =>
  db.select().from(inspectionAreas).orderBy(asc(inspectionAreas.sortOrder));

/** The area with this name or code. */
export async function findAreaByName(db: Executor, name: string): Promise<AreaRow | null> {
  const [row] = await db.select().from(inspectionAreas).where(isNamed(name));
  return row ?? null;
}

/** Counts the checks of the area with this name or code. */
export async function countChecks(db: Executor, area: string): Promise<number> {
  const [row] = await db
    .select({ value: count() })
    .from(checklistItems)
    .innerJoin(inspectionAreas, eq(inspectionAreas.id, checklistItems.areaId))
    .where(isNamed(area));
  return row?.value ?? 0;
}
