import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type JobResult, type JobWithMetadata } from 'pg-boss';
import type { ZodType } from 'zod';
import type { Transaction } from '#server/platform/database/types.ts';
import type { Logger } from '#server/platform/logger/logger.ts';

/** What a sender must know of a job: its name and the shape of its payload. */
export interface JobKind<Payload extends object> {
  readonly name: string;
  readonly payload: ZodType<Payload>;
  /** With true, `singletonKey` is required, and a job is not queued again while one with its key waits to start. */
  readonly oncePerKey?: boolean;
}

/** A job: it must be idempotent, since it runs again after a crash. */
export interface JobDefinition<Payload extends object> extends JobKind<Payload> {
  /** How many times it is tried again after its first failure; the delay doubles each time. */
  readonly retryLimit: number;
  readonly retryDelaySeconds: number;
  /** A run that takes longer has failed; its signal is aborted. Long runs also heed `stopping`: the process is to end. */
  readonly timeoutSeconds: number;
  /** Jobs of this name that run side by side in this process; 1 unless told. */
  readonly concurrency?: number;
  /** Starts it by itself, in UTC, with an empty payload. */
  readonly cron?: string;
  run(payload: Payload, context: { signal: AbortSignal; stopping: AbortSignal }): Promise<void>;
  /** Called once when the last try has failed, also when it failed by a crash of the process. */
  gaveUp?(payload: Payload): Promise<void>;
}

export interface JobOptions {
  /** A uuid; a second job with the same one is not queued. */
  id?: string;
  /** Seconds from now, or a time. */
  startAfter?: number | Date;
  singletonKey?: string;
}

export interface Queue {
  /** Queues a job; with a transaction it exists only once that commits. Throws ZodError for a payload that does not fit. */
  send<Payload extends object>(
    tx: Transaction | null,
    job: JobKind<Payload>,
    payload: Payload,
    options?: JobOptions,
  ): Promise<void>;
  /**
   * Creates the queues and, unless `work` is false, starts to run their jobs. Throws when a name is missing or given
   * twice. Nothing can be sent before.
   */
  start(definitions: readonly JobDefinition<object>[], options?: { work?: boolean }): Promise<void>;
  /** Takes no further job, waits up to 5 seconds for those that run, and gives the rest back to be tried again. */
  stop(): Promise<void>;
}

const deadLetters = 'dead_letters';
const drainMilliseconds = 5000;

function checkNames(definitions: readonly JobDefinition<object>[]): void {
  const seen = new Set<string>([deadLetters]);
  for (const { name } of definitions) {
    if (!name) throw new Error('A job has no name.');
    if (seen.has(name)) throw new Error(`Two jobs have the name ${name}.`);
    seen.add(name);
  }
}

/** Jobs kept in the application's own database, in the schema `pgboss`. */
export function createQueue(deps: { url: string; logger: Logger }): Queue {
  const { logger } = deps;
  const boss = new PgBoss({
    connectionString: deps.url,
    application_name: 'innspect jobs',
    max: 6,
    useListenNotify: true,
    // After a crash the jobs that ran are found by their missing heartbeat; these two say how soon.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 5,
  });
  boss.on('error', (error) => logger.error({ err: error }, 'The job queue reports an error.'));
  boss.on('warning', (warning) => logger.warn({ warning: warning.message }, 'The job queue warns.'));
  const known = new Set<string>();
  const stopping = new AbortController();

  const prepare = async (definition: JobDefinition<object>, existing: ReadonlySet<string>): Promise<void> => {
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
    if (definition.cron) await boss.schedule(definition.name, definition.cron, {});
  };

  const perform = async (definition: JobDefinition<object>, job: JobWithMetadata): Promise<JobResult> => {
    const parsed = definition.payload.safeParse(job.data);
    if (!parsed.success) {
      logger.error({ job: job.name, id: job.id, err: parsed.error }, 'A job has a payload that does not fit.');
      // Another try would read the same payload.
      return { id: job.id, status: 'deadletter', output: { message: parsed.error.message } };
    }
    try {
      await definition.run(parsed.data, { signal: job.signal, stopping: stopping.signal });
      return { id: job.id, status: 'completed' };
    } catch (error) {
      const last = job.retryCount >= job.retryLimit;
      logger[last ? 'error' : 'warn'](
        { job: job.name, id: job.id, try: job.retryCount + 1, err: error },
        'A job failed.',
      );
      throw error;
    }
  };

  /** Starts one worker; it looks for the next job as soon as one is done, and every 2 seconds besides notifications. */
  const work = async (name: string, perJob: (job: JobWithMetadata) => Promise<JobResult>): Promise<void> => {
    const options = {
      includeMetadata: true,
      perJobResults: true,
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: 2,
    } as const;
    const worker = { id: '' };
    worker.id = await boss.work<object, unknown, typeof options>(name, options, (jobs) => {
      // Without this a backlog would be worked off at one job for each poll.
      boss.notifyWorker(worker.id);
      return Promise.all(jobs.map(perJob));
    });
  };

  /** The dead letter queue is where every job ends whose tries are used up, whether its process lived to see it or not. */
  const bury = async (definitions: readonly JobDefinition<object>[], job: JobWithMetadata): Promise<JobResult> => {
    const definition = definitions.find(({ name }) => name === job.sourceName);
    logger.error({ job: job.sourceName, id: job.sourceId }, 'A job was given up.');
    const parsed = definition?.payload.safeParse(job.data);
    if (parsed?.success) await definition?.gaveUp?.(parsed.data);
    return { id: job.id, status: 'completed' };
  };

  return {
    async send(tx, job, payload, options = {}) {
      if (!known.has(job.name)) throw new Error(`No job of the name ${job.name} is defined.`);
      if (job.oncePerKey && !options.singletonKey) throw new Error(`A job ${job.name} needs a singletonKey.`);
      const data = job.payload.parse(payload);
      await boss.send(job.name, data, { ...options, ...(tx ? { db: fromDrizzle(tx, sql) } : {}) });
    },
    async start(definitions, { work: working = true } = {}) {
      checkNames(definitions);
      await boss.start();
      const existing = new Set((await boss.getQueues()).map(({ name }) => name));
      const forDead = { retryLimit: 5, retryDelay: 10, retryBackoff: true, notify: true };
      if (existing.has(deadLetters)) await boss.updateQueue(deadLetters, forDead);
      else await boss.createQueue(deadLetters, forDead);
      for (const definition of definitions) await prepare(definition, existing);
      for (const { name, key } of await boss.getSchedules()) {
        if (!definitions.some((definition) => definition.name === name && definition.cron))
          await boss.unschedule(name, key);
      }
      for (const { name } of definitions) known.add(name);
      if (!working) return;
      await work(deadLetters, (job) => bury(definitions, job));
      for (const definition of definitions) {
        for (let worker = 0; worker < (definition.concurrency ?? 1); worker += 1) {
          await work(definition.name, (job) => perform(definition, job));
        }
      }
    },
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: drainMilliseconds });
    },
  };
}
