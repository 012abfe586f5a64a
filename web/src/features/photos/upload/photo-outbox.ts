import { galleryPhotoKind } from '#web/features/photos/upload/gallery-photo-kind.ts';
import { createPhotoKind } from '#web/features/photos/upload/photo-kind.ts';
import { createUploadQueue, type UploadQueue } from '#web/features/photos/upload/upload-queue.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import type { Scope } from '#web/lib/scope.ts';

const photoKind = createPhotoKind();
outbox.register(photoKind);
outbox.register(galleryPhotoKind);

const queues = new Map<string, UploadQueue>();

/** The photos on their way to one area session or inspection. */
export function queueOf(scope: Scope): UploadQueue {
  const key = `${scope.of}/${scope.id}`;
  const queue = queues.get(key) ?? createUploadQueue(outbox, photoKind, scope);
  queues.set(key, queue);
  return queue;
}
