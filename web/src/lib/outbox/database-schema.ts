import type { DBSchema } from 'idb';
import type { Entry } from '#web/lib/outbox/entry.ts';

/** An entry as the device stores it: `parent` is stored as `thing`, for compatibility with earlier versions. */
export interface StoredEntry extends Omit<Entry, 'parent'> {
  thing: string;
}
export const toStored = ({ parent, ...entry }: Entry): StoredEntry => ({ ...entry, thing: parent });
export const fromStored = ({ thing, ...entry }: StoredEntry): Entry => ({ ...entry, parent: thing });

export interface OutboxSchema extends DBSchema {
  entries: { key: string; value: StoredEntry; indexes: { owner: string } };
  /** Files of entries; one that grows comes in pieces, in the order of their part and index. */
  files: { key: [string, number, number]; value: { entry: string; part: number; index: number; bytes: Blob } };
}
