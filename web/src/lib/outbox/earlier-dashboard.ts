import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { toStored, type OutboxSchema } from '#web/lib/outbox/database-schema.ts';
import type { Entry } from '#web/lib/outbox/entry.ts';

/**
 * The database in which versions before the outbox kept the upload dashboard's files: that of Uppy's Golden
 * Retriever.
 */
const databaseName = 'uppy-blobs';

interface UppySchema extends DBSchema {
  files: { key: string; value: { store: string; fileID: string; data: Blob } };
  /** `metadata` is the JSON of `UppyState`; the id is the name of the store. */
  metadata: { key: string; value: { id: string; metadata: string } };
}
interface UppyState {
  files?: Record<string, UppyFile>;
}
interface UppyFile {
  name: string;
  type?: string;
  size?: number | null;
  error?: string | null;
  uploadURL?: string;
  response?: { body?: { key?: string | null } };
  s3Multipart?: { key: string; uploadId: string };
  meta: { recordId: string; facts?: object; description?: string };
  progress: { uploadComplete?: boolean; complete?: boolean };
}

type Dashboard = Pick<Entry, 'owner' | 'kind' | 'parent'> & { purpose: object };

/**
 * What a dashboard was used for, from the name of its store: '<user>.photos.<inspection>.<area>',
 * '<user>.recording.<inspection>'.
 */
function dashboardOf(store: string): Dashboard | null {
  const [owner = '', use, inspectionId = '', category = ''] = store.split('.');
  if (use === 'photos') {
    const purpose = { scope: { of: 'inspections', id: inspectionId }, category };
    return { owner, kind: 'gallery-photo', parent: `inspections/${inspectionId}/${category}`, purpose };
  }
  if (use !== 'recording') return null;
  return { owner, kind: 'recording-file', parent: `inspections/${inspectionId}/recordings`, purpose: { inspectionId } };
}

/** Uppy's file ids end with the time of the file's last modification. */
const lastModifiedOf = (fileId: string): number => Number(/-(\d+)$/.exec(fileId)?.[1] ?? 0);

function entryOf({ purpose, ...belonging }: Dashboard, fileId: string, uppyFile: UppyFile, createdAt: number): Entry {
  const { name, type = '', size, error, uploadURL: url = '', response, s3Multipart: upload, meta } = uppyFile;
  const { facts, description } = meta;
  const file = { name, type, size: size ?? 0, lastModified: lastModifiedOf(fileId) };
  const arrived = uppyFile.progress.uploadComplete
    ? { name, type, facts, url, key: response?.body?.key ?? null }
    : undefined;
  return {
    ...belonging,
    id: meta.recordId,
    payload: { purpose, file, texts: description === undefined ? {} : { description } },
    createdAt,
    checkpoint: { facts, upload, arrived },
    failure: error ?? undefined,
  };
}

interface KeptFile {
  dashboard: Dashboard;
  fileId: string;
  uppyFile: UppyFile;
  content: Blob | undefined;
}

/** The files in the database that were not uploaded yet. */
async function readAll(uppy: IDBPDatabase<UppySchema>): Promise<KeptFile[]> {
  if (!uppy.objectStoreNames.contains('files') || !uppy.objectStoreNames.contains('metadata')) return [];
  const rows = await uppy.getAll('files');
  const contents = new Map(rows.map(({ store, fileID, data }) => [`${store} ${fileID}`, data]));
  return (await uppy.getAll('metadata')).flatMap(({ id: store, metadata }) => {
    const dashboard = dashboardOf(store);
    if (!dashboard) return [];
    const files = Object.entries((JSON.parse(metadata) as UppyState).files ?? {});
    return files
      .filter(([, { progress }]) => !progress.complete)
      .map(([fileId, uppyFile]) => ({ dashboard, fileId, uppyFile, content: contents.get(`${store} ${fileId}`) }));
  });
}

async function moveAll(outbox: IDBPDatabase<OutboxSchema>): Promise<void> {
  const uppy = await openDB<UppySchema>(databaseName);
  try {
    const kept = await readAll(uppy);
    const now = Date.now();
    const transaction = outbox.transaction(['entries', 'files'], 'readwrite', { durability: 'strict' });
    for (const [index, { dashboard, fileId, uppyFile, content }] of kept.entries()) {
      const entry = entryOf(dashboard, fileId, uppyFile, now + index);
      void transaction.objectStore('entries').put(toStored(entry));
      if (content) void transaction.objectStore('files').put({ entry: entry.id, part: 0, index: 0, bytes: content });
    }
    await transaction.done;
    // Cleared first, so that a page closed before the database is deleted does not move the files twice.
    await Promise.all([...uppy.objectStoreNames].map((name) => uppy.clear(name)));
  } finally {
    uppy.close();
  }
  // Deletion waits for pages of an earlier version that are still open.
  void deleteDB(databaseName);
}

/** Moves the files that an earlier version's upload dashboard kept on this device into the outbox. */
export async function moveEarlierDashboard(outbox: IDBPDatabase<OutboxSchema>): Promise<void> {
  try {
    const databases = (await indexedDB.databases?.()) ?? [];
    if (databases.some(({ name }) => name === databaseName)) await moveAll(outbox);
  } catch (error) {
    // The files stay where they are, for the next page to try again.
    console.warn('The files that an earlier version kept could not be moved', error);
  }
}
