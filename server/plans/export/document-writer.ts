import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { DocumentTask } from './documents.ts';

export interface DocumentWriter {
  write(task: DocumentTask): Promise<Buffer>;
  close(): Promise<void>;
}

const filename = fileURLToPath(new URL('./document-worker.ts', import.meta.url));

/**
 * Writes documents one after another in a thread of its own, because a PDF of 80 photos would keep everything else waiting
 * for a second. The thread ends when nothing was written for a minute, and its memory with it; more room for young objects would make
 * it larger, not faster.
 */
export function createDocumentWriter(): DocumentWriter {
  const pool = new Piscina({
    filename,
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
  });
  return {
    async write(task) {
      const { buffer, byteOffset, byteLength } = (await pool.run(task)) as Uint8Array<ArrayBuffer>;
      return Buffer.from(buffer, byteOffset, byteLength);
    },
    close: () => pool.destroy(),
  };
}
