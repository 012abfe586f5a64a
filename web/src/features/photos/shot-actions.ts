import { isRemovable } from '#web/features/photos/components/upload-tile.tsx';
import type { UploadItem, UploadQueue } from '#web/features/photos/upload/upload-queue.ts';
import type { Scope } from '#web/lib/scope.ts';

/** The actions for photos that were just taken with the camera. */
export interface ShotActions {
  /** The area session or inspection that the photos belong to. */
  scope: Scope;
  /** The id of the photo, whether sent or not; undefined if the queue refused the file. */
  idOf(file: File): string | undefined;
  /** Whether the photo can still be removed. */
  isRemovable(file: File): boolean;
  /** Removes a photo; returns a function that undoes it. */
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
