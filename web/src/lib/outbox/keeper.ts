import { t } from '#contract/language.ts';
import { fromStored, toStored } from '#web/lib/outbox/database-schema.ts';
import { outboxDatabase } from '#web/lib/outbox/database.ts';
import type { Entry } from '#web/lib/outbox/entry.ts';
import { createReserve } from '#web/lib/outbox/reserve.ts';
import { fileOf, storing } from '#web/lib/outbox/stored-file.ts';

/** Stores entries and files on the device. If the browser allows no storage, only `filesOf` and `partsOf` throw. */
export interface Keeper {
  /**
   * Writes an entry with all its files or not at all, using up the reserve if necessary; returns whether it is
   * stored.
   */
  keep(entry: Entry, files: readonly Blob[]): Promise<boolean>;
  /** Reserves room for one more photo; returns whether there is room. */
  reserve(): Promise<boolean>;
  /** Overwrites an entry, unless it was deleted meanwhile. */
  update(entry: Entry): Promise<void>;
  /** Deletes an entry that was saved. */
  forget(id: string): Promise<void>;
  /** Deletes an entry that will never be saved and marks those that wait for it, in one transaction. */
  remove(id: string): Promise<void>;
  /** The stored entry; undefined when there is none or it cannot be read. */
  find(id: string): Promise<Entry | undefined>;
  /** Whether the entry is still stored; true when that cannot be determined. */
  has(id: string): Promise<boolean>;
  /**
   * Runs the work once no other page on this device works on this entry, or after a minute, because the other page
   * may be suspended. Closing a page ends its work. Rejects with an AbortError if the signal is aborted before the
   * work starts.
   */
  exclusively<T>(id: string, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** The entries that a person left on this device, oldest first. */
  entriesOf(owner: string): Promise<Entry[]>;
  filesOf(id: string): Promise<Blob[]>;
  /** Adds a piece to the growing file of an entry. Returns false when the entry was removed. */
  addPiece(id: string, part: number, index: number, piece: Blob): Promise<boolean>;
  dropPart(id: string, part: number): Promise<void>;
  /** The parts of a growing file by their number. */
  partsOf(id: string): Promise<Map<number, Blob>>;
}

const filesOf = (id: string) => IDBKeyRange.bound([id], [id, []]);
const piecesOf = (id: string, part: number) => IDBKeyRange.bound([id, part], [id, part, []]);

/** Runs the work; if the browser refuses, logs a warning and returns `otherwise`. */
async function withFallback<T>(work: () => Promise<T>, otherwise: T, warning: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    console.warn(warning, error);
    return otherwise;
  }
}
const notWritten = t('This change could not be kept on this device');
const notRead = t('The data stored on this device could not be read');

/** The lock only avoids useless requests: the server makes one record of duplicate sends. */
async function withLock<T>(name: string, work: () => Promise<T>, signal: AbortSignal, maxWaitMs: number): Promise<T> {
  // Browsers offer locks only to secure pages.
  if (!navigator.locks) return work();
  let granted = false;
  try {
    const waiting = AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)]);
    return await navigator.locks.request(name, { signal: waiting }, () => {
      granted = true;
      return work();
    });
  } catch (error) {
    if (granted || signal.aborted) throw error;
    return work();
  }
}

export function createKeeper({ maxWaitMs = 60_000 } = {}): Keeper {
  const database = outboxDatabase();
  /** `relaxed` survives a closed page but not a power cut, and is fast enough for each second of a recording. */
  async function writing(durability: IDBTransactionDurability) {
    const transaction = (await database()).transaction(['entries', 'files'], 'readwrite', { durability });
    return { entries: transaction.objectStore('entries'), files: transaction.objectStore('files'), transaction };
  }
  const reserve = createReserve(database);
  const put = (entry: Entry, files: readonly Blob[]) =>
    withFallback(
      () =>
        storing(files, async (stored) => {
          const { entries, files: store, transaction } = await writing('strict');
          const rows = stored.map((bytes, index) => store.put({ entry: entry.id, part: 0, index, bytes }));
          await Promise.all([entries.put(toStored(entry)), ...rows, transaction.done]);
          return true;
        }),
      false,
      notWritten,
    );
  return {
    keep: async (entry, files) => (await put(entry, files)) || ((await reserve.drop()) && put(entry, files)),
    reserve: reserve.make,
    update: (entry) =>
      withFallback(
        async () => {
          const { entries, transaction } = await writing('relaxed');
          const kept = await entries.get(entry.id);
          // Another page may have marked it meanwhile.
          const { missing = kept?.missing } = entry;
          await Promise.all([kept && entries.put(toStored(missing ? { ...entry, missing } : entry)), transaction.done]);
        },
        undefined,
        notWritten,
      ),
    forget: (id) =>
      withFallback(
        async () => {
          const { entries, files, transaction } = await writing('strict');
          await Promise.all([entries.delete(id), files.delete(filesOf(id)), transaction.done]);
        },
        undefined,
        // If this fails, the entry is sent again, which the server recognizes by its id.
        t('The saved change could not be deleted from this device'),
      ),
    remove: (id) =>
      withFallback(
        async () => {
          const { entries, files, transaction } = await writing('strict');
          const waiting = (await entries.getAll()).filter(({ after }) => after?.includes(id));
          const marked = waiting.map((entry) => entries.put({ ...entry, missing: [...(entry.missing ?? []), id] }));
          await Promise.all([entries.delete(id), files.delete(filesOf(id)), ...marked, transaction.done]);
        },
        undefined,
        t('The removed change could not be deleted from this device'),
      ),
    find: (id) =>
      withFallback(async () => (await (await database()).getAll('entries', id)).map(fromStored)[0], undefined, notRead),
    has: (id) =>
      withFallback(async () => (await (await database()).getKey('entries', id)) !== undefined, true, notRead),
    exclusively: (id, work, signal) => withLock(`innspect.entry.${id}`, work, signal, maxWaitMs),
    entriesOf: (owner) =>
      withFallback(
        async () => {
          const entries = await (await database()).getAllFromIndex('entries', 'owner', owner);
          return entries.sort((a, b) => a.createdAt - b.createdAt).map(fromStored);
        },
        [],
        notRead,
      ),
    filesOf: async (id) => (await (await database()).getAll('files', filesOf(id))).map(({ bytes }) => fileOf(bytes)),
    addPiece: (id, part, index, piece) =>
      withFallback(
        () =>
          storing([piece], async (stored) => {
            const { entries, files, transaction } = await writing('relaxed');
            const kept = (await entries.getKey(id)) !== undefined;
            const rows = kept ? stored.map((bytes) => files.put({ entry: id, part, index, bytes })) : [];
            await Promise.all([...rows, transaction.done]);
            return kept;
          }),
        false,
        t('The recording could not be kept on this device'),
      ),
    dropPart: (id, part) =>
      withFallback(
        async () => {
          const { files, transaction } = await writing('relaxed');
          await Promise.all([files.delete(piecesOf(id, part)), transaction.done]);
        },
        undefined,
        t('The saved change could not be deleted from this device'),
      ),
    async partsOf(id) {
      const pieces = await (await database()).getAll('files', filesOf(id));
      const parts = Map.groupBy(pieces, ({ part }) => part);
      return new Map([...parts].map(([part, list]) => [part, new Blob(list.map(({ bytes }) => fileOf(bytes)))]));
    },
  };
}
