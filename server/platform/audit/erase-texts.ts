import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, gt, ilike, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { textsOf, textWithout, valueWithout, type NamedPerson } from '#server/platform/audit/person.rules.ts';
import { containing } from '#server/platform/database/text.ts';
import type { Transaction } from '#server/platform/database/types.ts';

interface ErasedColumns<Name extends string> {
  /** Columns of text or JSON. */
  names: readonly Name[];
  /** Matches the rows that the user has written, or that are about the user. */
  own: SQL | undefined;
}

/** How many rows are read at a time, because there may be very many. */
export const erasedAtOnce = 500;

/** The text as it is escaped in JSON. */
export const jsonText = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Matches columns that contain one of the texts. */
const isNaming = (columns: readonly PgColumn[], texts: readonly string[]): SQL | undefined =>
  or(
    ...columns.flatMap((column) =>
      texts.map((text) =>
        column.dataType === 'json'
          ? ilike(sql`${column}::text`, containing(jsonText(text)))
          : ilike(column, containing(text)),
      ),
    ),
  );

/** Matches columns that may name the user: addresses in any row, the name in own rows. */
export function isNamingPerson(columns: readonly PgColumn[], own: SQL | undefined, person: NamedPerson): SQL {
  // Without a condition the query would match every row.
  const naming = or(isNaming(columns, person.addresses), own && and(own, isNaming(columns, textsOf(person))));
  return naming ?? sql`false`;
}

/** The columns that the erasure changes; null when there are none. */
function changedValues(
  values: Record<string, unknown>,
  leave: (value: unknown) => unknown,
): Record<string, unknown> | null {
  const left = Object.entries(values)
    .map(([name, value]) => [name, leave(value)] as const)
    .filter(([name, value]) => !isDeepStrictEqual(value, values[name]));
  return left.length > 0 ? Object.fromEntries(left) : null;
}

/**
 * Changes many rows in one statement, each in the columns that are named for it, and leaves the others as they are by then.
 * The columns are of text or JSON.
 */
export async function updateEach<Name extends string>(
  tx: Transaction,
  table: PgTable & Record<'id' | Name, PgColumn>,
  names: readonly Name[],
  rows: readonly { id: unknown; changed: Partial<Record<string, unknown>> }[],
): Promise<void> {
  if (rows.length === 0) return;
  const set = names.map((name) => {
    const key = sql`${name}::text`;
    const value = table[name].dataType === 'json' ? sql`each.changed -> ${key}` : sql`each.changed ->> ${key}`;
    return [name, sql`case when each.changed ? ${key} then ${value} else ${table[name]} end`] as const;
  });
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as each(id uuid, changed jsonb)`;
  await tx
    .update(table as PgTable)
    .set(Object.fromEntries(set))
    .from(given)
    .where(eq(table.id, sql`each.id`));
}

/** Erases a user's names from columns in the user's own rows, and the user's addresses in all rows of a table. */
export async function eraseTexts<Name extends string>(
  tx: Transaction,
  table: PgTable & Record<'id' | Name, PgColumn>,
  { names, own }: ErasedColumns<Name>,
  person: NamedPerson,
): Promise<void> {
  const columns = Object.fromEntries(names.map((name) => [name, table[name]]));
  const naming = isNamingPerson(Object.values<PgColumn>(columns), own, person);
  for (let after: unknown = null; ;) {
    const rows: Record<string, unknown>[] = await tx
      .select({ ...columns, rowId: table.id, isOwn: sql`coalesce(${own ?? sql`false`}, false)` })
      .from(table as PgTable)
      .where(and(after === null ? undefined : gt(table.id, after), naming))
      .orderBy(asc(table.id))
      .limit(erasedAtOnce);
    const left = rows.flatMap(({ rowId: id, isOwn, ...values }) => {
      const changed = changedValues(values, (value) =>
        typeof value === 'string'
          ? textWithout(value, person, isOwn === true)
          : valueWithout(value, person, isOwn === true),
      );
      return changed ? [{ id, changed }] : [];
    });
    await updateEach(tx, table, names, left);
    if (rows.length < erasedAtOnce) return;
    after = rows.at(-1)?.['rowId'];
  }
}
