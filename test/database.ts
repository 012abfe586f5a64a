import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase, type OpenDatabase } from '#server/platform/database/database.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { applicationRole } from '#server/platform/postgres/application-role.ts';
import { shared } from './shared.ts';

export interface TestDatabase extends OpenDatabase {
  url: string;
  /** The connection string of the application's role in its embedded database. */
  applicationUrl: string;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A database without tables, as on an empty machine. */
export async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = await shared('postgres');
  const name = `empty_${randomBytes(8).toString('hex')}`;
  await administer(server.url, `CREATE DATABASE ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(server.url, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/** A separate database for one test file, cloned from the migrated template (about 50 ms). */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await shared('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(server.url, `CREATE DATABASE ${name} TEMPLATE ${server.template} STRATEGY file_copy`);
  // Rights inside a database are cloned with it, but rights on the database are not.
  await administer(server.url, `GRANT CREATE ON DATABASE ${name} TO ${applicationRole}`);
  const [url, applicationUrl] = [new URL(server.url), new URL(server.applicationUrl)];
  url.pathname = `/${name}`;
  applicationUrl.pathname = `/${name}`;
  const opened = openDatabase(url.href, createLogger({ level: 'error' }), { connections: 5 });
  const drop = async (): Promise<void> => {
    await opened.close();
    await administer(server.url, `DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { ...opened, url: url.href, applicationUrl: applicationUrl.href, drop };
}
