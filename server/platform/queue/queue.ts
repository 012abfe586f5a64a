import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type JobResult, type JobWithMetadata } from 'pg-boss';
import type { Transaction } from '#server/platform/database/types.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import type { JobDefinition, JobKind } from './job.ts';
import { createJobRunner } from './job-runner.ts';

export interface JobOptions {
  /** A uuid; a second job with the same id is not queued. */
  id?: string;
  /** Seconds from now, or a time. */
  startAfter?: number | Date;
  singletonKey?: string;
  /** Of the jobs of one kind with the same group, a process runs one at a time; jobs without one are not limited. */
  group?: string;
  /** Jobs with a higher priority run first; 0 by default. */
  priority?: number;
}

/** The number of jobs of one kind. */
export interface JobLoad {
  job: string;
  due: number;
  running: number;
  oldestDueSeconds: number;
  failedLastDay: number;
}

export interface Queue {
  /** Queues a job; with a transaction, the job exists once that commits. Throws ZodError for an invalid payload. */
  send<Payload extends object>(
    tx: Transaction | null,
    job: JobKind<Payload>,
    payload: Payload,
    options?: JobOptions,
  ): Promise<void>;
  /**
   * Creates the queues and, unless `work` is false, schedules and starts to run their jobs. The schedules of jobs that
   * are not given end, except those of `elsewhere`, which other processes may run. Throws when a name is missing or
   * given twice. Must be called before anything is sent.
   */
  start(
    definitions: readonly JobDefinition<object>[],
    options?: { work?: boolean; elsewhere?: readonly string[] },
  ): Promise<void>;
  /**
   * Ends the schedule of a job when one of its runs has waited for `seconds` and none was running in that time, because
   * then no process runs it any more. A process that does schedules it again when it starts. Returns whether it ended.
   */
  endUnusedSchedule(name: string, seconds: number): Promise<boolean>;
  /** Rejects when the queue cannot be reached. */
  check(): Promise<void>;
  /** Deletes waiting and finished jobs whose payload has one of the texts as a whole value, in any case. */
  forget(texts: readonly string[]): Promise<void>;
  /** Counts the jobs of all processes, by kind; kinds without waiting, running or failed jobs are left out. */
  load(): Promise<JobLoad[]>;
  /** Starts no more jobs, waits up to 5 seconds for the running ones, and returns the rest to the queue. */
  stop(): Promise<void>;
}

const deadLetters = 'dead_letters';
const drainMilliseconds = 5000;
const loadStatement = String.raw`
  SELECT name AS job,
    count(*) FILTER (WHERE state < 'active' AND start_after <= now())::int AS due,
    count(*) FILTER (WHERE state = 'active')::int AS running,
    coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE state < 'active' AND start_after <= now())), 0)::float
      AS "oldestDueSeconds",
    count(*) FILTER (WHERE state = 'failed' AND completed_on > now() - interval '1 day')::int AS "failedLastDay"
  FROM pgboss.job
  WHERE name NOT LIKE '\_\_pgboss%' AND (state < 'completed' OR state = 'failed')
  GROUP BY name ORDER BY name`;

const unusedStatement = `
  SELECT min(start_after) FILTER (WHERE state < 'active') < now() - $2 * interval '1 second'
    AND count(*) FILTER (WHERE state = 'active' OR completed_on >= now() - $2 * interval '1 second') = 0 AS unused
  FROM pgboss.job WHERE name = $1`;

const holdingStatement = `
  SELECT name, id FROM pgboss.job
  WHERE state <> 'active' AND EXISTS (
    SELECT FROM jsonb_path_query(data, '$.** ? (@.type() == "string")') value WHERE lower(value #>> '{}') = ANY ($1::text[]))`;

function checkNames(definitions: readonly JobDefinition<object>[]): void {
  const seen = new Set<string>([deadLetters]);
  for (const { name } of definitions) {
    if (!name) throw new Error('A job has no name.');
    if (seen.has(name)) throw new Error(`Two jobs have the name ${name}.`);
    seen.add(name);
  }
}

/** Creates the queue of a job, or brings its settings up to date. */
async function prepare(boss: PgBoss, definition: JobDefinition<object>, existing: ReadonlySet<string>): Promise<void> {
  const settings = {
    retryLimit: definition.retryLimit,
    retryDelay: definition.retryDelaySeconds,
    retryBackoff: definition.retryDelaySeconds > 0,
    expireInSeconds: definition.timeoutSeconds,
    heartbeatSeconds: 10,
    deadLetter: deadLetters,
    notify: true,
  };
  const policy = definition.oncePerKey ? 'short' : 'standard';
  if (existing.has(definition.name)) await boss.updateQueue(definition.name, settings);
  else await boss.createQueue(definition.name, { ...settings, policy });
}

/** Schedules the jobs with a cron, and ends all other schedules except those of `elsewhere`. */
async function schedule(
  boss: PgBoss,
  definitions: readonly JobDefinition<object>[],
  elsewhere: readonly string[],
): Promise<void> {
  const scheduled = definitions.filter(({ cron }) => cron);
  for (const { name, cron = '' } of scheduled) await boss.schedule(name, cron, {});
  const kept = new Set([...scheduled.map(({ name }) => name), ...elsewhere]);
  for (const { name, key } of await boss.getSchedules()) if (!kept.has(name)) await boss.unschedule(name, key);
}

/** Stores jobs in the application's own database, in the schema `pgboss`. */
export function createQueue(deps: { url: string; logger: Logger }): Queue {
  const { logger } = deps;
  const boss = new PgBoss({
    connectionString: deps.url,
    application_name: 'innspect jobs',
    max: 6,
    useListenNotify: true,
    // How soon the jobs of a crashed process are found by their missing heartbeat.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 5,
  });
  boss.on('error', (error) => logger.error({ err: error }, 'The job queue reports an error.'));
  boss.on('warning', (warning) => logger.warn({ warning: warning.message }, 'The job queue warns.'));
  const definedNames = new Set<string>();
  const stopping = new AbortController();
  const runner = createJobRunner({ logger, stopping: stopping.signal });

  /** Starts one worker. It fetches the next job as soon as one is done, on a notification, or after 2 seconds. */
  const work = async (name: string, perJob: (job: JobWithMetadata) => Promise<JobResult>): Promise<void> => {
    const options = {
      includeMetadata: true,
      perJobResults: true,
      localGroupConcurrency: 1,
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: 2,
    } as const;
    const worker = { id: '' };
    worker.id = await boss.work<object, unknown, typeof options>(name, options, (jobs) => {
      // Otherwise a backlog would run one job per poll.
      boss.notifyWorker(worker.id);
      return Promise.all(jobs.map(perJob));
    });
  };

  return {
    async send(tx, job, payload, { group, ...options } = {}) {
      if (!definedNames.has(job.name)) throw new Error(`No job of the name ${job.name} is defined.`);
      if (job.oncePerKey && !options.singletonKey) throw new Error(`A job ${job.name} needs a singletonKey.`);
      const data = job.payload.parse(payload);
      await boss.send(job.name, data, {
        ...options,
        ...(group ? { group: { id: group } } : {}),
        ...(tx ? { db: fromDrizzle(tx, sql) } : {}),
      });
    },
    async start(definitions, { work: working = true, elsewhere = [] } = {}) {
      checkNames(definitions);
      await boss.start();
      const existing = new Set((await boss.getQueues()).map(({ name }) => name));
      const deadLetterOptions = { retryLimit: 5, retryDelay: 10, retryBackoff: true, notify: true };
      if (existing.has(deadLetters)) await boss.updateQueue(deadLetters, deadLetterOptions);
      else await boss.createQueue(deadLetters, deadLetterOptions);
      for (const definition of definitions) await prepare(boss, definition, existing);
      for (const { name } of definitions) definedNames.add(name);
      if (!working) return;
      await schedule(boss, definitions, elsewhere);
      await work(deadLetters, (job) => runner.giveUp(definitions, job));
      for (const definition of definitions) {
        for (let worker = 0; worker < (definition.concurrency ?? 1); worker += 1) {
          await work(definition.name, (job) => runner.perform(definition, job));
        }
      }
    },
    async check() {
      if (!(await boss.isInstalled())) throw new Error('The database has no queue.');
    },
    async forget(texts) {
      const { rows } = await boss.getDb().executeSql(holdingStatement, [texts.map((text) => text.toLowerCase())]);
      for (const { name, id } of rows as { name: string; id: string }[]) await boss.deleteJob(name, id);
    },
    async endUnusedSchedule(name, seconds) {
      const { rows } = await boss.getDb().executeSql(unusedStatement, [name, seconds]);
      if (!(rows as { unused: boolean | null }[])[0]?.unused) return false;
      await boss.unschedule(name);
      await boss.deleteQueuedJobs(name);
      return true;
    },
    async load() {
      const { rows } = await boss.getDb().executeSql(loadStatement, []);
      return rows as JobLoad[];
    },
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: drainMilliseconds });
    },
  };
}
