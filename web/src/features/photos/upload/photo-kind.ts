import { t } from '#contract/language.ts';
import type { Photo, photoCategories, photoSources } from '#contract/photos.ts';
import { formatBytes } from '#contract/texts.ts';
import { registerPhoto, requestUpload, showSavedPhoto } from '#web/features/photos/api.ts';
import { showSavedMessage } from '#web/features/photos/saved-message.ts';
import { detailOf, hasStatus, NoConnection, StorageError } from '#web/lib/api-error.ts';
import { connection } from '#web/lib/connection.ts';
import { clockInput, type ClockReading } from '#web/lib/device-clock.ts';
import type { Item } from '#web/lib/outbox/entry.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';
import type { PhotoScope } from '#web/lib/scope.ts';
import { toast } from '#web/lib/toast.ts';
import { fileSender } from '#web/lib/transfer/file-sender.ts';
import { send } from '#web/lib/transfer/send.ts';

export type PhotoSource = (typeof photoSources)[number];
export type PhotoCategory = (typeof photoCategories)[number];

/** What photos that are added together have in common. */
export interface PhotoSubject {
  category: PhotoCategory;
  description?: string;
  /** The place that they show. */
  building?: string;
  floor?: string;
  room?: string;
  /** The finding whose repair they show. */
  repairOf?: string;
  /** The failed check that they show. */
  checkId?: string;
}

export interface PhotoPayload {
  scope: PhotoScope;
  source: PhotoSource;
  subject: PhotoSubject;
  /** The size of the original picture, if it was too large and this is a smaller copy. */
  originalBytes?: number;
  /** The device's clock when the camera took it. */
  clock?: ClockReading;
}

function problem(error: unknown): string {
  if (error instanceof NoConnection) return t('Waiting for signal');
  if (hasStatus(error, 401)) return t('Authorization required');
  if (error instanceof StorageError)
    return t('Upload failed: {statusText}', { statusText: error.statusText || error.status });
  return detailOf(error) || t('Upload failed');
}
const nameOf = ({ files: [file] }: Item): string => (file instanceof File ? file.name : '');

/** Passed in, so that tests need neither a browser nor a server. */
const photoSteps = { requestUpload, send, registerPhoto };

/** A photo of an area session or inspection, sent as soon as it is taken or chosen. */
export const createPhotoKind = (steps = photoSteps): Kind<PhotoPayload, Photo> => ({
  name: 'photo',
  label: ({ originalBytes }) =>
    originalBytes
      ? t('Photo, made smaller from {originalBytes}', { originalBytes: formatBytes(originalBytes) })
      : t('Photo'),
  concurrency: 3,
  waitsForWifi: () => true,
  dropsRefused: true,
  send: fileSender({
    // No retries here: the person is watching, and the outbox resumes when the connection is back.
    delays: [],
    address: async (file, signal) => ({ method: 'PUT', url: await steps.requestUpload(file, { signal }) }),
    send: steps.send,
    register({ id, payload: { scope, source, subject, clock } }, { name, url }, signal) {
      const deviceClock = clock && clockInput(clock);
      return steps.registerPhoto(scope, { id, filename: name, url, source, deviceClock, ...subject }, { signal });
    },
  }),
  problem,
  onSaved: ({ entry }, photo) => showSavedPhoto(entry.payload.scope, photo),
  onBatchDone(saved) {
    // Photos of plan items are shown by the item's dialog, so they need no message.
    const others = saved.filter(({ planItemId }) => !planItemId);
    if (others.length > 0) showSavedMessage(others);
  },
  onFailed(item, error) {
    // Every screen shows a bar while the server cannot be reached; a toast for each photo would cover the camera.
    if (error instanceof NoConnection && !connection.isThere()) return;
    if (error instanceof NoConnection)
      return toast({
        title: problem(error),
        description: t('{name} is sent once there is a connection.', { name: nameOf(item) }),
      });
    toast({ title: t('Upload failed'), description: `${nameOf(item)}: ${problem(error)}`, variant: 'destructive' });
  },
  onRemoved(item, started) {
    if (started) toast({ title: t('Upload cancelled'), description: nameOf(item) });
  },
});
