import { and, desc, eq, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
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
  rows: number | Placeholder | SQL;
}

/** The length of most pages. */
export const usualLimit = 50;
/**
 * The rows of such a page as a part of the text, for a statement whose plan does not depend on its values, as that of a search
 * does. PostgreSQL takes a limit that is a parameter for a tenth of the table, and would plan the statement anew for each
 * page, which takes longer than reading it.
 */
export const usualRows: SQL = sql.raw(String(usualLimit + 1));

const pageOf = ({ table, id, time }: Listed, { where = sql`true`, rows }: Rows): SQL =>
  sql`(select ${id} as page_id, ${time} as page_time from ${table} where ${where} order by ${desc(time)}, ${desc(id)} limit ${rows}) as page`;

/** The condition for the newest rows. It selects the ids by an index before anything is joined to them. */
export const newestRows = (listed: Listed, rows: Rows): SQL =>
  sql`${listed.id} = any(array(select page_id from ${pageOf(listed, rows)}))`;

/**
 * Like newestRows, for the rows that belong to what the owner has. It reads as many for each of those, because no index has
 * the rows of several of them in one order.
 */
export function newestRowsOfOwner(listed: ListedByOwned, ownerId: string | Placeholder, { where, rows }: Rows): SQL {
  const { owned } = listed;
  const page = pageOf(listed, { where: and(eq(listed.belongsTo, owned.id), where), rows });
  return sql`${listed.id} = any(array(select page_id from ${owned.table} cross join lateral ${page}
    where ${eq(owned.ownerId, ownerId)} order by page_time desc, page_id desc limit ${rows}))`;
}

/** The rows of one page and one more, which tells whether another page follows. */
const rowsOf = ({ time, id }: Listed, { where, limit, cursor }: PageFilter): Rows => ({
  where: and(where, afterCursor(cursor, time, id)),
  rows: limit + 1,
});

/** The condition for the rows of one page. */
export const newest = (listed: Listed, filter: PageFilter): SQL => newestRows(listed, rowsOf(listed, filter));

/** Like newest, for the rows that belong to what the owner has. */
export const newestOfOwner = (listed: ListedByOwned, { ownerId, ...filter }: OwnerPageFilter): SQL =>
  ownerId === undefined ? newest(listed, filter) : newestRowsOfOwner(listed, ownerId, rowsOf(listed, filter));
