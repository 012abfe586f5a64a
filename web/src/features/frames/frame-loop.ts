import { frameLimits, type FrameAnswer } from '#contract/frames.ts';
import { hasStatus } from '#web/lib/api-error.ts';

/**
 * watching: frames are analyzed. waiting: the last frame failed and the next is sent later. off: the server has no
 * engine. closed: the inspection accepts no more frames. on_device: this device analyzes frames and asks the server
 * to confirm detections. on_device_waiting: the same, while the server cannot be reached.
 */
export type AiState = 'watching' | 'waiting' | 'on_device' | 'on_device_waiting' | 'off' | 'closed';

export interface FrameLoop {
  /** The camera's current picture and its second in the recording. */
  grab(): Promise<{ jpeg: Blob; second: number }>;
  send(jpeg: Blob, second: number): Promise<FrameAnswer>;
  onAnswer(answer: FrameAnswer, second: number): void;
  onState(state: AiState): void;
  /** Resolves after this many ms, or immediately when the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  now(): number;
}

/** The delay in ms after a failure such as a 429, a lost connection or an overloaded engine. */
export const retryDelay = 5000;

/**
 * Sends frames to the server one at a time, at most one every two seconds, until the signal aborts. It continues
 * after failures, including an ended sign-in session, which may be renewed. It stops when the inspection is closed or
 * the server has no engine.
 */
export async function runFrameLoop(loop: FrameLoop, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const started = loop.now();
    try {
      const { jpeg, second } = await loop.grab();
      if (signal.aborted) return;
      const answer = await loop.send(jpeg, second);
      if (signal.aborted) return;
      loop.onState(answer.engine === 'off' ? 'off' : 'watching');
      if (answer.engine === 'off') return;
      loop.onAnswer(answer, second);
      await loop.wait(Math.max(0, frameLimits.everyMs - (loop.now() - started)), signal);
    } catch (error) {
      if (signal.aborted) return;
      console.warn('A frame was not analyzed', error);
      const closed = hasStatus(error, 403, 404, 409);
      loop.onState(closed ? 'closed' : 'waiting');
      if (closed) return;
      await loop.wait(retryDelay, signal);
    }
  }
}

export const waitFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted || milliseconds <= 0) return resolve();
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
