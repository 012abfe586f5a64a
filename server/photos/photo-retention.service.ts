import { serverId } from '#server/platform/audit/audit.rules.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import { removeFiles } from './photos.jobs.ts';
import * as repository from './photos.repository.ts';
import { filesOf } from './voice-notes.rules.ts';

export interface PhotoRetention {
  /**
   * Deletes the files of photos, originals and copies. Keeps their findings, SHA-256 and the rest of their rows.
   * Returns how many photos had files.
   */
  deleteFiles(photoIds: string[]): Promise<number>;
}

export const createPhotoRetention = ({ changes }: { changes: Changes }): PhotoRetention => ({
  deleteFiles: (photoIds) =>
    changes.run(serverId, async (change) => {
      const rows = await repository.updateToFilesDeleted(change.tx, photoIds, new Date());
      const keys = rows.flatMap(filesOf);
      if (keys.length > 0) await change.enqueue(removeFiles, { keys });
      for (const { id, sha256, filename, bytes } of rows) {
        change.audit('photo.files_deleted', 'photo', id, { sha256, filename, bytes });
      }
      return rows.length;
    }),
});
