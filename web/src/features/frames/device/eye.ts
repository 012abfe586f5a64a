import type { FromWorker, Look, ModelFiles, ToWorker } from './messages.ts';

/** A reader of frames on this device. */
export interface Eye {
  /** Looks at one picture after the other. Rejects once the eye is broken or closed. */
  look(picture: ImageBitmap): Promise<Look>;
  close(): void;
}

/** A worker that takes longer for one picture, in ms, was stopped by the browser without a word. */
const maxLookTime = 20_000;

/** Starts the worker. Its answers come in the order of the questions, since each question waits for the answer before. */
function startWorker() {
  const worker = new Worker(new URL('./eye.worker.ts', import.meta.url), { type: 'module' });
  let waiting: PromiseWithResolvers<FromWorker> | null = null;
  let broken: Error | null = null;
  function stop(message: string) {
    broken ??= new Error(message);
    worker.terminate();
    waiting?.reject(broken);
  }
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'failed') stop(data.message);
    else waiting?.resolve(data);
  });
  worker.addEventListener('error', ({ message }) => stop(message || 'The worker did not start'));
  let before: Promise<unknown> = Promise.resolve();
  function ask(message: ToWorker, transfer: Transferable[] = [], maxTime?: number): Promise<FromWorker> {
    const answer = before.then(async () => {
      if (broken) throw broken;
      waiting = Promise.withResolvers();
      worker.postMessage(message, transfer);
      const timer = maxTime && setTimeout(() => stop('The worker does not answer'), maxTime);
      return waiting.promise.finally(() => clearTimeout(timer));
    });
    before = answer.catch(() => undefined);
    return answer;
  }
  return { ask, stop };
}

/** Loads the network in a worker; rejects where this browser cannot run it. */
export async function openEye(files: ModelFiles): Promise<Eye> {
  const { ask, stop } = startWorker();
  await ask({ type: 'load', files });
  return {
    async look(picture) {
      const answer = await ask({ type: 'look', picture }, [picture], maxLookTime);
      if (answer.type !== 'looked') throw new Error('The worker gave another answer');
      return answer;
    },
    close: () => stop('The eye was closed'),
  };
}
