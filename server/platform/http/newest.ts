import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/platform/database/types.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { afterCursor } from './page.ts';

/** A table whose rows are listed by a time, the newest first. It needs an index that ends in (time, id). */
export interface Listed {
  table: PgTable;
  id: PgColumn;
  time: PgColumn;
}
/** One whose rows belong to properties; it needs an index on (propertyId, time, id) as well. */
export interface ListedByProperty extends Listed {
  propertyId: PgColumn;
}

export interface PageFilter {
  where?: SQL | undefined;
  limit: number;
  cursor?: string | undefined;
}
/** Where given, only rows of this person's properties. */
export interface OwnerPageFilter extends PageFilter {
  ownerId?: string | undefined;
}

const idsOf = (db: Executor, { table, id, time }: Listed, { where, limit, cursor }: PageFilter) =>
  db
    .select({ id: sql`${id}`.as('page_id'), time: sql`${time}`.as('page_time') })
    .from(table)
    .where(and(where, afterCursor(cursor, time, id)))
    .orderBy(desc(time), desc(id))
    .limit(limit + 1)
    .as('page');

/**
 * The condition for the rows of one page and one more row, which tells whether another page follows. It picks the ids
 * by an index before anything is joined to them.
 */
export function newest(db: Executor, listed: Listed, filter: PageFilter): SQL {
  const page = idsOf(db, listed, filter);
  return sql`${listed.id} = any(array${db.select({ id: page.id }).from(page)})`;
}

/**
 * As newest, of the rows that belong to the owner's properties. It reads a page of each property, since no index has
 * the rows of several properties in one order.
 */
export function newestOfOwner(
  db: Executor,
  listed: ListedByProperty,
  { ownerId, where, ...filter }: OwnerPageFilter,
): SQL {
  if (ownerId === undefined) return newest(db, listed, { where, ...filter });
  const page = idsOf(db, listed, { where: and(eq(listed.propertyId, properties.id), where), ...filter });
  const ids = db
    .select({ id: page.id })
    .from(properties)
    .innerJoinLateral(page, sql`true`)
    .where(eq(properties.userId, ownerId))
    .orderBy(desc(page.time), desc(page.id))
    .limit(filter.limit + 1);
  return sql`${listed.id} = any(array${ids})`;
}
