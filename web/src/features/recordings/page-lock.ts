import { HandledByOtherPage } from '#web/lib/outbox/kind.ts';

/** Name shared with earlier versions, so that open old pages are respected. */
const lockNameOf = (id: string) => `innspect.take.${id}`;

/** Locks a recording for as long as this page lives, so that other pages leave it alone; returns its release. */
export function lockForPage(id: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void navigator.locks?.request(lockNameOf(id), () => promise);
  return resolve;
}

/** Does the work unless another page still makes or sends the recording. */
export function ifAbandoned<T>(id: string, work: () => Promise<T>): Promise<T> {
  // Browsers offer locks to secure pages only. The same is true of cameras, so without locks no other page makes a
  // recording.
  if (!navigator.locks) return work();
  return navigator.locks.request(lockNameOf(id), { ifAvailable: true }, (lock) => {
    if (!lock) throw new HandledByOtherPage();
    return work();
  });
}
