import { galleryPhotoKind } from '#web/features/photos/upload/gallery-photo-kind.ts';
import { createPhotoKind } from '#web/features/photos/upload/photo-kind.ts';
import { createUploadQueue, type UploadQueue } from '#web/features/photos/upload/upload-queue.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import { scopePath, type PhotoScope } from '#web/lib/scope.ts';

const photoKind = createPhotoKind();
outbox.register(photoKind);
outbox.register(galleryPhotoKind);

const queues = new Map<string, UploadQueue>();

/** The upload queue of one area session or inspection. */
export function queueOf(scope: PhotoScope): UploadQueue {
  const key = scopePath(scope);
  const queue = queues.get(key) ?? createUploadQueue(outbox, photoKind, scope);
  queues.set(key, queue);
  return queue;
}
