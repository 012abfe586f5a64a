import { AnalysisFailed } from '../analysis.errors.ts';
import { createFairQueue } from './fair-queue.ts';
import type { RunningWorker, StartOptions, StartWorker } from './start.ts';

interface PoolLogger {
  warn(details: object, message: string): void;
}

export interface PoolOptions extends StartOptions {
  start: StartWorker;
  size: number;
  timeoutMs: number;
  /** Ends a worker after its task, so that nothing of a task, especially its memory, is left for the next. */
  disposable?: boolean;
  logger?: PoolLogger;
}

/** A worker's answer; the worker's script maps its own errors to `error`. */
export type WorkerReply<Result, Failure> = { id: number; value: Result } | { id: number; error: Failure };

interface Job<Task, Result> {
  task: Task;
  resolve(value: Result): void;
  reject(error: Error): void;
}

interface Slot<Task, Result> {
  worker: RunningWorker;
  job: Job<Task, Result> | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Workers that take one task at a time. When a task kills its worker or exceeds timeoutMs, only that task rejects with
 * AnalysisFailed; the worker is replaced and the others continue. Workers start with the first task that needs them.
 */
export function createPool<Task, Result, Failure>(
  options: PoolOptions,
  toError: (failure: Failure) => Error,
): {
  /** The tasks of an account take turns with those of the others. */
  run(task: Task, account?: string): Promise<Result>;
  close(): Promise<void>;
} {
  const slots = new Set<Slot<Task, Result>>();
  const leaving = new Set<Promise<void>>();
  const queue = createFairQueue<Job<Task, Result>>();
  let closed = false;
  let nextId = 0;

  function settle(slot: Slot<Task, Result>, finish: (job: Job<Task, Result>) => void): void {
    const { job } = slot;
    clearTimeout(slot.timer);
    slot.job = undefined;
    if (job) finish(job);
  }

  function retire(slot: Slot<Task, Result>, error: AnalysisFailed): void {
    if (!slots.delete(slot)) return;
    const busy = slot.job !== undefined;
    settle(slot, (job) => job.reject(error));
    if (busy && !closed) options.logger?.warn({ code: error.code }, `Analysis worker replaced: ${error.message}`);
    slot.worker.terminate();
    dispatch();
  }

  function discard(slot: Slot<Task, Result>): void {
    slots.delete(slot);
    const { ended } = slot.worker;
    leaving.add(ended);
    void ended.then(() => leaving.delete(ended));
    slot.worker.terminate();
  }

  function start(): Slot<Task, Result> {
    const worker = options.start(options);
    const slot: Slot<Task, Result> = { worker, job: undefined, timer: undefined };
    worker.onMessage((reply: WorkerReply<Result, Failure>) => {
      settle(slot, (job) => ('error' in reply ? job.reject(toError(reply.error)) : job.resolve(reply.value)));
      if (options.disposable) discard(slot);
      dispatch();
    });
    worker.onEnd((message, cause) => retire(slot, new AnalysisFailed('crashed', message, cause)));
    slots.add(slot);
    return slot;
  }

  function dispatch(): void {
    while (queue.size > 0 && !closed) {
      let slot = [...slots].find((each) => !each.job);
      if (!slot && slots.size < options.size) slot = start();
      const job = slot && queue.next();
      if (!slot || !job) return;
      const busy = slot;
      busy.job = job;
      busy.worker.keepAlive();
      busy.timer = setTimeout(
        () => retire(busy, new AnalysisFailed('timed_out', `The worker took more than ${options.timeoutMs} ms`)),
        options.timeoutMs,
      );
      nextId += 1;
      busy.worker.send({ id: nextId, task: job.task });
    }
    // Idle workers must not keep a finished process alive.
    for (const slot of slots) if (!slot.job) slot.worker.release();
  }

  return {
    run: (task, account = '') =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new AnalysisFailed('closed', 'The analyzer is closed'));
        queue.add(account, { task, resolve, reject });
        dispatch();
      }),
    async close() {
      closed = true;
      const error = new AnalysisFailed('closed', 'The analyzer is closed');
      for (let job = queue.next(); job; job = queue.next()) job.reject(error);
      const open = [...slots];
      for (const slot of open) retire(slot, error);
      await Promise.all([...open.map((slot) => slot.worker.ended), ...leaving]);
    },
  };
}
