import { isRemovable } from '#web/features/photos/components/upload-tile.tsx';
import type { UploadItem, UploadQueue } from '#web/features/photos/upload/upload-queue.ts';
import type { Scope } from '#web/lib/scope.ts';

/** What can be done with the photos of the camera. */
export interface ShotActions {
  /** The area session or inspection that they belong to. */
  scope: Scope;
  /** The id of its photo, which may be sent already; undefined where the queue did not take it. */
  idOf(file: File): string | undefined;
  /** Whether it can still be taken back. */
  isRemovable(file: File): boolean;
  /** Deletes one; returns what brings it back. */
  remove(file: File): () => void;
}

export function shotActions(uploads: readonly UploadItem[], queue: UploadQueue, scope: Scope): ShotActions {
  const find = (file: File) => uploads.find((upload) => upload.file === file && isRemovable(upload));
  return {
    scope,
    idOf: queue.idOf,
    isRemovable: (file) => find(file) !== undefined,
    remove(file) {
      const upload = find(file);
      if (upload) queue.remove(upload.id);
      return () => {
        if (upload) queue.add([file], upload.source, upload.subject);
      };
    },
  };
}
