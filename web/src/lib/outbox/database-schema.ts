import type { DBSchema } from 'idb';
import type { Entry } from '#web/lib/outbox/entry.ts';
import type { StoredFile } from '#web/lib/outbox/stored-file.ts';

/** An entry as stored on the device. `parent` is stored as `thing`, the name that earlier versions used. */
export interface StoredEntry extends Omit<Entry, 'parent'> {
  thing: string;
}
export const toStored = ({ parent, ...entry }: Entry): StoredEntry => ({ ...entry, thing: parent });
export const fromStored = ({ thing, ...entry }: StoredEntry): Entry => ({ ...entry, parent: thing });

export interface OutboxSchema extends DBSchema {
  entries: { key: string; value: StoredEntry; indexes: { owner: string } };
  /** The files of entries. A file that grows, such as a recording, is stored in pieces, ordered by part and index. */
  files: { key: [string, number, number]; value: { entry: string; part: number; index: number; bytes: StoredFile } };
}
