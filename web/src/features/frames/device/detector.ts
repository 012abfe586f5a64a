import type { FromWorker, FrameResult, ModelFiles, ToWorker } from './messages.ts';

/** The damage detector that runs on this device. */
export interface Detector {
  /**
   * Analyzes pictures one after the other. Rejects once the detector has failed or is closed. Camera frames reuse the
   * objects of earlier frames; with `freshObjects` they are detected in this picture.
   */
  detect(picture: ImageBitmap, freshObjects?: boolean): Promise<FrameResult>;
  close(): void;
}

/**
 * If the worker needs longer than this, in ms, for one picture, the browser has stopped it without reporting an
 * error.
 */
const maxDetectionTime = 20_000;

/** Starts the worker. Each question waits for the previous answer, so answers always belong to the last question. */
function startWorker() {
  const worker = new Worker(new URL('./detector.worker.ts', import.meta.url), { type: 'module' });
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

/** Loads the networks in a worker; rejects when this browser cannot run them. */
export async function loadDetector(files: ModelFiles): Promise<Detector> {
  const { ask, stop } = startWorker();
  await ask({ type: 'load', files });
  return {
    async detect(picture, freshObjects = false) {
      const answer = await ask({ type: 'detect', picture, freshObjects }, [picture], maxDetectionTime);
      if (answer.type !== 'detected') throw new Error('The worker gave another answer');
      return answer;
    },
    close: () => stop('The detector was closed'),
  };
}
