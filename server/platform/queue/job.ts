import type { ZodType } from 'zod';

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
