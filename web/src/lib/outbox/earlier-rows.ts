import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import { toStored, type OutboxSchema } from '#web/lib/outbox/database-schema.ts';
import type { Entry } from '#web/lib/outbox/entry.ts';

/** What versions before the outbox stored: whole photos, and recordings ('takes') in pieces. */
interface EarlierPhoto {
  id: string;
  file: File;
  source: string;
  subject: object;
  userId: string;
  holder: { areaSessionId: string } | { inspectionId: string };
}
interface EarlierTake {
  id: string;
  userId: string;
  inspectionId: string;
  filename: string;
  contentType: string;
  startedAt: string;
  upload: object | null;
  seconds: number;
}
interface EarlierPiece {
  take: string;
  part: number;
  index: number;
  bytes: Blob;
}
interface EarlierSchema {
  photos: { key: string; value: EarlierPhoto };
  takes: { key: string; value: EarlierTake };
  pieces: { key: [string, number, number]; value: EarlierPiece };
}

function photoEntry({ id, file, source, subject, userId, holder }: EarlierPhoto): Entry {
  const scope =
    'areaSessionId' in holder
      ? { of: 'area-sessions', id: holder.areaSessionId }
      : { of: 'inspections', id: holder.inspectionId };
  const parent = `${scope.of}/${scope.id}`;
  return {
    id,
    kind: 'photo',
    owner: userId,
    parent,
    payload: { scope, source, subject },
    createdAt: file.lastModified,
  };
}

const recordingEntry = ({ id, userId, inspectionId, upload, ...take }: EarlierTake): Entry => {
  const { filename, contentType, startedAt, seconds } = take;
  return {
    id,
    kind: 'recording',
    owner: userId,
    parent: `inspections/${inspectionId}`,
    payload: { inspectionId, filename, contentType, startedAt, seconds },
    createdAt: Date.parse(startedAt),
    checkpoint: upload ?? undefined,
  };
};

/** Moves what earlier versions stored on this device into the outbox, in one transaction. */
export async function moveEarlierRows(
  database: IDBPDatabase<OutboxSchema>,
  transaction: IDBPTransaction<OutboxSchema, StoreNames<OutboxSchema>[], 'versionchange'>,
): Promise<void> {
  const earlierDatabase = database as unknown as IDBPDatabase<EarlierSchema>;
  const earlier = transaction as unknown as IDBPTransaction<
    EarlierSchema,
    StoreNames<EarlierSchema>[],
    'versionchange'
  >;
  const stores = [...earlierDatabase.objectStoreNames];
  const [entries, files] = [transaction.objectStore('entries'), transaction.objectStore('files')];
  if (stores.includes('photos')) {
    for (const photo of await earlier.objectStore('photos').getAll()) {
      await entries.put(toStored(photoEntry(photo)));
      await files.put({ entry: photo.id, part: 0, index: 0, bytes: photo.file });
    }
    earlierDatabase.deleteObjectStore('photos');
  }
  if (stores.includes('takes')) {
    for (const take of await earlier.objectStore('takes').getAll()) await entries.put(toStored(recordingEntry(take)));
    earlierDatabase.deleteObjectStore('takes');
  }
  if (stores.includes('pieces')) {
    for (const { take, ...piece } of await earlier.objectStore('pieces').getAll())
      await files.put({ entry: take, ...piece });
    earlierDatabase.deleteObjectStore('pieces');
  }
}
