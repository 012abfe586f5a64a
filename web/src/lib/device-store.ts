/** What this device keeps for its people until the server has it: rows of tables in the browser's own database. */
const tables = { photos: 'id', takes: 'id', pieces: ['take', 'part', 'index'] } as const;
type Table = keyof typeof tables;

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The device refused to store')));
  });

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= (async () => {
    const request = indexedDB.open('innspect', 2);
    request.addEventListener('upgradeneeded', () => {
      for (const [name, key] of Object.entries(tables)) {
        if (request.result.objectStoreNames.contains(name)) continue;
        request.result.createObjectStore(name, { keyPath: typeof key === 'string' ? key : [...key] });
      }
    });
    const found = await answerOf(request);
    const lost = () => {
      opened = null;
    };
    // A browser that runs out of space, or a person who clears it, closes it under the page.
    found.addEventListener('close', lost);
    // A newer page of ours wants more tables: this one must not stand in its way.
    found.addEventListener('versionchange', () => {
      found.close();
      lost();
    });
    return found;
  })();
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

/** Writes and waits until it is stored; with `strict`, until it is on the disk. Throws where the device has no room. */
export async function writeRows(
  table: Table,
  work: (store: IDBObjectStore) => void,
  durability: IDBTransactionDurability = 'strict',
): Promise<void> {
  const transaction = (await database()).transaction(table, 'readwrite', { durability });
  const done = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The device refused to store')));
  });
  work(transaction.objectStore(table));
  await done;
}

/** All rows of a table, or those in a range of its keys. What they are is known to whoever wrote them. */
export async function readRows<Row>(table: Table, range?: IDBKeyRange): Promise<Row[]> {
  const store = (await database()).transaction(table).objectStore(table);
  return (await answerOf(store.getAll(range))) as Row[];
}
