import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { z } from 'zod';
import { hasTable, withConnection } from '#server/platform/database/connection.ts';
import { nameStatements } from '#server/platform/database/named-statements.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Logger } from '#server/platform/logger/logger.ts';

export interface OpenDatabase {
  db: Database;
  pool: pg.Pool;
  /** Waits for running queries, then closes all connections. */
  close(): Promise<void>;
}

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
const migrationLock = 4_708_611;

/** Opens a pool of connections. Connects at the first query. */
export function openDatabase(url: string, logger: Logger, options: { connections?: number } = {}): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'innspect',
    max: options.connections ?? 20,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  // Without these listeners a connection that the server closes would crash the process; the pool opens another one, and
  // a transaction on the lost one fails at its next statement.
  pool.on('error', (error) => logger.warn({ err: error }, 'An idle database connection was lost.'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  nameStatements(pool);
  return { db: drizzle(pool), pool, close: () => pool.end() };
}

const journalName = 'meta/_journal.json';
const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });
const readJournal = async () =>
  journalSchema.parse(JSON.parse(await readFile(join(migrationsFolder, journalName), 'utf8')));

/** The hashes of all migrations of this version, in order, in the form stored in the database. */
export async function knownMigrations(): Promise<string[]> {
  const { entries } = await readJournal();
  const hashOf = async ({ tag }: { tag: string }) =>
    createHash('sha256')
      .update(await readFile(join(migrationsFolder, `${tag}.sql`), 'utf8'))
      .digest('hex');
  return Promise.all(entries.map(hashOf));
}

/** The hashes of the migrations applied to a database, in order; null when it never had any. */
export async function appliedMigrations(client: pg.Client): Promise<string[] | null> {
  if (!(await hasTable(client, 'drizzle.__drizzle_migrations'))) return null;
  const { rows } = await client.query<{ hash: string }>('SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id');
  return rows.map(({ hash }) => hash);
}

/** Calls `work` with a folder that contains only the first migrations. */
async function withFirstMigrations(count: number, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'innspect-migrations-'));
  try {
    const journal = await readJournal();
    const entries = journal.entries.slice(0, count);
    for (const { tag } of entries) await copyFile(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
    await mkdir(join(folder, 'meta'));
    await writeFile(join(folder, journalName), JSON.stringify({ ...journal, entries }));
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Migrates the schema; processes that start at the same time wait for each other. With `upTo`, applies only that many
 * migrations.
 */
export async function migrate(url: string, { upTo }: { upTo?: number } = {}): Promise<void> {
  // Ending the connection releases the lock, even if a migration failed.
  await withConnection(url, 'migration', async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    const apply = (folder: string) => applyMigrations(drizzle(client), { migrationsFolder: folder });
    if (upTo === undefined) await apply(migrationsFolder);
    else await withFirstMigrations(upTo, apply);
  });
}
