import { TakenElsewhere } from '#web/lib/outbox/kind.ts';

/** Pages of earlier versions take the same lock. */
const lockOf = (id: string) => `innspect.take.${id}`;

/** Takes the lock of a recording for as long as this page lives, so that other pages leave it alone; answers its release. */
export function lockForPage(id: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void navigator.locks?.request(lockOf(id), () => promise);
  return resolve;
}

/** Runs the work unless another page still makes or sends the recording. */
export function ifAbandoned<T>(id: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(lockOf(id), { ifAvailable: true }, (lock) => {
    if (!lock) throw new TakenElsewhere();
    return work();
  });
}
