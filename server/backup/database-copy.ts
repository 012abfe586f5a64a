import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { z } from 'zod';
import type { Manifest } from './archive.ts';

/** How many rows are read, written and packed at a time. */
const rowsAtOnce = 500;

/** Set on both sides, so that dates and numbers are read back exactly as they were written. */
const plainForms =
  "SET timezone = 'UTC'; SET datestyle = 'ISO, MDY'; SET intervalstyle = 'postgres'; SET bytea_output = 'hex'; SET extra_float_digits = 1";

/** Begins the transaction of a backup, which sees the whole database at one moment. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query(plainForms);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

export async function tablesOf(client: pg.ClientBase): Promise<Manifest['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    SELECT table_name AS name, array_agg(column_name::text ORDER BY ordinal_position) AS columns
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' GROUP BY table_name ORDER BY table_name`);
  return rows;
}

/** The rows of a table as packed lists of the text form that PostgreSQL itself can read back. */
export async function* readTable(client: pg.Client, table: string): AsyncGenerator<Buffer, void> {
  const name = client.escapeIdentifier(table);
  await client.query(`DECLARE backup NO SCROLL CURSOR FOR SELECT ${name}::text AS row FROM public.${name}`);
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`FETCH ${rowsAtOnce} FROM backup`);
    if (rows.length > 0) yield gzipSync(JSON.stringify(rows.map(({ row }) => row)));
    if (rows.length < rowsAtOnce) break;
  }
  await client.query('CLOSE backup');
}

/** The columns of a table that can be written; the database computes the others. */
async function writableColumns(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'",
    [table],
  );
  return rows.map(({ name }) => client.escapeIdentifier(name));
}

/** Inserting explicit ids does not advance sequences, so set each to the largest. */
async function advanceSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    SELECT quote_ident(table_name) AS table, quote_ident(column_name) AS column, sequence
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name),
      pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) AS sequence
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND sequence IS NOT NULL`);
  for (const { table, column, sequence } of rows) {
    await client.query(
      `SELECT setval($1::regclass, greatest(max(${column}), 1), max(${column}) IS NOT NULL) FROM public.${table}`,
      [sequence],
    );
  }
}

interface Constraint {
  table: string;
  name: string;
  definition: string;
}

/**
 * Fills the tables of a migrated database in one transaction. Foreign keys are dropped meanwhile and checked when they
 * are added again, so the order of the tables does not matter.
 */
export async function fillTables(
  client: pg.Client,
  tables: Manifest['tables'],
  work: (insert: (table: string, packed: Buffer) => Promise<void>) => Promise<void>,
): Promise<void> {
  await client.query(plainForms);
  await client.query('BEGIN');
  const { rows: constraints } = await client.query<Constraint>(`
    SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`);
  for (const { table, name } of constraints) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const columns = new Map<string, string[]>();
  for (const { name } of tables) {
    columns.set(name, await writableColumns(client, name));
    const table = `public.${client.escapeIdentifier(name)}`;
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    // Remove the rows that migrations insert; the backup has them.
    await client.query(`DELETE FROM ${table}`);
  }
  await work(async (table, packed) => {
    const name = client.escapeIdentifier(table);
    const rows = z.array(z.string()).parse(JSON.parse(gunzipSync(packed).toString()));
    const names = columns.get(table) ?? [];
    const values = names.map((column) => `(packed.row).${column}`);
    // Without the clause, PostgreSQL refuses a stored number in a column that it numbers itself.
    await client.query(
      `INSERT INTO public.${name} (${names.join()}) OVERRIDING SYSTEM VALUE SELECT ${values.join()} FROM (SELECT unnest($1::text[])::public.${name} AS row) AS packed`,
      [rows],
    );
  });
  await advanceSequences(client);
  for (const { name } of tables)
    await client.query(`ALTER TABLE public.${client.escapeIdentifier(name)} ENABLE TRIGGER USER`);
  for (const { table, name, definition } of constraints) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  }
  await client.query('COMMIT');
}
