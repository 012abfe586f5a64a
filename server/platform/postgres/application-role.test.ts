import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { createQueue } from '#server/platform/queue/queue.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { shared } from '#test/shared.ts';
import { prepareApplicationRole } from './application-role.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const definition = { name: 'a-job', retryLimit: 0, retryDelaySeconds: 0, timeoutSeconds: 10 };

describe("the application's role in the embedded database", () => {
  it('is set up in a data folder whose application was the superuser, including the queue', async () => {
    const { z } = await import('zod');
    const job = { ...definition, payload: z.object({}), run: async () => undefined };
    const logger = createLogger({ level: 'fatal' });
    const earlier = createQueue({ url: database.url, logger });
    await earlier.start([job], { work: false });
    await earlier.stop();
    const later = createQueue({ url: database.applicationUrl, logger });
    await expect(later.start([job], { work: false })).rejects.toThrow('permission denied');
    await later.stop().catch(() => undefined);
    await prepareApplicationRole({ ownerUrl: database.url, url: (await shared('postgres')).applicationUrl });
    const now = createQueue({ url: database.applicationUrl, logger });
    await now.start([job, { ...job, name: 'a-new-job' }], { work: false });
    await now.send(null, { ...job, name: 'a-new-job' }, {});
    await now.stop();
  });

  it('is not a superuser, and can neither disable a trigger of the audit log nor change an entry', async () => {
    client = new pg.Client({ connectionString: database.applicationUrl });
    await client.connect();
    const { rows } = await client.query(
      'SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user',
    );
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
    for (const sql of [
      'ALTER TABLE audit_logs DISABLE TRIGGER USER',
      'DROP TRIGGER audit_logs_append_only ON audit_logs',
      'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
      "SET session_replication_role = 'replica'",
      "UPDATE audit_logs SET action = 'nothing'",
      'DELETE FROM audit_logs',
      'TRUNCATE audit_logs',
      'DELETE FROM audit_head',
      'DROP TABLE audit_logs',
      'CREATE TABLE here (id int)',
      "COPY users TO PROGRAM 'cat'",
      'CREATE ROLE another SUPERUSER',
    ]) {
      await expect(client.query(sql), sql).rejects.toThrow(/permission denied|must be owner/);
    }
    expect((await client.query('SELECT count(*)::int AS n FROM users')).rows).toEqual([{ n: 0 }]);
  });
});
