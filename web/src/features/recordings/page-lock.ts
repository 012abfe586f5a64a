import { HandledByOtherPage } from '#web/lib/outbox/kind.ts';

/** Earlier versions use the same name, so that their open pages are respected. */
const lockNameOf = (id: string) => `innspect.take.${id}`;

/**
 * Locks a recording as long as this page is open, so that other pages leave it alone; returns a function that
 * releases the lock.
 */
export function lockForPage(id: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void navigator.locks?.request(lockNameOf(id), () => promise);
  return resolve;
}

/** Runs the work unless another page is still making or sending the recording. */
export function ifAbandoned<T>(id: string, work: () => Promise<T>): Promise<T> {
  // Browsers offer locks only to secure pages. The same is true of cameras, so without locks no other page makes a
  // recording.
  if (!navigator.locks) return work();
  return navigator.locks.request(lockNameOf(id), { ifAvailable: true }, (lock) => {
    if (!lock) throw new HandledByOtherPage();
    return work();
  });
}
