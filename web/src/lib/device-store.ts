import { openDB, type IDBPDatabase, type IDBPObjectStore } from 'idb';

/** What this device keeps for its people until the server has it: rows of tables in the browser's own database. */
const tables = { photos: 'id', takes: 'id', pieces: ['take', 'part', 'index'] } as const;
type Table = keyof typeof tables;

let opened: Promise<IDBPDatabase> | null = null;

function database(): Promise<IDBPDatabase> {
  const lost = () => {
    opened = null;
  };
  opened ??= openDB('innspect', 2, {
    upgrade(found) {
      for (const [name, key] of Object.entries(tables)) {
        if (found.objectStoreNames.contains(name)) continue;
        found.createObjectStore(name, { keyPath: typeof key === 'string' ? key : [...key] });
      }
    },
    // A newer page of ours wants more tables: this one must not stand in its way.
    blocking(_current, _wanted, { target }) {
      if (target instanceof IDBDatabase) target.close();
      lost();
    },
    // A browser that runs out of space, or a person who clears it, closes it under the page.
    terminated: lost,
  });
  opened.catch(lost);
  return opened;
}

/** Writes and waits until it is stored; with `strict`, until it is on the disk. Throws where the device has no room. */
export async function writeRows(
  table: Table,
  work: (store: IDBPObjectStore<unknown, [Table], Table, 'readwrite'>) => Promise<unknown>,
  durability: IDBTransactionDurability = 'strict',
): Promise<void> {
  const transaction = (await database()).transaction<Table, 'readwrite'>(table, 'readwrite', { durability });
  await Promise.all([work(transaction.objectStore(table)), transaction.done]);
}

/** All rows of a table, or those in a range of its keys. What they are is known to whoever wrote them. */
export async function readRows<Row>(table: Table, range?: IDBKeyRange): Promise<Row[]> {
  return (await database()).getAll(table, range);
}
