import { and, desc, eq, gte, ilike, inArray, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { inspectionStatuses, type InspectionStatus } from '#contract/statuses.ts';
import { scoringVersion } from '#server/analysis/scoring.rules.ts';
import { builtOnce } from '#server/platform/database/built-once.ts';
import { containing } from '#server/platform/database/text.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { newestRows, newestRowsOfOwner, usualLimit, usualRows } from '#server/platform/http/newest.ts';
import { afterGivenCursor, afterRankedCursor, cursorValues, toPage, type Page } from '#server/platform/http/page.ts';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { scopeFigures } from '#server/schema/figures.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { ownedProperties, properties } from '#server/schema/properties.tables.ts';
import { fullName, users } from '#server/schema/users.tables.ts';
import type { Figures } from './figures/figures.rules.ts';
import type { StatusFigures } from './figures/inspection-counts.repository.ts';
import type { ViewedInspection } from './inspections.rules.ts';
import { isOpenForWork } from './scope-status.rules.ts';
import { toFigures } from './figures/stored-figures.repository.ts';

/** The filter of a list; without `search` the statement is built once. */
export interface InspectionFilter {
  ownerId?: string | undefined;
  status?: InspectionStatus | undefined;
  propertyId?: string | undefined;
  /** An area's code or its name. */
  area?: string | undefined;
  /** True for only live and photo inspections, false for only those of areas. */
  standalone?: boolean | undefined;
  /** True for only those that are in progress or sent back. */
  open?: boolean | undefined;
  flagged?: boolean | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  /** Of findMatch. */
  search?: SQL | undefined;
}
export interface InspectionPageFilter extends InspectionFilter {
  limit: number;
  cursor?: string | undefined;
}

export interface ListedInspection extends ViewedInspection {
  /** The stored figures; null if they are outdated. */
  figures: Figures | null;
}

const flagger = alias(users, 'flagger');

/** Only what a list shows, because reading whole rows of properties and users takes longer than everything else. */
const select = (db: Executor) =>
  db
    .select({
      inspection: inspections,
      property: { userId: properties.userId },
      inspector: { firstName: users.firstName, lastName: users.lastName },
      runId: areaSessions.runId,
      flagger: { firstName: flagger.firstName, lastName: flagger.lastName, username: flagger.username },
      figures: scopeFigures,
    })
    .from(inspections)
    .innerJoin(properties, eq(properties.id, inspections.propertyId))
    .innerJoin(users, eq(users.id, inspections.userId))
    .leftJoin(areaSessions, eq(areaSessions.id, inspections.areaSessionId))
    .leftJoin(flagger, eq(flagger.id, inspections.flaggedBy))
    .leftJoin(
      scopeFigures,
      and(
        eq(scopeFigures.scopeId, sql`coalesce(${inspections.areaSessionId}, ${inspections.id})`),
        eq(scopeFigures.version, scoringVersion),
      ),
    );

/** Conditions by name. Their values are passed when the statement is sent. */
const conditions: Record<string, () => SQL> = {
  status: () => eq(inspections.status, sql.placeholder('status')),
  propertyId: () => eq(inspections.propertyId, sql.placeholder('propertyId')),
  area: () => sql`exists (select from ${inspectionAreas}
    where lower(${sql.placeholder('area')}) in (${inspectionAreas.code}, lower(${inspectionAreas.name}))
      and lower(${inspections.area}) in (${inspectionAreas.code}, lower(${inspectionAreas.name})))`,
  standalone: () => isNull(inspections.areaSessionId),
  ofAreas: () => isNotNull(inspections.areaSessionId),
  open: () => inArray(inspections.status, inspectionStatuses.filter(isOpenForWork)),
  flagged: () => isNotNull(inspections.flaggedAt),
  from: () => gte(inspections.createdAt, sql.placeholder('from')),
  to: () => lt(inspections.createdAt, sql.placeholder('to')),
  cursor: () => afterGivenCursor(inspections.createdAt, inspections.id),
};

/** PostgreSQL has no year 0; clamp to 1970, before which no row exists. */
const notBefore1970 = (time: Date | undefined): Date | undefined => time && new Date(Math.max(0, time.getTime()));

/** The names of the conditions of a filter, and their values. */
function shapeOf({ standalone, open, flagged, from, to, ...filter }: Omit<InspectionPageFilter, 'limit' | 'search'>) {
  const given = {
    ...filter,
    standalone: standalone || undefined,
    ofAreas: standalone === false || undefined,
    open: open || undefined,
    flagged: flagged || undefined,
    from: notBefore1970(from),
    to: notBefore1970(to),
  };
  const shape = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  return { shape: shape.join(' '), values: { ...given, ...(filter.cursor ? cursorValues(filter.cursor) : {}) } };
}

const conditionOf = (shape: string): SQL | undefined => and(...shape.split(' ').map((name) => conditions[name]?.()));

const listed = {
  table: inspections,
  id: inspections.id,
  time: inspections.createdAt,
  belongsTo: inspections.propertyId,
  owned: ownedProperties,
};

function buildPage(db: Executor, shape: string, search?: SQL) {
  const rows = shape.split(' ').includes('usual') ? usualRows : sql.placeholder('rows');
  const page = { where: and(conditionOf(shape), search), rows };
  return select(db)
    .where(
      shape.includes('ownerId')
        ? newestRowsOfOwner(listed, sql.placeholder('ownerId'), page)
        : newestRows(listed, page),
    )
    .orderBy(desc(inspections.createdAt), desc(inspections.id))
    .prepare('');
}
const pageStatement = builtOnce((db, shape) => buildPage(db, shape));

type Row = Omit<ListedInspection, 'figures'> & { figures: typeof scopeFigures.$inferSelect | null };
const toListed = (row: Row): ListedInspection => ({ ...row, figures: row.figures && toFigures(row.figures) });

const byIds = builtOnce((db) =>
  select(db)
    .where(sql`${inspections.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare(''),
);
export const listByIds = async (db: Executor, ids: readonly string[]): Promise<ListedInspection[]> =>
  ids.length === 0 ? [] : (await byIds(db).execute({ ids })).map(toListed);

/** A page of inspections, newest first. */
export async function listPage(db: Executor, filter: InspectionPageFilter): Promise<Page<ListedInspection>> {
  const { search, limit, ...others } = filter;
  const { shape, values } = shapeOf(others);
  const statement = search
    ? buildPage(db, shape, search)
    : pageStatement(db, limit === usualLimit ? `${shape} usual` : shape);
  const rows = (await statement.execute({ ...values, rows: limit + 1 })).map(toListed);
  return toPage(rows, limit, (row) => ({ at: row.inspection.createdAt, id: row.inspection.id }));
}

/** A page of inspections, worst open finding first, then newest first. */
export async function listWorstPage(db: Executor, filter: InspectionPageFilter): Promise<Page<ListedInspection>> {
  const { search, limit, cursor, ...others } = filter;
  const { shape, values } = shapeOf(others);
  const after = afterRankedCursor(cursor, inspections.worstRank, inspections.createdAt, inspections.id);
  const order = [desc(inspections.worstRank), desc(inspections.createdAt), desc(inspections.id)];
  const ids = db
    .select({ id: inspections.id })
    .from(inspections)
    .where(and(conditionOf(shape), search, after))
    .orderBy(...order)
    .limit(limit + 1);
  const statement = select(db)
    .where(sql`${inspections.id} = any(array${ids})`)
    .orderBy(...order)
    .prepare('');
  return toPage((await statement.execute(values)).map(toListed), limit, ({ inspection }) => ({
    rank: inspection.worstRank,
    at: inspection.createdAt,
    id: inspection.id,
  }));
}

/**
 * Case-insensitive search in property, area and the inspector's name. The inspectors are found first, because a join on
 * their names would prevent the use of the indexes on property and area.
 */
export async function findMatch(db: Executor, q: string): Promise<{ search: SQL; inspectors: string[] }> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(ilike(fullName(users), containing(q)));
  const inspectors = found.map(({ id }) => id);
  const conditions = [
    ilike(inspections.propertyName, containing(q)),
    ilike(inspections.area, containing(q)),
    ...(inspectors.length > 0 ? [sql`${inspections.userId} = any(${sql.param(inspectors)}::uuid[])`] : []),
  ];
  return { search: sql`(${sql.join(conditions, sql` or `)})`, inspectors };
}

/** Counts the matching inspections by status, in one statement. */
export async function listFiguresByStatus(
  db: Executor,
  { search, ...filter }: InspectionFilter,
): Promise<Map<InspectionStatus, StatusFigures>> {
  const { shape, values } = shapeOf(filter);
  const oldest = sql`min(coalesce(${inspections.completedAt}, ${inspections.createdAt}))`;
  const rows = await db
    .select({
      status: inspections.status,
      count: sql<number>`count(*)::int`,
      flagged: sql<number>`count(${inspections.flaggedAt})::int`,
      oldest: sql<Date | null>`${oldest}`.mapWith(inspections.createdAt),
      oldestFlagged: sql<Date | null>`${oldest} filter (where ${isNotNull(inspections.flaggedAt)})`.mapWith(
        inspections.createdAt,
      ),
    })
    .from(inspections)
    .where(and(conditionOf(shape), search))
    .groupBy(inspections.status)
    .prepare('')
    .execute(values);
  return new Map(rows.map(({ status, ...figures }) => [status, figures]));
}
