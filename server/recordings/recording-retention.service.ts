import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { serverId } from '#server/platform/audit/audit.rules.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { MissingFileError } from '#server/platform/storage/storage.errors.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { RecordingRow } from '#server/schema/recordings.tables.ts';
import { removeRecordingFiles } from './recordings.jobs.ts';
import * as repository from './recordings.repository.ts';
import { copyKeyOf } from './recordings.rules.ts';

export interface RecordingRetention {
  /**
   * Deletes the files of recordings, originals and copies. Keeps their findings, SHA-256 and the rest of their rows.
   * Returns how many recordings had files.
   */
  deleteFiles(recordingIds: string[]): Promise<number>;
}

export function createRecordingRetention(deps: {
  db: Database;
  changes: Changes;
  storage: Storage;
}): RecordingRetention {
  const { db, changes, storage } = deps;

  /** The SHA-256 of a recording, computed if it could not be read as a video; null when the store has lost the file. */
  async function fingerprintOf({ sha256, storageKey }: RecordingRow): Promise<string | null> {
    if (sha256 !== null) return sha256;
    const hash = createHash('sha256');
    try {
      await pipeline(await storage.read(storageKey), hash);
    } catch (error) {
      if (error instanceof MissingFileError) return null;
      throw error;
    }
    return hash.digest('hex');
  }

  async function deleteFilesOf(row: RecordingRow): Promise<number> {
    const sha256 = await fingerprintOf(row);
    return changes.run(serverId, async (change) => {
      const deleted = await repository.updateToFilesDeleted(change.tx, row.id, { filesDeletedAt: new Date(), sha256 });
      if (!deleted) return 0;
      const { id, storageKey, copyKey, filename, size } = deleted;
      await change.enqueue(removeRecordingFiles, { keys: [storageKey, copyKey ?? copyKeyOf(id)] });
      change.audit('recording.files_deleted', 'recording', id, { sha256, filename, bytes: size });
      return 1;
    });
  }

  return {
    async deleteFiles(recordingIds) {
      let deleted = 0;
      for (const id of recordingIds) {
        const row = await repository.findById(db, id);
        if (row) deleted += await deleteFilesOf(row);
      }
      return deleted;
    },
  };
}
