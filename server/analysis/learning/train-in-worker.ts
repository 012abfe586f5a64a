import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '../workers/start.ts';
import { categoriesIn } from './outcomes.rules.ts';
import type { LabeledPhoto } from './examples.ts';
import type { StartingPoint, Learned, Progress } from './learn.ts';
import type { LearningReply, LearningTask } from './learning-worker.ts';

/** Learning was stopped, because the process ends or it took too long. */
export class LearningStopped extends Error {
  constructor() {
    super('The learning was stopped');
    this.name = 'LearningStopped';
  }
}

/** A photo whose file is available only while it is being read. */
export interface Source {
  photo: Omit<LabeledPhoto, 'path'>;
  /** Calls `use` with the path of the file; throws when there is none. */
  open(use: (path: string) => Promise<void>): Promise<void>;
}

interface Options extends Omit<StartingPoint, 'categories' | 'scratch'> {
  onProgress?: (progress: Progress) => void;
  /** Called for a photo that cannot be read and is left out. */
  onUnreadable?: (id: string, error: unknown) => void;
  signal?: AbortSignal;
}

const script = new URL('./learning-worker.ts', import.meta.url);
const memoryMb = 2048;

/** The worker process of one learning run, which does one thing at a time. */
function startWorker(startingPoint: StartingPoint, onProgress: (progress: Progress) => void) {
  const worker = startProcess({ script, data: startingPoint, memoryMb });
  let waiting = Promise.withResolvers<Learned | null>();
  waiting.promise.catch(() => undefined);
  let ended: Error | null = null;
  const fail = (error: Error): void => {
    ended ??= error;
    waiting.reject(error);
  };
  worker.onMessage((reply: LearningReply) => {
    if (reply.kind === 'progress') onProgress(reply.progress);
    else if (reply.kind === 'done') waiting.resolve(reply.learned);
    else waiting.reject(new Error(reply.message));
  });
  worker.onEnd((_, cause) => fail(cause ?? new Error('The learning ended before it was done')));
  return {
    run(task: LearningTask): Promise<Learned | null> {
      if (ended) return Promise.reject(ended);
      waiting = Promise.withResolvers();
      worker.send(task);
      return waiting.promise;
    },
    fail,
    end(): Promise<void> {
      worker.terminate();
      return worker.ended;
    },
  };
}

/**
 * Trains a head on labeled photos in a separate process, and compares it with the one in use. Throws an Error with a
 * readable message when too few photos could be read, and LearningStopped when the signal aborts.
 */
export async function trainInWorker(sources: readonly Source[], options: Options): Promise<Learned> {
  const { base, current, onProgress = () => undefined, signal } = options;
  const scratch = join(tmpdir(), `innspect-learning-${randomUUID()}`);
  const categories = categoriesIn(sources.map(({ photo }) => photo));
  const worker = startWorker({ base, categories, current, scratch }, onProgress);
  const stop = (): void => worker.fail(new LearningStopped());
  signal?.addEventListener('abort', stop);
  try {
    for (const [at, { open, photo }] of sources.entries()) {
      if (signal?.aborted) throw new LearningStopped();
      onProgress({ step: 'reading', done: at, total: sources.length });
      try {
        await open(async (path) => void (await worker.run({ kind: 'read', photo: { ...photo, path } })));
      } catch (error) {
        if (error instanceof LearningStopped) throw error;
        options.onUnreadable?.(photo.id, error);
      }
    }
    const learned = await worker.run({ kind: 'finish' });
    if (!learned) throw new Error('The learning gave no head');
    return learned;
  } finally {
    signal?.removeEventListener('abort', stop);
    await worker.end();
    await rm(scratch, { force: true });
  }
}
