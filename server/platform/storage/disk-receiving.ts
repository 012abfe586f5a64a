import { uploadSentAgain } from './storage.errors.ts';

type Bytes = AsyncIterable<Uint8Array>;

interface Receiver {
  /** Ends the receiving, unless all bytes have arrived. */
  replace(): void;
  /** Resolves when its draft is in its place or removed. */
  done: Promise<unknown>;
}

/** The chunks of `data` until `replace` is called, which throws 409 even while the sender sends nothing. */
function replaceable(data: Bytes): { chunks: AsyncGenerator<Uint8Array>; replace: () => void } {
  let fail: (error: Error) => void = () => undefined;
  let replaced: Error | null = null;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const source = data[Symbol.asyncIterator]();
    // A race with one promise for all chunks would keep every chunk in memory.
    const next = () =>
      new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        fail = reject;
        if (replaced) reject(replaced);
        else source.next().then(resolve, reject);
      });
    try {
      for (let step = await next(); !step.done; step = await next()) yield step.value;
    } finally {
      // A replaced source may wait for its sender, and would only return after that.
      if (!replaced) await source.return?.();
    }
  }
  const replace = () => {
    replaced = uploadSentAgain();
    fail(replaced);
  };
  return { chunks: chunks(), replace };
}

/**
 * Receives one body at a time for each target. A newer one replaces the one before, whose sender has lost its connection
 * or sends it twice, so that one address never has more than one draft on the disk.
 */
export function createReceiving() {
  const receivers = new Map<string, Receiver>();
  return async <T>(target: string, data: Bytes, write: (data: Bytes) => Promise<T>): Promise<T> => {
    const { chunks, replace } = replaceable(data);
    const before = receivers.get(target);
    before?.replace();
    const written = (before?.done ?? Promise.resolve()).then(() => write(chunks));
    const receiver = { replace, done: written.catch(() => undefined) };
    receivers.set(target, receiver);
    try {
      return await written;
    } finally {
      if (receivers.get(target) === receiver) receivers.delete(target);
    }
  };
}
