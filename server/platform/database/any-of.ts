import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/**
 * Whether a column has one of some ids. They are one parameter, so that the statement is the same for any number of them and
 * is planned once.
 */
export const isAnyOf = (column: SQLWrapper, ids: readonly string[]): SQL =>
  sql`${column} = any(${`{${ids.join(',')}}`}::uuid[])`;
