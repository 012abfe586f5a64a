import type { PhotoHolder } from '#web/features/photos/api.ts';
import type { KeptUpload } from '#web/features/photos/upload/upload-queue.ts';

/** A photo on this device that is not uploaded yet, and whose it is. */
export interface KeptPhoto extends KeptUpload {
  userId: string;
  holder: PhotoHolder;
}

const table = 'photos';

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The device refused to store')));
  });

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= (async () => {
    const request = indexedDB.open('innspect', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(table, { keyPath: 'id' }));
    const found = await answerOf(request);
    // A browser that runs out of space, or a person who clears it, closes it under the page.
    found.addEventListener('close', () => {
      opened = null;
    });
    return found;
  })();
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

/** Writes and waits until it is on the disk. */
async function write(work: (store: IDBObjectStore) => void): Promise<void> {
  const transaction = (await database()).transaction(table, 'readwrite', { durability: 'strict' });
  const done = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The device refused to store')));
  });
  work(transaction.objectStore(table));
  await done;
}

/** Keeps a photo on the device; false where the browser does not allow it or has no room. */
export async function keepPhoto(photo: KeptPhoto): Promise<boolean> {
  try {
    await write((store) => store.put(photo));
    return true;
  } catch (error) {
    console.warn('The photo could not be kept on this device', error);
    return false;
  }
}

export async function forgetPhoto(id: string): Promise<void> {
  try {
    await write((store) => store.delete(id));
  } catch (error) {
    // It is uploaded once more; the server knows it by its id.
    console.warn('The uploaded photo could not be removed from this device', error);
  }
}

/** What a person left on this device, the oldest first. */
export async function keptPhotos(userId: string): Promise<KeptPhoto[]> {
  try {
    const store = (await database()).transaction(table).objectStore(table);
    const rows = (await answerOf(store.getAll())) as KeptPhoto[];
    return rows.filter((row) => row.userId === userId).sort((a, b) => a.file.lastModified - b.file.lastModified);
  } catch (error) {
    console.warn('What this device keeps could not be read', error);
    return [];
  }
}
