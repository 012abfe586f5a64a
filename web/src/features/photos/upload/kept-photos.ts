import type { PhotoHolder } from '#web/features/photos/api.ts';
import type { KeptUpload } from '#web/features/photos/upload/upload-queue.ts';
import { readRows, writeRows } from '#web/lib/device-store.ts';

/** A photo on this device that is not uploaded yet, and whose it is. */
export interface KeptPhoto extends KeptUpload {
  userId: string;
  holder: PhotoHolder;
}

const table = 'photos';

/** Keeps a photo on the device; false where the browser does not allow it or has no room. */
export async function keepPhoto(photo: KeptPhoto): Promise<boolean> {
  try {
    await writeRows(table, (store) => store.put(photo));
    return true;
  } catch (error) {
    console.warn('The photo could not be kept on this device', error);
    return false;
  }
}

export async function forgetPhoto(id: string): Promise<void> {
  try {
    await writeRows(table, (store) => store.delete(id));
  } catch (error) {
    // It is uploaded once more; the server knows it by its id.
    console.warn('The uploaded photo could not be removed from this device', error);
  }
}

/** What a person left on this device, the oldest first. */
export async function keptPhotos(userId: string): Promise<KeptPhoto[]> {
  try {
    const rows = await readRows<KeptPhoto>(table);
    return rows.filter((row) => row.userId === userId).sort((a, b) => a.file.lastModified - b.file.lastModified);
  } catch (error) {
    console.warn('What this device keeps could not be read', error);
    return [];
  }
}
