import { frameLimits, type FrameAnswer } from '#contract/frames.ts';
import { hasStatus } from '#web/lib/api-error.ts';

/**
 * watching: pictures are looked at; waiting: the last one did not get through; off: the server has no engine; closed: the
 * inspection takes no more.
 */
export type AiState = 'watching' | 'waiting' | 'off' | 'closed';

export interface FrameLoop {
  /** The picture that the camera shows now, and at which second of the recording. */
  grab(): Promise<{ jpeg: Blob; at: number }>;
  send(jpeg: Blob, at: number): Promise<FrameAnswer>;
  onAnswer(answer: FrameAnswer, at: number): void;
  onState(state: AiState): void;
  /** Resolves after so many ms, or at once when the signal is given. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  now(): number;
}

/** After a failure, in ms: 429, a lost connection, an engine that is overloaded. */
const afterFailure = 5000;

/**
 * Shows the AI one picture at a time until the signal: the next only after the answer to the one before, and no sooner
 * than two seconds after it. Failures are no reason to stop, nor is a session that has ended, for it may be renewed; an
 * inspection that was closed, and a server without an engine, are.
 */
export async function runFrameLoop(loop: FrameLoop, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const started = loop.now();
    try {
      const { jpeg, at } = await loop.grab();
      if (signal.aborted) return;
      const answer = await loop.send(jpeg, at);
      if (signal.aborted) return;
      loop.onState(answer.engine === 'off' ? 'off' : 'watching');
      if (answer.engine === 'off') return;
      loop.onAnswer(answer, at);
      await loop.wait(Math.max(0, frameLimits.everyMs - (loop.now() - started)), signal);
    } catch (error) {
      if (signal.aborted) return;
      console.warn('The AI did not see a picture', error);
      const closed = hasStatus(error, 403, 404, 409);
      loop.onState(closed ? 'closed' : 'waiting');
      if (closed) return;
      await loop.wait(afterFailure, signal);
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
