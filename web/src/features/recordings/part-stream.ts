import { uploadLimits } from '#contract/uploads.ts';
import type { Part } from '#web/lib/transfer/send-parts.ts';

export type PartStream = ReturnType<typeof createPartStream>;

/** A file that grows while it is sent: its chunks are collected into parts of at least 5 MB. */
export function createPartStream(contentType: string) {
  /** Parts that have not arrived; the others are dropped to free their memory. */
  const parts = new Map<number, Part>();
  const sending = new Map<number, number>();
  let chunks: Blob[] = [];
  let collected = 0;
  let number = 1;
  let ended = false;
  let size = 0;
  let arrivedBytes = 0;
  let changed = Promise.withResolvers<void>();

  function wake() {
    changed.resolve();
    changed = Promise.withResolvers();
  }

  function cut() {
    if (collected === 0) return;
    parts.set(number, { number, bytes: new Blob(chunks, { type: contentType }) });
    number += 1;
    chunks = [];
    collected = 0;
    wake();
  }

  return {
    size: () => size,
    sentBytes: () => [...sending.values()].reduce((sum, bytes) => sum + bytes, arrivedBytes),
    /** Adds the next chunk; returns the number of its part, and whether that part is complete now. */
    add(chunk: Blob): { part: number; complete: boolean } {
      const part = number;
      chunks.push(chunk);
      collected += chunk.size;
      size += chunk.size;
      if (collected >= uploadLimits.leastPartBytes) cut();
      return { part, complete: part < number };
    },
    /** The remainder becomes the last part. */
    end() {
      cut();
      ended = true;
      wake();
    },
    /** All parts that have not arrived, and those to come, until the end or the signal. */
    async *read(signal: AbortSignal): AsyncGenerator<Part> {
      signal.addEventListener('abort', wake, { once: true });
      for (let last = 0; !signal.aborted;) {
        const next = [...parts.values()].find((part) => part.number > last);
        if (next) {
          last = next.number;
          yield next;
        } else if (ended) return;
        else await changed.promise;
      }
    },
    progress: (part: number, bytes: number) => void sending.set(part, bytes),
    arrived(part: number) {
      arrivedBytes += parts.get(part)?.bytes.size ?? 0;
      parts.delete(part);
      sending.delete(part);
    },
    /** Parts that were being sent when a try failed are sent again. */
    restart: () => sending.clear(),
  };
}
