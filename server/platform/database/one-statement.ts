import { eq, getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder';
import { builtOnce } from './built-once.ts';
import type { Transaction } from './types.ts';

/** Gives the place of a value in the text of a statement. */
type PlaceOf = (name: string) => SQL;

/** A part of a larger statement, whose text is put together once for the shapes of its parts (built-once.ts). */
export interface Part<Built> {
  /** Names all that the text depends on. */
  shape: string;
  build(tx: Transaction, placeOf: PlaceOf): Built;
  /** The values as they are sent, by the names of their places. */
  values: Readonly<Record<string, unknown>>;
}

/** A write that is not sent by itself. */
export type Write = Part<TypedQueryBuilder<undefined>>;

/** The values of a row as its columns send them; each of its fields has one, which may be null. */
export function encodedRow(table: PgTable, row: object): Record<string, unknown> {
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(table);
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value === null ? null : columns[name]?.mapToDriverValue(value as never),
    ]),
  );
}

/** The place of each value of a row. */
export const placesOf = <Name extends string>(names: readonly Name[], placeOf: PlaceOf): Record<Name, SQL> =>
  Object.fromEntries(names.map((name) => [name, placeOf(name)])) as Record<Name, SQL>;

/** Inserts a row. */
export const insertOf = <Table extends PgTable>(table: Table, row: Table['$inferInsert']): Write => {
  const names = Object.keys(row);
  return {
    shape: `insert ${getTableName(table)} ${names.join(' ')}`,
    build: (tx, placeOf) => tx.insert(table).values(placesOf(names, placeOf) as Table['$inferInsert']),
    values: encodedRow(table, row),
  };
};

/** Changes the rows whose column has this id. */
export const updateOf = <Table extends PgTable>(
  table: Table,
  where: PgColumn,
  id: string,
  set: Partial<Table['$inferSelect']>,
): Write => {
  const names = Object.keys(set);
  return {
    shape: `update ${getTableName(table)} by ${where.name} ${names.join(' ')}`,
    build: (tx, placeOf) =>
      tx
        .update(table)
        .set(placesOf(names, placeOf) as never)
        .where(eq(where, placeOf('where'))),
    values: { ...encodedRow(table, set), where: id },
  };
};

/** Places whose names begin with that of their part. */
export const placesIn =
  (part: string): PlaceOf =>
  (name) =>
    sql`${sql.placeholder(`${part} ${name}`)}`;

/** The values of a part by the names that `placesIn` gives their places. */
export const valuesIn = (part: string, values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${part} ${name}`, value]));

/** Parts of one statement by name, from which its shape, its text and its values are made. */
export interface Parts {
  writes: readonly Write[];
  /** What is evaluated in the statement. */
  evaluated: Part<SQL> | undefined;
}

export const shapeOf = ({ writes, evaluated }: Parts): string =>
  [...writes.map(({ shape }) => shape), evaluated?.shape].join(', ');

const named = ({ writes, evaluated }: Parts) => [
  ...writes.map((write, index) => [`write_${index}`, write] as const),
  ...(evaluated ? [['evaluated', evaluated] as const] : []),
];

/** The values of all parts, for the statement's `execute`. */
export const valuesOf = (parts: Parts): Record<string, unknown> =>
  Object.assign({}, ...named(parts).map(([part, { values }]) => valuesIn(part, values))) as Record<string, unknown>;

/** The writes as parts of one statement. None of them sees what another one writes, and no two may write the same row. */
export const writesOf = (tx: Transaction, { writes }: Parts) =>
  writes.map((write, index) => tx.$with(`write_${index}`).as(write.build(tx, placesIn(`write_${index}`))));

export const evaluatedOf = (tx: Transaction, { evaluated }: Parts): SQL | undefined =>
  evaluated?.build(tx, placesIn('evaluated'));

const together = builtOnce((tx: Transaction, _shape, parts: Parts) =>
  tx
    .with(...writesOf(tx, parts))
    .select({ evaluated: evaluatedOf(tx, parts) ?? sql`true` })
    .from(sql`(values (true)) as written`)
    .prepare(''),
);

/** Sends writes in one statement, in which `evaluated` is evaluated too. */
export async function sendTogether(tx: Transaction, writes: readonly Write[], evaluated?: Part<SQL>): Promise<void> {
  const parts = { writes, evaluated };
  await together(tx, shapeOf(parts), parts).execute(valuesOf(parts));
}
