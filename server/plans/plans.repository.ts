import { and, avg, desc, eq, ilike, inArray, ne, or, sql, type SQL } from 'drizzle-orm';
import { alias, type PgColumn, type PgSelect } from 'drizzle-orm/pg-core';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { severityRank } from '#contract/finding-categories.ts';
import type { Cents } from '#contract/money.ts';
import type { PlanStatus } from '#contract/plans.ts';
import type { ScopeKey } from '#server/inspections/scope-key.rules.ts';
import { isAnyOf } from '#server/platform/database/any-of.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import { containing } from '#server/platform/database/text.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { newestOfOwner, type OwnerPageFilter, type PageFilter } from '#server/platform/http/newest.ts';
import { afterRankedCursor, toPage, type Page } from '#server/platform/http/page.ts';
import { properties, type PropertyRow, ownedProperties } from '#server/schema/properties.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';
import { nameOf, users } from '#server/schema/users.tables.ts';
import { pipReports, priorityRank, type PlanRow, type PlanSettings } from '#server/schema/plans.tables.ts';
import { planSummaries, type PlanSummary } from '#server/schema/plan-summaries.tables.ts';
import { summaryVersion } from './summary.rules.ts';
import { areasOf, type PlacedItem } from './workflow.rules.ts';

/** A plan with the related rows that its rules and its answer need. */
export interface PlanContext {
  plan: PlanRow;
  property: PropertyRow;
  /** The case of the inspected work; null for the owner's own inspections. */
  caseId: string | null;
  /** Null for a property-wide plan. */
  area: string | null;
  /** The inspection under review: the plan's own, or that of its area session, if there is one. */
  inspectionId: string | null;
  inspector: string | null;
  approvedByName: string | null;
  /** The property's plan, which includes the items of this one; null for that plan itself. */
  propertyPlanId: string | null;
  propertyPlanStatus: PlanStatus | null;
}

/** A plan of a list with only what a list shows of its property. */
export interface ListedPlan extends Omit<PlanContext, 'property'> {
  property: Pick<PropertyRow, 'id' | 'userId' | 'name' | 'city' | 'state' | 'zipCode' | 'totalRooms'>;
  /** The stored summary; null if it is outdated. */
  summary: PlanSummary | null;
}

const ofArea = alias(inspections, 'area_inspection');
const inspector = alias(users, 'inspector');
const approver = alias(users, 'approver');

const ofRun = alias(pipReports, 'plan_of_run');

const columns = {
  plan: pipReports,
  caseId: sql<string | null>`coalesce(${inspectionRuns.caseId}, ${inspections.caseId})`,
  area: sql<
    string | null
  >`case when ${pipReports.source} <> 'property' then coalesce(${inspectionAreas.name}, ${inspections.area}) end`,
  inspectionId: sql<string | null>`coalesce(${pipReports.inspectionId}, ${ofArea.id})`,
  inspector: nameOf(inspector),
  approvedByName: nameOf(approver),
  propertyPlanId: sql<string | null>`case when ${pipReports.source} <> 'property' then ${ofRun.id} end`,
  propertyPlanStatus: sql<PlanStatus | null>`case when ${pipReports.source} <> 'property' then ${ofRun.status} end`,
};
const listedColumns = {
  ...columns,
  property: {
    id: properties.id,
    userId: properties.userId,
    name: properties.name,
    city: properties.city,
    state: properties.state,
    zipCode: properties.zipCode,
    totalRooms: properties.totalRooms,
  },
  summary: sql<PlanSummary | null>`${planSummaries.summary}`,
};

/** Part of the text, because with a parameter the statement cannot use the index of these plans and is planned anew each time. */
const isOfProperty = sql`${ofRun.source} = 'property'`;

/** Joins everything of which a plan's context consists. */
const joined = <Query extends PgSelect>(query: Query) =>
  query
    .innerJoin(properties, eq(properties.id, pipReports.propertyId))
    .leftJoin(inspectionRuns, eq(inspectionRuns.id, pipReports.runId))
    .leftJoin(areaSessions, eq(areaSessions.id, pipReports.areaSessionId))
    .leftJoin(inspectionAreas, eq(inspectionAreas.id, areaSessions.areaId))
    .leftJoin(inspections, eq(inspections.id, pipReports.inspectionId))
    .leftJoin(ofArea, eq(ofArea.areaSessionId, pipReports.areaSessionId))
    .leftJoin(inspector, eq(inspector.id, sql`coalesce(${inspectionRuns.userId}, ${inspections.userId})`))
    .leftJoin(approver, eq(approver.id, pipReports.approvedBy))
    .leftJoin(ofRun, and(eq(ofRun.runId, pipReports.runId), isOfProperty));

const select = (db: Executor) =>
  joined(
    db
      .select({ ...columns, property: properties })
      .from(pipReports)
      .$dynamic(),
  );

export const ownedBy = (userId: string): SQL => eq(properties.userId, userId);
/** Like ownedBy, for queries that do not join the property. */
export const ofOwner = (userId: string, plans: { propertyId: PgColumn } = pipReports): SQL =>
  sql`${plans.propertyId} in (select ${properties.id} from ${properties} where ${ownedBy(userId)})`;
export const withStatus = (status: PlanStatus): SQL => eq(pipReports.status, status);
/** Matches the property, its city or the area, ignoring letter case. */
export const matching = (q: string): SQL | undefined =>
  or(
    sql`${pipReports.propertyId} in (select ${properties.id} from ${properties} where ${or(ilike(properties.name, containing(q)), ilike(properties.city, containing(q)))})`,
    and(
      ne(pipReports.source, 'property'),
      or(
        sql`exists (select from ${areaSessions} join ${inspectionAreas} on ${eq(inspectionAreas.id, areaSessions.areaId)} where ${and(eq(areaSessions.id, pipReports.areaSessionId), ilike(inspectionAreas.name, containing(q)))})`,
        sql`exists (select from ${inspections} where ${and(eq(inspections.id, pipReports.inspectionId), ilike(inspections.area, containing(q)))})`,
      ),
    ),
  );

export const findById = async (db: Executor, id: string, where?: SQL): Promise<PlanContext | null> =>
  (
    await select(db)
      .where(and(eq(pipReports.id, id), where))
      .limit(1)
  )[0] ?? null;

/** In the given order. */
export async function listByIds(db: Executor, ids: readonly string[]): Promise<PlanContext[]> {
  const rows = await select(db).where(isAnyOf(pipReports.id, ids));
  const byId = new Map(rows.map((row) => [row.plan.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

export const findByArea = async (db: Executor, areaSessionId: string): Promise<PlanContext | null> =>
  (
    await select(db)
      .where(and(eq(pipReports.areaSessionId, areaSessionId), eq(pipReports.source, 'area')))
      .limit(1)
  )[0] ?? null;

const listed = {
  table: pipReports,
  id: pipReports.id,
  time: pipReports.createdAt,
  belongsTo: pipReports.propertyId,
  owned: ownedProperties,
};

/** Plans as lists show them, with the summaries that are up to date. */
const joinedListed = (db: Executor) =>
  joined(db.select(listedColumns).from(pipReports).$dynamic()).leftJoin(
    planSummaries,
    and(eq(planSummaries.planId, pipReports.id), eq(planSummaries.version, summaryVersion)),
  );

/** A page of plans, newest first. */
export async function listPage(db: Executor, filter: OwnerPageFilter): Promise<Page<ListedPlan>> {
  const rows = await joinedListed(db)
    .where(newestOfOwner(listed, filter))
    .orderBy(desc(pipReports.createdAt), desc(pipReports.id));
  return toPage(rows, filter.limit, ({ plan }) => ({ at: plan.createdAt, id: plan.id }));
}

/** A page of plans, those with the most severe items first, then newest first. */
export async function listWorstPage(db: Executor, { where, limit, cursor }: PageFilter): Promise<Page<ListedPlan>> {
  const rank = priorityRank(pipReports.priority);
  const order = [desc(rank), desc(pipReports.createdAt), desc(pipReports.id)];
  const ids = db
    .select({ id: pipReports.id })
    .from(pipReports)
    .where(and(where, afterRankedCursor(cursor, rank, pipReports.createdAt, pipReports.id)))
    .orderBy(...order)
    .limit(limit + 1);
  const rows = await joinedListed(db)
    .where(sql`${pipReports.id} = any(array${ids})`)
    .orderBy(...order);
  return toPage(rows, limit, ({ plan }) => ({
    rank: severityRank(plan.priority) + 1,
    at: plan.createdAt,
    id: plan.id,
  }));
}

/**
 * The plans of other areas and inspections whose items another plan shows too: the property's, or for the plan of an
 * inspection that of its area. They are found from the wider plans on, which are few.
 */
const covered = (isOfOwner: (plans: { propertyId: PgColumn }) => SQL): SQL => {
  const wider = alias(pipReports, 'wider');
  const ofRun = sql`from ${pipReports} wider join ${areaSessions} on ${eq(areaSessions.runId, wider.runId)}`;
  const isOfRun = sql`${eq(wider.source, 'property')} and ${ne(pipReports.source, 'property')} and ${isOfOwner(wider)}`;
  return sql`
    select ${pipReports.id} ${ofRun} join ${pipReports} on ${eq(pipReports.areaSessionId, areaSessions.id)} where ${isOfRun}
    union
    select ${pipReports.id} ${ofRun} join ${inspections} on ${eq(inspections.areaSessionId, areaSessions.id)}
      join ${pipReports} on ${eq(pipReports.inspectionId, inspections.id)} where ${isOfRun}
    union
    select ${pipReports.id} from ${pipReports} left join ${inspections} on ${eq(inspections.id, pipReports.inspectionId)}
      join ${pipReports} wider on ${eq(wider.source, 'area')}
        and ${wider.areaSessionId} = coalesce(${pipReports.areaSessionId}, ${inspections.areaSessionId})
      where ${eq(pipReports.source, 'inspection')} and ${isOfOwner(pipReports)}`;
};

/**
 * The sum of the costs, counting items that several plans show once, and the mean of the plans' days; of all plans, or of
 * those of an owner.
 */
export async function sumCostAndDays(db: Executor, ownerId?: string): Promise<{ cost: Cents; days: number }> {
  const isOfOwner = (plans: { propertyId: PgColumn }): SQL =>
    ownerId === undefined ? sql`true` : ofOwner(ownerId, plans);
  const [row] = await db
    .select({
      cost: sql<
        string | null
      >`sum(${pipReports.totalCost} - ${pipReports.sharedCost}) filter (where covered.id is null)`,
      days: avg(pipReports.estimatedDays),
    })
    .from(pipReports)
    .leftJoin(sql`(${covered(isOfOwner)}) covered`, sql`covered.id = ${pipReports.id}`)
    .where(isOfOwner(pipReports));
  return { cost: Number(row?.cost ?? 0), days: Math.round(Number(row?.days ?? 0)) };
}

/** The source from which a plan is made; each source has one plan. */
export type PlanSource = Pick<PlanRow, 'source' | 'propertyId' | 'runId' | 'areaSessionId' | 'inspectionId'>;

const sourceKey: Record<PlanSource['source'], (source: PlanSource) => SQL> = {
  area: ({ areaSessionId }) => eq(pipReports.areaSessionId, areaSessionId ?? ''),
  inspection: ({ inspectionId }) => eq(pipReports.inspectionId, inspectionId ?? ''),
  property: ({ runId }) => eq(pipReports.runId, runId ?? ''),
};

const lockWhere = async (tx: Executor, where: SQL | undefined): Promise<PlanRow | null> =>
  (await tx.select().from(pipReports).where(where).limit(1).for('update'))[0] ?? null;

/** An arbitrary number that no other advisory lock of the product uses. */
const itemsLock = 0x70_6c_61_6e;
type OfProperty = Pick<PlanRow, 'propertyId'>;

/** Serializes changes of the items that the plans of a property share. */
export const lockItemsOfProperty = (tx: Executor, { propertyId }: OfProperty) =>
  tx.execute(sql`select pg_advisory_xact_lock(${itemsLock}, hashtext(${propertyId}))`);

/**
 * A condition that is true, and takes the same lock if the property of the area or inspection has a plan. A statement that
 * selects rows for update evaluates its conditions first, so it takes this lock before it locks them.
 */
export function lockingItemsOfScope({ areaSessionId, inspectionId }: ScopeKey): SQL | undefined {
  // A photo of finished work belongs to neither.
  if (!areaSessionId && !inspectionId) return undefined;
  const propertyId = areaSessionId
    ? sql`select ${areaSessions.propertyId} from ${areaSessions} where ${areaSessions.id} = ${areaSessionId}`
    : sql`select ${inspections.propertyId} from ${inspections} where ${inspections.id} = ${inspectionId}`;
  const planned = sql`select ${pipReports.propertyId} as id from ${pipReports} where ${pipReports.propertyId} = (${propertyId}) limit 1`;
  return sql`(select count(pg_advisory_xact_lock(${itemsLock}, hashtext(planned.id::text))) from (${planned}) as planned) >= 0`;
}

/** These plans and all others of the same runs, which may show the same items. */
export async function listWithSharedItems(
  db: Executor,
  plans: readonly Pick<PlanRow, 'id' | 'runId'>[],
): Promise<PlanRow[]> {
  const ids = plans.map(({ id }) => id);
  if (ids.length === 0) return [];
  const runIds = [...new Set(plans.map(({ runId }) => runId).filter((id) => id !== null))];
  return db
    .select()
    .from(pipReports)
    .where(or(isAnyOf(pipReports.id, ids), isAnyOf(pipReports.runId, runIds)))
    .orderBy(pipReports.id);
}

/** The plan, locked until the transaction ends, so that changes of it and of its items are serialized. */
export const lockById = (tx: Executor, id: string) => lockWhere(tx, eq(pipReports.id, id));

/** The plans that show an item, locked like lockById. */
export const lockByItem = (tx: Executor, item: PlacedItem): Promise<PlanRow[]> =>
  tx
    .select()
    .from(pipReports)
    .where(or(eq(pipReports.id, item.pipReportId), inArray(pipReports.areaSessionId, areasOf(item))))
    .orderBy(pipReports.id)
    .for('update');

/** The plan of a source, locked like lockById. */
export const lockBySource = (tx: Executor, source: PlanSource) =>
  lockWhere(tx, and(eq(pipReports.source, source.source), sourceKey[source.source](source)));

/** Inserts an empty plan; returns null when a concurrent transaction has created the one of this source. */
export async function insertEmpty(tx: Executor, source: PlanSource, settings: PlanSettings) {
  const [plan] = await tx
    .insert(pipReports)
    .values({ ...source, totalCost: 0, estimatedDays: 0, priority: 'low', settings })
    .onConflictDoNothing()
    .returning();
  return plan ?? null;
}

export const updatePlan = async (
  tx: Executor,
  id: string,
  fields: Partial<Pick<PlanRow, 'settings' | 'totalCost' | 'sharedCost' | 'estimatedDays' | 'priority'>>,
): Promise<PlanRow> =>
  expectOne(
    await tx
      .update(pipReports)
      .set({ ...fields, updatedAt: new Date() })
      .where(eq(pipReports.id, id))
      .returning(),
  );

/** Sets the status of a plan; returns null when it no longer has the status that the caller saw. */
export async function updateStatus(
  tx: Executor,
  seen: PlanRow,
  status: PlanStatus,
  acceptance: Partial<Pick<PlanRow, 'approvedAt' | 'approvedOn' | 'approvedBy'>>,
): Promise<PlanRow | null> {
  const [moved] = await tx
    .update(pipReports)
    .set({ ...acceptance, status, updatedAt: new Date() })
    .where(and(eq(pipReports.id, seen.id), eq(pipReports.status, seen.status)))
    .returning();
  return moved ?? null;
}

/** The facts for a mail about a plan, with the address of the owner or of the given user; null when there is none. */
export async function findMailFacts(db: Executor, planId: string, toUserId?: string) {
  const context = await findById(db, planId);
  const userId = toUserId ?? context?.property.userId;
  if (!context || !userId) return null;
  const [person] = await db
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName, language: users.language })
    .from(users)
    .where(eq(users.id, userId));
  if (!person) return null;
  return {
    planId,
    email: person.email,
    // Admins get English mails.
    language: toUserId === undefined ? person.language : null,
    name: [person.firstName, person.lastName].filter(Boolean).join(' '),
    property: context.property.name,
    area: context.area,
  };
}

/** The admin who opened a plan's case; null for a plan without a case. */
export async function findCaseOpener(db: Executor, caseId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: inspectionCases.createdByAdminId })
    .from(inspectionCases)
    .where(eq(inspectionCases.id, caseId));
  return row?.id ?? null;
}
