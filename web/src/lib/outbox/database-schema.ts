import type { DBSchema } from 'idb';
import type { Entry } from '#web/lib/outbox/entry.ts';

export interface OutboxSchema extends DBSchema {
  entries: { key: string; value: Entry; indexes: { owner: string } };
  /** Files of entries; one that grows comes in pieces, in the order of their part and index. */
  files: { key: [string, number, number]; value: { entry: string; part: number; index: number; bytes: Blob } };
}
