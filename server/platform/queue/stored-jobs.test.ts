import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { withConnection } from '#server/platform/database/connection.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import { createQueue } from '#server/platform/queue/queue.ts';
import { countJobs, requeueJobs, readUnfinishedJobs } from '#server/platform/queue/stored-jobs.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';

const payload = z.object({ photoId: z.uuid() });
const definition = (name: string, parts: Partial<JobDefinition<z.infer<typeof payload>>> = {}) => ({
  name,
  payload,
  retryLimit: 0,
  retryDelaySeconds: 0,
  timeoutSeconds: 60,
  run: async () => {},
  ...parts,
});

let source: TestDatabase;
let target: TestDatabase;
beforeAll(async () => {
  [source, target] = [await createTestDatabase(), await createTestDatabase()];
});
afterAll(async () => {
  await source.drop();
  await target.drop();
});
const read = (database: TestDatabase) => withConnection(database.url, 'test', readUnfinishedJobs);
const count = (database: TestDatabase) => withConnection(database.url, 'test', countJobs);

test('a database without a queue has no jobs to count or to read', async () => {
  expect([await read(source), await count(source)]).toEqual([null, null]);
});

test('waiting jobs are queued again in another database, with their key, their group and their time', async () => {
  const [plain, keyed] = [definition('plain'), definition('keyed', { oncePerKey: true })];
  const queue = createQueue({ url: source.url, logger: createLogger({ level: 'silent' }) });
  await queue.start([plain, keyed], { work: false });
  const [first, second] = [randomUUID(), randomUUID()];
  const later = new Date(Date.now() + 3_600_000);
  await queue.send(null, plain, { photoId: first }, { startAfter: later, group: 'g' });
  await queue.send(null, keyed, { photoId: second }, { singletonKey: 'a' });
  await queue.stop();
  const jobs = await read(source);
  expect(jobs).toMatchObject([
    {
      name: 'plain',
      policy: 'standard',
      data: { photoId: first },
      key: null,
      group: 'g',
      startAfter: later.toISOString(),
    },
    { name: 'keyed', policy: 'short', data: { photoId: second }, key: 'a' },
  ]);

  await requeueJobs(target.url, jobs ?? []);
  expect(await read(target)).toEqual(jobs);
  expect(await count(target)).toEqual({ waiting: 2, late: 0, failed: 0 });
  // A queue that is exclusive per key stays so.
  const next = createQueue({ url: target.url, logger: createLogger({ level: 'silent' }) });
  await next.start([plain, keyed], { work: false });
  await next.send(null, keyed, { photoId: randomUUID() }, { singletonKey: 'a' });
  await next.stop();
  expect(await read(target)).toEqual(jobs);
});

test('finished jobs are not read, late and failed ones are counted', async () => {
  await source.pool.query("update pgboss.job set state = 'completed' where name = 'plain'");
  await source.pool.query("update pgboss.job set start_after = now() - interval '2 hours' where name = 'keyed'");
  expect((await read(source))?.map(({ name }) => name)).toEqual(['keyed']);
  expect(await count(source)).toEqual({ waiting: 1, late: 1, failed: 0 });
  await source.pool.query("update pgboss.job set state = 'failed', completed_on = now() where name = 'keyed'");
  expect(await count(source)).toEqual({ waiting: 0, late: 0, failed: 1 });
});
