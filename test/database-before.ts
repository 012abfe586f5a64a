import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { migrate } from '#server/platform/database/database.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import { createEmptyDatabase } from './database.ts';

type Row = Record<string, unknown>;

export interface EarlierDatabase {
  url: string;
  query(sql: string, values?: unknown[]): Promise<Row[]>;
  /** The first row, which must exist. */
  one(sql: string, values?: unknown[]): Promise<Row>;
  /** Adds a row with a statement that ends with `returning id`; returns the id. */
  add(sql: string, values?: unknown[]): Promise<string>;
  /** Adds an account with a property and a run. */
  addRun(): Promise<{ userId: string; propertyId: string; runId: string }>;
  /** Applies the migration and all later ones, as the next start of the server does. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}

const journal = new URL('../server/migrations/meta/_journal.json', import.meta.url);

/** How many migrations precede the one with this name, given without its number. */
async function countBefore(name: string): Promise<number> {
  const { entries }: { entries: { tag: string }[] } = JSON.parse(await readFile(journal, 'utf8'));
  const at = entries.findIndex(({ tag }) => tag.replace(/^\d+_/, '') === name);
  if (at === -1) throw new Error(`There is no migration ${name}.`);
  return at;
}

/** A database as it was before a migration, for tests of how that migration changes existing rows. */
export async function createDatabaseBefore(migration: string): Promise<EarlierDatabase> {
  const { url, drop } = await createEmptyDatabase();
  await migrate(url, { upTo: await countBefore(migration) });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const query = async (sql: string, values: unknown[] = []): Promise<Row[]> => (await client.query(sql, values)).rows;
  const one = async (sql: string, values?: unknown[]): Promise<Row> => expectOne(await query(sql, values));
  const add = async (sql: string, values?: unknown[]): Promise<string> => String((await one(sql, values))['id']);
  return {
    url,
    query,
    one,
    add,
    async addRun() {
      const userId = await add(
        "insert into users (username, email, password) values ('u', 'u@example.com', 'x') returning id",
      );
      const propertyId = await add(
        `insert into properties (user_id, name, address, city, state, zip_code, property_type)
         values ($1, 'P', 'a', 'c', 'ME', '1', 'hotel') returning id`,
        [userId],
      );
      const runId = await add(
        'insert into property_inspection_runs (property_id, user_id) values ($1, $2) returning id',
        [propertyId, userId],
      );
      return { userId, propertyId, runId };
    },
    migrate: () => migrate(url),
    async close() {
      await client.end();
      await drop();
    },
  };
}
