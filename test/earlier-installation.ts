import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { shared } from './shared.ts';

const folder = new URL('../server/migrations/', import.meta.url);

export interface EarlierInstallation {
  /** Applies the migrations whose numbers lie within the two, both included. */
  apply(from: number, to: number): Promise<void>;
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** An empty database of its own, for tests of what a migration makes of existing rows. */
export async function createEarlierInstallation(): Promise<EarlierInstallation> {
  const name = `earlier_${randomBytes(6).toString('hex')}`;
  const url = new URL((await shared('postgres')).url);
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return {
    async apply(from, to) {
      const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
      for (const file of files.slice(from, to + 1)) {
        const text = await readFile(new URL(file, folder), 'utf8');
        for (const statement of text.split('--> statement-breakpoint')) await client.query(statement);
      }
    },
    query: async (sql, values = []) => (await client.query(sql, values)).rows,
    async close() {
      await client.end();
      await admin.query(`DROP DATABASE ${name}`);
      await admin.end();
    },
  };
}
