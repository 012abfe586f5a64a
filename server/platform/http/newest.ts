import { and, desc, eq, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/platform/database/types.ts';
import { afterCursor } from './page.ts';

/** A table whose rows are listed by a time, newest first. It needs an index that ends in (time, id). */
export interface Listed {
  table: PgTable;
  id: PgColumn;
  time: PgColumn;
}
/** The table to which the rows belong and whose rows have an owner. */
export interface Owned {
  table: PgTable;
  id: PgColumn;
  ownerId: PgColumn;
}
/** A table whose rows belong to something that has an owner; it also needs an index on (belongsTo, time, id). */
export interface ListedByOwned extends Listed {
  belongsTo: PgColumn;
  owned: Owned;
}

export interface PageFilter {
  where?: SQL | undefined;
  limit: number;
  cursor?: string | undefined;
}
/** With `ownerId`, only rows of what this user owns. */
export interface OwnerPageFilter extends PageFilter {
  ownerId?: string | undefined;
}

interface Rows {
  where: SQL | undefined;
  /** How many at most. */
  rows: number | Placeholder;
}

const idsOf = (db: Executor, { table, id, time }: Listed, { where, rows }: Rows) =>
  db
    .select({ id: sql`${id}`.as('page_id'), time: sql`${time}`.as('page_time') })
    .from(table)
    .where(where)
    .orderBy(desc(time), desc(id))
    .limit(rows)
    .as('page');

/** The condition for the newest rows. It selects the ids by an index before anything is joined to them. */
export function newestRows(db: Executor, listed: Listed, rows: Rows): SQL {
  const page = idsOf(db, listed, rows);
  return sql`${listed.id} = any(array${db.select({ id: page.id }).from(page)})`;
}

/**
 * Like newestRows, for the rows that belong to what the owner has. It reads as many for each of those, because no index has
 * the rows of several of them in one order.
 */
export function newestRowsOfOwner(
  db: Executor,
  listed: ListedByOwned,
  ownerId: string | Placeholder,
  { where, rows }: Rows,
): SQL {
  const { owned } = listed;
  const page = idsOf(db, listed, { where: and(eq(listed.belongsTo, owned.id), where), rows });
  const ids = db
    .select({ id: page.id })
    .from(owned.table)
    .innerJoinLateral(page, sql`true`)
    .where(eq(owned.ownerId, ownerId))
    .orderBy(desc(page.time), desc(page.id))
    .limit(rows);
  return sql`${listed.id} = any(array${ids})`;
}

/** The rows of one page and one more, which tells whether another page follows. */
const rowsOf = ({ time, id }: Listed, { where, limit, cursor }: PageFilter): Rows => ({
  where: and(where, afterCursor(cursor, time, id)),
  rows: limit + 1,
});

/** The condition for the rows of one page. */
export const newest = (db: Executor, listed: Listed, filter: PageFilter): SQL =>
  newestRows(db, listed, rowsOf(listed, filter));

/** Like newest, for the rows that belong to what the owner has. */
export const newestOfOwner = (db: Executor, listed: ListedByOwned, { ownerId, ...filter }: OwnerPageFilter): SQL =>
  ownerId === undefined ? newest(db, listed, filter) : newestRowsOfOwner(db, listed, ownerId, rowsOf(listed, filter));
