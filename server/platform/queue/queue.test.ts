import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '#server/platform/logger/logger.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import { createQueue, type Queue } from '#server/platform/queue/queue.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';

const payload = z.object({ photoId: z.uuid() });
type Payload = z.infer<typeof payload>;

let database: TestDatabase;
const queues: Queue[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
});
afterAll(() => database.drop());

function newQueue(): Queue {
  const queue = createQueue({ url: database.url, logger: createLogger({ level: 'silent' }) });
  queues.push(queue);
  return queue;
}

function definition(name: string, parts: Partial<JobDefinition<Payload>> = {}): JobDefinition<Payload> {
  return { name, payload, retryLimit: 0, retryDelaySeconds: 0, timeoutSeconds: 60, run: async () => {}, ...parts };
}

/** The calls that a job makes, and a way to wait for the next one. */
function recorder<T>() {
  const calls: T[] = [];
  let wake = Promise.withResolvers<void>();
  const record = (call: T): void => {
    calls.push(call);
    wake.resolve();
    wake = Promise.withResolvers<void>();
  };
  const reached = async (count: number): Promise<T[]> => {
    while (calls.length < count) await wake.promise;
    return calls;
  };
  return { calls, record, reached };
}

test('a job sent in a transaction runs once it commits, and never when it rolls back', async () => {
  const seen = recorder<string>();
  const job = definition('commits', { run: async ({ photoId }) => seen.record(photoId) });
  const queue = newQueue();
  await queue.start([job]);
  const [lost, kept] = [randomUUID(), randomUUID()];
  const failed = database.db.transaction(async (tx) => {
    await queue.send(tx, job, { photoId: lost });
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  await database.db.transaction(async (tx) => {
    await queue.send(tx, job, { photoId: kept });
    expect(seen.calls).toEqual([]);
  });
  expect(await seen.reached(1)).toEqual([kept]);
});

test('a job starts within half a second of its commit, without waiting for the next poll', async () => {
  const seen = recorder<number>();
  const job = definition('quick', { run: async () => seen.record(performance.now()) });
  const queue = newQueue();
  await queue.start([job]);
  for (let turn = 1; turn <= 3; turn += 1) {
    const sent = performance.now();
    await queue.send(null, job, { photoId: randomUUID() });
    const started = (await seen.reached(turn)).at(-1) ?? Infinity;
    expect(started - sent).toBeLessThan(500);
  }
});

test('a check finds out whether the queue exists', async () => {
  const queue = newQueue();
  await expect(queue.check()).rejects.toThrow();
  await queue.start([]);
  await queue.check();
});

test('the same id is queued once', async () => {
  const seen = recorder<string>();
  const job = definition('same-id', { run: async ({ photoId }) => seen.record(photoId) });
  const queue = newQueue();
  await queue.start([job]);
  const [id, first, last] = [randomUUID(), randomUUID(), randomUUID()];
  await queue.send(null, job, { photoId: first }, { id });
  await queue.send(null, job, { photoId: randomUUID() }, { id });
  await queue.send(null, job, { photoId: last });
  expect(await seen.reached(2)).toEqual([first, last]);
});

test('an invalid payload is refused when it is sent', async () => {
  const job = definition('refused');
  const queue = newQueue();
  await queue.start([job]);
  await expect(queue.send(null, job, { photoId: 'no uuid' })).rejects.toThrow(z.ZodError);
});

test('a failing job is retried, then given up', async () => {
  const tries = recorder<string>();
  const ends = recorder<string>();
  const job = definition('fails', {
    retryLimit: 1,
    run: async ({ photoId }) => {
      tries.record(photoId);
      throw new Error('cannot be read');
    },
    gaveUp: async ({ photoId }) => ends.record(photoId),
  });
  const queue = newQueue();
  await queue.start([job]);
  const photoId = randomUUID();
  await queue.send(null, job, { photoId });
  expect(await ends.reached(1)).toEqual([photoId]);
  expect(tries.calls).toEqual([photoId, photoId]);
});

test('of the jobs of a group one runs at a time, so one that hangs delays no other group', async () => {
  const seen = recorder<string>();
  const gate = Promise.withResolvers<void>();
  const slow: string[] = Array.from({ length: 6 }, () => randomUUID());
  const quick = randomUUID();
  const job = definition('grouped', {
    concurrency: 3,
    run: async ({ photoId }) => {
      seen.record(photoId);
      if (photoId !== quick) await gate.promise;
    },
  });
  const queue = newQueue();
  await queue.start([job]);
  for (const photoId of slow) await queue.send(null, job, { photoId }, { group: 'slow' });
  await queue.send(null, job, { photoId: quick }, { group: 'quick' });
  // Which of the group runs first depends on which of the workers the database answers first.
  const first = await seen.reached(2);
  expect(first).toContain(quick);
  expect(first.filter((photoId) => slow.includes(photoId))).toHaveLength(1);
  gate.resolve();
  expect((await seen.reached(7)).toSorted()).toEqual([...slow, quick].toSorted());
});

test('start refuses missing and duplicate names', async () => {
  await expect(newQueue().start([definition('')])).rejects.toThrow('A job has no name.');
  await expect(newQueue().start([definition('twice'), definition('twice')])).rejects.toThrow(
    'Two jobs have the name twice.',
  );
});

test('stop waits for a running job [api.running.15]', async () => {
  const started = recorder<string>();
  const gate = Promise.withResolvers<void>();
  let done = false;
  const job = definition('drains', {
    run: async () => {
      started.record('started');
      await gate.promise;
      done = true;
    },
  });
  const queue = newQueue();
  await queue.start([job]);
  await queue.send(null, job, { photoId: randomUUID() });
  await started.reached(1);
  const stopped = queue.stop();
  // A stop that does not wait would take some milliseconds.
  expect(await Promise.race([stopped.then(() => 'stopped'), delay(500, 'waiting')])).toBe('waiting');
  gate.resolve();
  await stopped;
  expect(done).toBe(true);
});

test('a backlog is processed without pauses', async () => {
  const seen = recorder<string>();
  const job = definition('backlog', { run: async ({ photoId }) => seen.record(photoId) });
  const sender = newQueue();
  await sender.start([job], { work: false });
  for (let count = 0; count < 20; count += 1) await sender.send(null, job, { photoId: randomUUID() });
  const began = performance.now();
  await newQueue().start([job]);
  await seen.reached(20);
  expect(performance.now() - began).toBeLessThan(5000);
});

test('a job with a key is queued once while it waits', async () => {
  const seen = recorder<string>();
  const job = definition('once', { oncePerKey: true, run: async ({ photoId }) => seen.record(photoId) });
  const sender = newQueue();
  await sender.start([job], { work: false });
  const [first, other] = [randomUUID(), randomUUID()];
  await sender.send(null, job, { photoId: first }, { singletonKey: 'a' });
  await sender.send(null, job, { photoId: randomUUID() }, { singletonKey: 'a' });
  await sender.send(null, job, { photoId: other }, { singletonKey: 'b' });
  await expect(sender.send(null, job, { photoId: other })).rejects.toThrow('needs a singletonKey');
  await newQueue().start([job]);
  expect((await seen.reached(2)).toSorted()).toEqual([first, other].toSorted());
});

describe('schedules', () => {
  const names = async () => {
    const { rows } = await database.pool.query(
      `select name from pgboss.schedule where name like 'kept-%' order by name`,
    );
    return rows.map(({ name }: { name: string }) => name);
  };
  const [mine, others] = [
    definition('kept-mine', { cron: '0 4 * * *' }),
    definition('kept-others', { cron: '0 5 * * *' }),
  ];
  const elsewhere = [others.name];

  test('of jobs that only others have are left, and those of jobs without one end', async () => {
    await newQueue().start([mine, others]);
    expect(await names()).toEqual(['kept-mine', 'kept-others']);
    await newQueue().start([mine], { elsewhere });
    expect(await names()).toEqual(['kept-mine', 'kept-others']);
    await newQueue().start([definition('kept-mine')]);
    expect(await names()).toEqual([]);
  });

  test('are made and ended by processes that run jobs alone', async () => {
    await newQueue().start([mine], { work: false });
    expect(await names()).toEqual([]);
    await newQueue().start([mine]);
    await newQueue().start([], { work: false });
    expect(await names()).toEqual(['kept-mine']);
  });

  test('of a job that no process runs any more end once a run has waited for long', async () => {
    const queue = newQueue();
    await queue.start([mine, others]);
    await queue.stop();
    const left = newQueue();
    await left.start([mine], { elsewhere });
    await database.pool.query(
      `insert into pgboss.job (name, start_after) values ('kept-others', now() - interval '2 hours')`,
    );
    expect(await left.endUnusedSchedule('kept-others', 3 * 3600)).toBe(false);
    expect(await left.endUnusedSchedule('kept-mine', 3600)).toBe(false);
    expect(await names()).toEqual(['kept-mine', 'kept-others']);
    // A process that was down has started with the first of the runs it missed, and later finished it.
    const run = (set: string) =>
      database.pool.query(`update pgboss.job set ${set} where name = 'kept-others' and priority = 1`);
    await database.pool.query(
      `insert into pgboss.job (name, start_after, priority, state) values ('kept-others', now() - interval '1 day', 1, 'active')`,
    );
    expect(await left.endUnusedSchedule('kept-others', 3600)).toBe(false);
    await run(`state = 'completed', completed_on = now() - interval '10 minutes'`);
    expect(await left.endUnusedSchedule('kept-others', 3600)).toBe(false);
    expect(await names()).toEqual(['kept-mine', 'kept-others']);
    await run(`completed_on = now() - interval '2 hours'`);
    expect(await left.endUnusedSchedule('kept-others', 3600)).toBe(true);
    expect(await names()).toEqual(['kept-mine']);
    expect((await left.load()).filter(({ job }) => job === 'kept-others')).toEqual([]);
  });
});

test('forgets the jobs that have a text as a whole value', async () => {
  const payload = z.object({ to: z.array(z.object({ address: z.string() })), about: z.string() });
  const { name, retryLimit, retryDelaySeconds, timeoutSeconds } = definition('forgotten');
  const job = { name, retryLimit, retryDelaySeconds, timeoutSeconds, payload, run: async () => {} };
  const queue = newQueue();
  await queue.start([job], { work: false });
  const sent = [
    ['Bob@x.example', 'nothing'],
    ['jim.bob@x.example', 'nothing'],
    ['jim@x.example', 'bob@x.example'],
    ['jim@x.example', 'Ask bob@x.example'],
  ] as const;
  for (const [address, about] of sent) await queue.send(null, job, { to: [{ address }], about });
  await queue.forget(['bob@x.example']);
  await queue.forget([]);
  const left = await database.pool.query<{ data: z.infer<typeof payload> }>(
    `select data from pgboss.job where name = 'forgotten'`,
  );
  expect(left.rows.map(({ data }) => `${data.to[0]?.address}: ${data.about}`).toSorted()).toEqual(
    [sent[1], sent[3]].map((each) => each.join(': ')).toSorted(),
  );
});
