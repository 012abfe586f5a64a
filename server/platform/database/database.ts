import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
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

/** Opens a pool of connections. Nothing is connected until the first query. */
export function openDatabase(url: string, logger: Logger, options: { connections?: number } = {}): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'innspect',
    max: options.connections ?? 20,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  // An idle connection that the server closes would otherwise end the process; the pool opens another one.
  pool.on('error', (error) => logger.warn({ err: error }, 'An idle database connection was lost.'));
  return { db: drizzle(pool), pool, close: () => pool.end() };
}

/** Migrates the schema; processes that start at the same time wait for each other. */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'innspect migration' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await applyMigrations(drizzle(client), { migrationsFolder });
  } finally {
    // Ending the session releases the lock, also when a migration failed.
    await client.end();
  }
}
