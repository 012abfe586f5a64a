import { uploadLimits } from '#contract/uploads.ts';
import type { Part } from '#web/lib/transfer/send-parts.ts';

export type PartStream = ReturnType<typeof createPartStream>;

/** A file that grows while it is being sent. Its chunks are collected into parts of at least 5 MB. */
export function createPartStream(contentType: string) {
  /** The parts that the storage has not received yet; the others are dropped to free memory. */
  const parts = new Map<number, Part>();
  const sending = new Map<number, number>();
  let chunks: Blob[] = [];
  let collected = 0;
  let number = 1;
  let ended = false;
  let size = 0;
  let arrivedBytes = 0;
  let changed = Promise.withResolvers<void>();

  function notifyReader() {
    changed.resolve();
    changed = Promise.withResolvers();
  }

  function finishPart() {
    if (collected === 0) return;
    parts.set(number, { number, bytes: new Blob(chunks, { type: contentType }) });
    number += 1;
    chunks = [];
    collected = 0;
    notifyReader();
  }

  return {
    size: () => size,
    sentBytes: () => [...sending.values()].reduce((sum, bytes) => sum + bytes, arrivedBytes),
    /** Adds the next chunk. Returns the number of its part, and whether that part is now complete. */
    add(chunk: Blob): { part: number; complete: boolean } {
      const part = number;
      chunks.push(chunk);
      collected += chunk.size;
      size += chunk.size;
      if (collected >= uploadLimits.leastPartBytes) finishPart();
      return { part, complete: part < number };
    },
    /** Ends the file; the remaining chunks become the last part. */
    end() {
      finishPart();
      ended = true;
      notifyReader();
    },
    /**
     * Yields all parts that have not been received, including future ones, until the file ends or the signal aborts.
     */
    async *read(signal: AbortSignal): AsyncGenerator<Part> {
      signal.addEventListener('abort', notifyReader, { once: true });
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
    /** Call it before another attempt, which sends again the parts that were being sent when the last one failed. */
    restart: () => sending.clear(),
  };
}
