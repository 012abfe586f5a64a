import { parentPort, workerData } from 'node:worker_threads';
import { PhotoRejected, type RejectionCode } from '../analysis.errors.ts';

/** An error in the form in which it leaves the worker, because an instance of a class is not copied as such. */
export interface WorkerFailure {
  rejection: RejectionCode | null;
  message: string;
}

/** The connection of a worker to its pool, whether it runs as a thread or as a process. */
interface Channel {
  /** The data that the worker got at its start. */
  data: Promise<unknown>;
  send(message: object): void;
  onMessage(handle: (message: never) => void): void;
}

function openChannel(): Channel {
  const port = parentPort;
  if (port) {
    return {
      data: Promise.resolve(workerData),
      send: (message) => port.postMessage(message),
      onMessage: (handle) => void port.on('message', (message: unknown) => handle(message as never)),
    };
  }
  if (!process.send) throw new Error('This file runs as a worker');
  // Exit with the server. Signals to the process group are left to the server.
  process.on('disconnect', () => process.exit());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  const first = Promise.withResolvers<unknown>();
  process.once('message', ({ data }: { data: unknown }) => first.resolve(data));
  return {
    data: first.promise,
    send: (message) => void process.send?.(message),
    onMessage: (handle) =>
      void first.promise.then(() => process.on('message', (message: unknown) => handle(message as never))),
  };
}

export const channel = openChannel();

/** Answers each task of the pool with its value or its failure. */
export function answerTasks<Task>(perform: (task: Task) => Promise<unknown>): void {
  channel.onMessage(({ id, task }: { id: number; task: Task }) => {
    perform(task).then(
      (value) => channel.send({ id, value }),
      (error: unknown) => {
        const failure: WorkerFailure = {
          rejection: error instanceof PhotoRejected ? error.code : null,
          message: error instanceof Error ? error.message : String(error),
        };
        channel.send({ id, error: failure });
      },
    );
  });
}
