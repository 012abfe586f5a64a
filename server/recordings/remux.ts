import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { recordingTypes } from '#contract/recordings.ts';
import { UnreadableRecording } from './recordings.errors.ts';
import { maxReadingMs } from './recordings.rules.ts';

export interface RemuxTask {
  /** The path of the original recording. */
  source: string;
  /** The path of the file to write. */
  target: string;
  contentType: (typeof recordingTypes)[number];
}

export interface RemuxFacts {
  /** The SHA-256 of the original. */
  sha256: string;
  seconds: number;
}

/** `alive` reports progress. */
export type RemuxMessage = { kind: 'alive' } | ({ kind: 'done' } & RemuxFacts) | { kind: 'failed'; reason: string };

const memoryMb = 512;
const stallMilliseconds = 30_000;
const processorCheckMilliseconds = 250;

/** The code of the error with which Node.js ends a thread that needs more memory than `memoryMb`. */
const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Makes a seekable copy of a recording, because a recording made in a browser has neither a duration nor an index. Runs
 * in its own thread. Throws UnreadableRecording also when the file exhausts the thread's memory, or when the thread
 * reports no progress for `limits.stall` milliseconds or has used `limits.processor` milliseconds of processor time,
 * because a hostile file can keep its reader busy for hours. Throws Error when the thread ends otherwise or the signal is
 * aborted.
 */
export async function remux(
  task: RemuxTask,
  signal: AbortSignal,
  limits: { stall?: number; processor?: number } = {},
): Promise<RemuxFacts> {
  const { stall = stallMilliseconds, processor = maxReadingMs((await stat(task.source)).size) } = limits;
  signal.throwIfAborted();
  const worker = new Worker(new URL('./remux.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  let watch: NodeJS.Timeout | undefined;
  let meter: NodeJS.Timeout | undefined;
  try {
    return await new Promise<RemuxFacts>((resolve, reject) => {
      meter = setInterval(async () => {
        // Rejects when the thread has ended, which is handled below.
        const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
        if ((user + system) / 1000 > processor) reject(new UnreadableRecording('It takes too long to read'));
      }, processorCheckMilliseconds);
      const alive = () => {
        clearTimeout(watch);
        watch = setTimeout(() => reject(new UnreadableRecording('Its reader got stuck')), stall);
      };
      alive();
      worker.on('message', (message: RemuxMessage) => {
        alive();
        if (message.kind === 'done') resolve({ sha256: message.sha256, seconds: message.seconds });
        if (message.kind === 'failed') reject(new UnreadableRecording(message.reason));
      });
      worker.on('error', (error: Error & { code?: string }) =>
        reject(error.code === outOfMemory ? new UnreadableRecording('It takes too much memory to read') : error),
      );
      worker.on('exit', (code) => reject(new Error(`The thread ended with code ${code}`)));
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  } finally {
    clearTimeout(watch);
    clearInterval(meter);
    await worker.terminate();
  }
}
