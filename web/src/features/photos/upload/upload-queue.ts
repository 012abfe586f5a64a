import { t } from '#contract/language.ts';
import { photoLimits } from '#contract/photos.ts';
import { fileTooLargeText } from '#contract/texts.ts';
import { plural } from '#contract/texts.ts';
import { originalBytesOf } from '#web/features/photos/upload/fitting-photos.ts';
import type {
  createPhotoKind,
  PhotoPayload,
  PhotoSource,
  PhotoSubject,
} from '#web/features/photos/upload/photo-kind.ts';
import { readClock } from '#web/lib/device-clock.ts';
import type { Item, Stage } from '#web/lib/outbox/entry.ts';
import type { Outbox } from '#web/lib/outbox/outbox.ts';
import { createPreviews } from '#web/lib/outbox/previews.ts';
import { scopePath, type PhotoScope } from '#web/lib/scope.ts';

/** A photo that is being uploaded, as the screens show it. */
export interface UploadItem {
  /** Also the id of the photo, so that a retry never creates a second one. */
  id: string;
  file: File;
  /** The URL of a local preview. */
  preview: string;
  source: PhotoSource;
  subject: PhotoSubject;
  status: 'pending' | 'uploading' | 'success' | 'error';
  /** The percentage of the bytes sent; at 100 the server is saving the photo. */
  progress: number;
  error: string | null;
  /** It stopped because of a lost connection, an ended session, or to wait for Wi-Fi; it continues automatically. */
  interrupted: boolean;
  /** The device stores the file until it is uploaded, so leaving or reloading the page loses nothing. */
  kept: boolean;
}

export interface UploadQueue {
  get(): readonly UploadItem[];
  subscribe(listener: () => void): () => void;
  /** Adds files, up to 10 unfinished ones; returns a message for each refused file. */
  add(files: readonly File[], source: PhotoSource, subject: PhotoSubject): string[];
  /** Adds files as one batch, without the limit on unfinished files; returns a message for each refused file. */
  addBatch(files: readonly File[], source: PhotoSource, subject: PhotoSubject): string[];
  /** The id of the photo that was made from a file, even after it has left the list. */
  idOf(file: File): string | undefined;
  retry(id: string): void;
  remove(id: string): void;
  /**
   * Compares the queue with the photos that the server lists. A listed photo is saved, even if the answer to its
   * registration is still expected. Previews are revoked when their photos are analyzed.
   */
  reconcile(photos: readonly { id: string; analysisStatus: string }[]): void;
  /** The local preview of a file, even after it has left the list, until its photo is analyzed. */
  previewOf(id: string): string | undefined;
}

const isPdf = ({ type, name }: File): boolean => type === 'application/pdf' || /\.pdf$/i.test(name);
const isPicture = ({ type, name }: File): boolean => type.startsWith('image/') || /\.(heic|heif|avif)$/i.test(name);

/** The message for a refused file; null if it is accepted. The server checks the content later. */
export function photoRefusal(file: File, { category }: PhotoSubject): string | null {
  if (file.size > photoLimits.bytes) return fileTooLargeText(file.name, photoLimits.bytes);
  if (file.size === 0) return t('File {name} is empty', { name: file.name });
  if (isPdf(file))
    return category === 'certificates'
      ? null
      : t('File {name} is a PDF, which only Certificates take', { name: file.name });
  return isPicture(file) ? null : t('File {name} is not a picture', { name: file.name });
}

const accepted = (files: readonly File[], subject: PhotoSubject): File[] =>
  files.filter((file) => photoRefusal(file, subject) === null);
const refusals = (files: readonly File[], subject: PhotoSubject): string[] =>
  files.flatMap((file) => photoRefusal(file, subject) ?? []);

const statusOf = (stage: Stage): UploadItem['status'] =>
  stage === 'saved' ? 'success' : stage === 'failed' ? 'error' : stage === 'queued' ? 'pending' : 'uploading';

/** The queue of photos that the outbox is uploading for one area session or inspection. */
export function createUploadQueue(
  outbox: Outbox,
  kind: ReturnType<typeof createPhotoKind>,
  scope: PhotoScope,
): UploadQueue {
  const parent = scopePath(scope);
  const previews = createPreviews();
  const ids = new WeakMap<File, string>();
  let shown: readonly Item[] = [];
  let uploads: readonly UploadItem[] = [];

  let heldBefore = 0;

  const uploadOf = (each: Item): UploadItem[] => {
    const {
      entry,
      files: [file],
      ...item
    } = each;
    if (!(file instanceof File)) return [];
    const { source, subject } = entry.payload as PhotoPayload;
    const { stage, error, kept, sentBytes } = item;
    const interrupted = item.interrupted || outbox.isHeld(each);
    const progress = stage === 'saving' || stage === 'saved' ? 100 : (sentBytes / file.size) * 100;
    const preview = previews.of(entry.id, file);
    return [
      { id: entry.id, file, preview, source, subject, status: statusOf(stage), progress, error, interrupted, kept },
    ];
  };
  /** Returns the same array until one of its photos changes, so that screens render only then. */
  function get(): readonly UploadItem[] {
    const items = outbox.of(parent).filter(({ entry }) => entry.kind === kind.name);
    const held = items.filter(outbox.isHeld).length;
    if (held !== heldBefore || items.length !== shown.length || items.some((item, index) => item !== shown[index])) {
      heldBefore = held;
      shown = items;
      uploads = items.flatMap(uploadOf);
    }
    return uploads;
  }

  function enqueue(file: File, source: PhotoSource, subject: PhotoSubject): void {
    const originalBytes = originalBytesOf(file);
    const payload = {
      scope,
      source,
      subject,
      ...(originalBytes ? { originalBytes } : {}),
      ...(source === 'camera' ? { clock: readClock() } : {}),
    };
    ids.set(file, outbox.add(kind, { parent, payload, files: [file] }));
  }

  return {
    get,
    subscribe: outbox.subscribe,
    add(files, source, subject) {
      const refused = refusals(files, subject);
      const fitting = accepted(files, subject);
      const added = fitting.slice(0, remainingCapacity(get()));
      if (added.length < fitting.length) {
        const left = plural(fitting.length - added.length, 'file was', 'files were');
        refused.push(
          t('At most {filesPerUpload} files can wait at a time; {left} left out', {
            filesPerUpload: photoLimits.filesPerUpload,
            left,
          }),
        );
      }
      for (const file of added) enqueue(file, source, subject);
      return refused;
    },
    addBatch(files, source, subject) {
      for (const file of accepted(files, subject)) enqueue(file, source, subject);
      return refusals(files, subject);
    },
    idOf: (file) => ids.get(file),
    retry: outbox.start,
    remove: outbox.remove,
    reconcile(photos) {
      const statuses = new Map(photos.map(({ id, analysisStatus }) => [id, analysisStatus]));
      for (const { id } of get()) if (statuses.has(id)) outbox.markSaved(id);
      const ids = new Set(get().map(({ id }) => id));
      // Revoke the previews of saved photos, or a long inspection would leak them.
      previews.keepOnly((id) => ids.has(id) || statuses.get(id) === 'pending');
    },
    previewOf: previews.find,
  };
}

/** Photos that are not saved yet. */
export const unfinished = (uploads: readonly UploadItem[]): UploadItem[] =>
  uploads.filter(({ status }) => status !== 'success');

/** How many more files may be added. Files that the device stores until the connection is back do not count. */
export const remainingCapacity = (uploads: readonly UploadItem[]): number =>
  Math.max(
    0,
    photoLimits.filesPerUpload - unfinished(uploads).filter(({ interrupted, kept }) => !(interrupted && kept)).length,
  );

/** Photos that would be lost if the page were closed now. */
export const unsavedUploads = (uploads: readonly UploadItem[]): UploadItem[] =>
  unfinished(uploads).filter(({ kept }) => !kept);
