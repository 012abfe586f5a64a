import type pg from 'pg';
import { hasTable } from '#server/platform/database/connection.ts';
import { copyKeysOf } from '#server/photos/photos.rules.ts';

/** The queries for the files to which the database refers: their keys, or the photo whose copies they are. */
const filesByKind = {
  originals:
    'SELECT storage_key AS key, NULL::uuid AS photo FROM photos WHERE files_deleted_at IS NULL UNION ALL SELECT storage_key, NULL FROM recordings WHERE files_deleted_at IS NULL',
  'voice notes':
    "SELECT 'photos/' || id || '/voice-' || (voice_note->>'file') AS key, NULL::uuid AS photo FROM photos WHERE voice_note IS NOT NULL AND files_deleted_at IS NULL",
  copies:
    'SELECT NULL::text AS key, id AS photo FROM photos WHERE derived_at IS NOT NULL AND files_deleted_at IS NULL UNION ALL SELECT copy_key, NULL FROM recordings WHERE copy_key IS NOT NULL AND files_deleted_at IS NULL',
  uploads:
    'SELECT storage_key AS key, NULL::uuid AS photo FROM uploads WHERE claimed_at IS NULL UNION ALL SELECT storage_key, NULL FROM data_exports',
} as const;
const kinds = ['originals', 'voice notes', 'copies', 'uploads'] as const;

export interface ReferredFile {
  key: string;
  /** False for an upload, which may not have arrived yet, and for files that are made on demand. */
  isExpected: boolean;
}

const rowsAtOnce = 1000;

/** Lists all files to which the database refers. Call it in a transaction, so that the list is consistent. */
export async function* listReferredFiles(client: pg.Client): AsyncGenerator<ReferredFile, void> {
  for (const kind of kinds) {
    await client.query(`DECLARE files NO SCROLL CURSOR FOR ${filesByKind[kind]}`);
    for (;;) {
      const { rows } = await client.query<{ key: string | null; photo: string | null }>(
        `FETCH ${rowsAtOnce} FROM files`,
      );
      for (const { key, photo } of rows) {
        if (key !== null) yield { key, isExpected: kind !== 'uploads' };
        if (photo === null) continue;
        const { print, ...copies } = copyKeysOf(photo);
        for (const each of Object.values(copies)) yield { key: each, isExpected: true };
        // Photos from before print copies existed get one when it is first needed.
        yield { key: print, isExpected: false };
      }
      if (rows.length < rowsAtOnce) break;
    }
    await client.query('CLOSE files');
  }
}

export async function hasPeople(client: pg.Client): Promise<boolean> {
  if (!(await hasTable(client, 'public.users'))) return false;
  return (await client.query('SELECT 1 FROM users LIMIT 1')).rowCount !== 0;
}

/** Whether the server has ever been started on this database. */
export const hasPhotos = (client: pg.Client): Promise<boolean> => hasTable(client, 'public.photos');
