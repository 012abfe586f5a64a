import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { lockDataDir } from '#server/platform/database/data-lock.ts';
import { migrate } from '#server/platform/database/database.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { prepareApplicationRole } from '#server/platform/postgres/application-role.ts';
import { startPostgres } from '#server/platform/postgres/postgres.ts';

const template = 'template_migrated';

/** A PostgreSQL in its own folder, with a migrated template database that each test file clones. */
export async function startTestPostgres() {
  const dataDir = mkdtempSync(join(tmpdir(), 'innspect-test-'));
  const lock = lockDataDir(dataDir);
  const server = await startPostgres({ lock, mode: 'evaluation', durable: false }, createLogger({ level: 'error' }));
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${template}`);
  await client.end();
  const url = new URL(server.ownerUrl);
  url.pathname = `/${template}`;
  await migrate(url.href);
  await prepareApplicationRole({ ownerUrl: url.href, url: server.url });
  return {
    access: { url: server.ownerUrl, applicationUrl: server.url, template },
    async stop() {
      await server.stop();
      lock.release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
