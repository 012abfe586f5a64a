import type { ZodType } from 'zod';
import type { Transaction } from '#server/platform/database/types.ts';

/** What is known of a kind of job without the means to do it: enough to enqueue one. */
export interface JobSpec<Payload extends object> {
  name: string;
  /** Ids, mostly: a job reads the present state when it runs. */
  payload: ZodType<Payload>;
  retryLimit: number;
  retryDelaySeconds: number;
  timeoutSeconds: number;
  /** How many of the kind run at once in one process; 1 when absent. */
  concurrency?: number;
  /** Five-field cron expression in UTC, for jobs that come by themselves with an empty payload. */
  cron?: string;
}

/** The job itself. It may run more than once for one payload, so a second run changes nothing. */
export interface JobDefinition<Payload extends object> extends JobSpec<Payload> {
  run(payload: Payload, context: { signal: AbortSignal; lastTry: boolean }): Promise<void>;
}

export interface JobOptions {
  startAfter?: Date;
  /** At most one waiting job of the kind with this key. */
  singletonKey?: string;
  id?: string;
}

export interface Queue {
  /** Enqueues inside the transaction that causes the job, or on its own with null. */
  send<Payload extends object>(tx: Transaction | null, job: JobSpec<Payload>, payload: Payload, options?: JobOptions): Promise<void>;
  /** Starts working; refuses a definition that is missing or stands twice. */
  start(definitions: JobDefinition<never>[]): Promise<void>;
  /** Lets running jobs finish, at most 8 seconds. */
  stop(): Promise<void>;
}
