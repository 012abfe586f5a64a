import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import { hasTable } from '#server/platform/database/connection.ts';

/** A job that was waiting or running when it was read, in the form in which it is queued again elsewhere. */
export const unfinishedJobSchema = z.object({
  name: z.string(),
  policy: z.string().nullable(),
  data: z.unknown(),
  key: z.string().nullable(),
  // Backups made before jobs had groups lack it.
  group: z.string().nullable().default(null),
  startAfter: z.string().nullable(),
});
export type UnfinishedJob = z.infer<typeof unfinishedJobSchema>;

/** Matches the product's jobs; the queue has some of its own. */
const isOurs = String.raw`job.name NOT LIKE '\_\_pgboss%'`;
const hasQueue = (client: pg.Client): Promise<boolean> => hasTable(client, 'pgboss.job');

/** The waiting and running jobs, oldest first; null when there is no queue yet. */
export async function readUnfinishedJobs(client: pg.Client): Promise<UnfinishedJob[] | null> {
  if (!(await hasQueue(client))) return null;
  const { rows } = await client.query<UnfinishedJob>(`
    SELECT job.name, queue.policy, job.data, job.singleton_key AS key, job.group_id AS group,
      to_char(job.start_after AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startAfter"
    FROM pgboss.job JOIN pgboss.queue USING (name)
    WHERE job.state < 'completed' AND ${isOurs} ORDER BY job.created_on`);
  return rows;
}

/**
 * Counts the waiting jobs, those of them that are late by more than an hour, and those that failed in the last day.
 * Null when there is no queue yet.
 */
export async function countJobs(client: pg.Client): Promise<{ waiting: number; late: number; failed: number } | null> {
  if (!(await hasQueue(client))) return null;
  const { rows } = await client.query<{ waiting: number; late: number; failed: number }>(`
    SELECT count(*) FILTER (WHERE state < 'active')::int AS waiting,
      count(*) FILTER (WHERE state < 'active' AND start_after < now() - interval '1 hour')::int AS late,
      count(*) FILTER (WHERE state = 'failed' AND completed_on > now() - interval '1 day')::int AS failed
    FROM pgboss.job WHERE ${isOurs}`);
  return rows[0] ?? null;
}

/** Queues jobs that were read from another database, creating the queues if necessary. */
export async function requeueJobs(url: string, jobs: readonly UnfinishedJob[]): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false });
  await boss.start();
  try {
    for (const name of new Set(jobs.map((job) => job.name))) {
      const policy = jobs.find((job) => job.name === name)?.policy === 'short' ? 'short' : 'standard';
      await boss.createQueue(name, { policy });
    }
    for (const { name, data, key, group, startAfter } of jobs) {
      await boss.send(name, z.record(z.string(), z.unknown()).parse(data ?? {}), {
        ...(key === null ? {} : { singletonKey: key }),
        ...(group === null ? {} : { group: { id: group } }),
        ...(startAfter === null ? {} : { startAfter: new Date(startAfter) }),
      });
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}
