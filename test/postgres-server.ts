/** Starts one PostgreSQL for a whole test run, with a migrated template database that each test file clones. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { lockDataDir } from '#server/platform/database/data-lock.ts';
import { migrate } from '#server/platform/database/database.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { startPostgres } from '#server/platform/postgres/postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

export const templateName = 'template_migrated';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'innspect-test-'));
  const lock = lockDataDir(dataDir);
  const logger = createLogger({ level: 'error' });
  const server = await startPostgres({ lock, mode: 'evaluation', durable: false }, logger);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${templateName}`);
  await client.end();
  const template = new URL(server.url);
  template.pathname = `/${templateName}`;
  await migrate(template.href);
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
