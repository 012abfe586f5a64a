import { isRemovable } from '#web/features/photos/components/upload-tile.tsx';
import type { UploadItem, UploadQueue } from '#web/features/photos/upload/upload-queue.ts';

/** The photos of the camera that can still be taken back. */
export interface UnsentShots {
  has(file: File): boolean;
  /** Deletes one; returns what brings it back. */
  remove(file: File): () => void;
}

export const unsentShots = (uploads: readonly UploadItem[], queue: UploadQueue): UnsentShots => {
  const find = (file: File) => uploads.find((upload) => upload.file === file && isRemovable(upload));
  return {
    has: (file) => find(file) !== undefined,
    remove(file) {
      const upload = find(file);
      if (upload) queue.remove(upload.id);
      return () => {
        if (upload) queue.add([file], upload.source, upload.subject);
      };
    },
  };
};
