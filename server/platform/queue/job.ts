import type { ZodType } from 'zod';

/** What is needed to send a job: its name and the schema of its payload. */
export interface JobKind<Payload extends object> {
  readonly name: string;
  readonly payload: ZodType<Payload>;
  /**
   * If true, `singletonKey` is required, and a job is not queued again while another one with its key waits to start.
   */
  readonly oncePerKey?: boolean;
}

/** A job. It must be idempotent, because it runs again after a crash. */
export interface JobDefinition<Payload extends object> extends JobKind<Payload> {
  /** How many times it is retried after its first failure; the delay doubles each time. */
  readonly retryLimit: number;
  readonly retryDelaySeconds: number;
  /**
   * A longer run counts as failed and its signal is aborted. Long runs must also watch `stopping`, which is aborted
   * when the process is about to end.
   */
  readonly timeoutSeconds: number;
  /** How many jobs of this name run at the same time in this process; 1 by default. */
  readonly concurrency?: number;
  /** A schedule in UTC; scheduled runs have an empty payload. */
  readonly cron?: string;
  run(payload: Payload, context: { signal: AbortSignal; stopping: AbortSignal }): Promise<void>;
  /** Called once after the last attempt has failed, even if the process crashed. */
  gaveUp?(payload: Payload): Promise<void>;
}
