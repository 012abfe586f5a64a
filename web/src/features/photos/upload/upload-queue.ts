import { fileTooLarge, photoLimits, type photoCategories, type photoSources } from '#contract/photos.ts';
import { ApiError, detailOf } from '#web/lib/api-error.ts';
import { plural } from '#web/lib/format.ts';
import { ConnectionLost } from '#web/features/photos/upload/put-file.ts';

export type PhotoSource = (typeof photoSources)[number];
export type PhotoCategory = (typeof photoCategories)[number];

/** What the photos that are added together show. */
export interface PhotoSubject {
  category: PhotoCategory;
  description?: string;
}

export interface UploadItem {
  /** Also the photo's id, so that trying again never makes a second photo. */
  id: string;
  file: File;
  /** Address of a local preview. */
  preview: string;
  source: PhotoSource;
  subject: PhotoSubject;
  status: 'pending' | 'uploading' | 'success' | 'error';
  /** 0-100 of the bytes sent; at 100 the server is saving it. */
  progress: number;
  error: string | null;
  /** It was stopped by what passes: a lost connection or an ended session. */
  lost: boolean;
  /** The device keeps the file until it is uploaded, so that leaving or reloading the page loses nothing. */
  kept: boolean;
}

/** What of an upload outlives the page. */
export type KeptUpload = Pick<UploadItem, 'id' | 'file' | 'source' | 'subject'>;

/** What an upload consists of; given in, so that the queue knows nothing of the network. */
export interface UploadSteps<Saved> {
  address(file: File): Promise<string>;
  put(url: string, file: File, options: { onProgress: (percent: number) => void; signal: AbortSignal }): Promise<void>;
  register(upload: KeptUpload & { url: string }): Promise<Saved>;
  /** Puts the file on the device; answers whether it is there. */
  keep(upload: KeptUpload): Promise<boolean>;
  forget(id: string): void;
  onSaved(saved: Saved): void;
  onFailed(file: File, reason: string): void;
  /** A person took away a file that was being sent. */
  onCancelled(file: File): void;
}

export interface UploadQueue {
  get(): readonly UploadItem[];
  subscribe(listener: () => void): () => void;
  /** Takes files in, at most 10 unfinished ones; answers what was refused, in sentences. */
  add(files: readonly File[], source: PhotoSource, subject: PhotoSubject): string[];
  /** Goes on with what an earlier page left on the device. */
  restore(uploads: readonly KeptUpload[]): void;
  retry(id: string): void;
  /** Tries again what the connection or the session lost. */
  resume(): void;
  remove(id: string): void;
  /**
   * Learns which photos the server holds. One that is listed is saved, though the answer to its registering may still
   * wait for the analysis; local pictures go when their photos are analysed.
   */
  know(photos: readonly { id: string; analysisStatus: string }[]): void;
  /** The local picture of a file, also after it left the list, until its photo is analysed. */
  previewOf(id: string): string | undefined;
  /** Cancels what is under way; what the device keeps stays there. */
  stop(): void;
}

/** fetch says TypeError when there is no connection. */
const isConnection = (error: unknown): boolean => error instanceof ConnectionLost || error instanceof TypeError;
/** The session has ended: the same person can go on once they have signed in again. */
const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 403, 408, 429].includes(error.status);
function reasonOf(error: unknown): string {
  if (isConnection(error)) return 'No connection';
  return isUnauthorized(error) ? 'Authorization required' : detailOf(error) || 'Upload failed';
}

const isPdf = ({ type, name }: File): boolean => type === 'application/pdf' || /\.pdf$/i.test(name);
const isPicture = ({ type, name }: File): boolean => type.startsWith('image/') || /\.(heic|heif|avif)$/i.test(name);

/** Why a file is not taken, in a sentence; null where it is. The server judges by content. */
function refusalOf(file: File, { category }: PhotoSubject): string | null {
  if (file.size > photoLimits.bytes) return fileTooLarge(file.name);
  if (file.size === 0) return `File ${file.name} is empty`;
  if (isPdf(file))
    return category === 'certificates' ? null : `File ${file.name} is a PDF, which only Certificates take`;
  return isPicture(file) ? null : `File ${file.name} is not a picture`;
}

const atOnce = 3;
/** A finished list stays this long, in ms. */
const clearDelay = 1500;

/** pending → uploading → success | error; error → (retry) → pending. Pending and failed files can be removed. */
export function createUploadQueue<Saved>(steps: UploadSteps<Saved>): UploadQueue {
  let items: readonly UploadItem[] = [];
  let clearing: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  /** Addresses whose file has arrived, so that a retry need not send it again. */
  const arrived = new Map<string, string>();
  const cancels = new Map<string, AbortController>();
  const previews = new Map<string, string>();

  function set(next: readonly UploadItem[]) {
    items = next;
    for (const listener of listeners) listener();
  }
  const change = (id: string, fields: Partial<UploadItem>) =>
    set(items.map((item) => (item.id === id ? { ...item, ...fields } : item)));

  function releasePreview(id: string) {
    const preview = previews.get(id);
    if (preview) URL.revokeObjectURL(preview);
    previews.delete(id);
  }

  function drop(ids: ReadonlySet<string>) {
    for (const { id, status } of items) if (ids.has(id) && status !== 'success') releasePreview(id);
    set(items.filter((item) => !ids.has(item.id)));
  }

  function take(uploads: readonly KeptUpload[], kept: boolean) {
    const taken = uploads.map(({ id, file, source, subject }): UploadItem => {
      const preview = URL.createObjectURL(file);
      previews.set(id, preview);
      return { id, file, preview, source, subject, status: 'pending', progress: 0, error: null, lost: false, kept };
    });
    set([...items, ...taken]);
    next();
  }

  function clearWhenDone() {
    clearTimeout(clearing);
    if (items.length === 0 || items.some(({ status }) => status === 'pending' || status === 'uploading')) return;
    clearing = setTimeout(
      () => drop(new Set(items.filter(({ status }) => status === 'success').map(({ id }) => id))),
      clearDelay,
    );
  }

  async function send(item: UploadItem) {
    const { id, file, source, subject } = item;
    const cancel = new AbortController();
    cancels.set(id, cancel);
    let url = arrived.get(id);
    if (!url) {
      url = await steps.address(file);
      await steps.put(url, file, {
        onProgress: (progress) => change(id, { progress }),
        signal: cancel.signal,
      });
      arrived.set(id, url);
    }
    change(id, { progress: 100 });
    try {
      return await steps.register({ id, file, url, source, subject });
    } catch (error) {
      // A refused file is gone from the address; only after a lost connection is it still there.
      if (error instanceof ApiError && error.status < 500 && !isUnauthorized(error)) arrived.delete(id);
      throw error;
    }
  }

  async function run(item: UploadItem) {
    change(item.id, { status: 'uploading', error: null, lost: false, progress: arrived.has(item.id) ? 100 : 0 });
    try {
      const saved = await send(item);
      change(item.id, { status: 'success', progress: 100 });
      steps.forget(item.id);
      steps.onSaved(saved);
    } catch (error) {
      const failed = items.find(({ id }) => id === item.id);
      if (!failed || failed.status === 'success') return;
      const final = isFinal(error);
      // What the server refuses for good would be refused after a reload as well.
      if (final) steps.forget(item.id);
      const lost = isConnection(error) || isUnauthorized(error);
      change(item.id, { status: 'error', error: reasonOf(error), lost, kept: failed.kept && !final });
      steps.onFailed(item.file, reasonOf(error));
    } finally {
      cancels.delete(item.id);
      next();
    }
  }

  function next() {
    const free = atOnce - items.filter(({ status }) => status === 'uploading').length;
    for (const item of items.filter(({ status }) => status === 'pending').slice(0, Math.max(0, free))) void run(item);
    clearWhenDone();
  }

  return {
    get: () => items,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    add(files, source, subject) {
      const fitting = files.filter((file) => refusalOf(file, subject) === null);
      const refused = files.flatMap((file) => refusalOf(file, subject) ?? []);
      const taken = fitting.slice(0, roomIn(items));
      if (taken.length < fitting.length) {
        const left = plural(fitting.length - taken.length, 'file was', 'files were');
        refused.push(`At most ${photoLimits.filesPerUpload} files can wait at a time; ${left} left out`);
      }
      const uploads = taken.map((file) => ({ id: crypto.randomUUID(), file, source, subject }));
      take(uploads, false);
      for (const upload of uploads) {
        void steps.keep(upload).then((kept) => {
          const item = items.find(({ id }) => id === upload.id);
          if (kept && item && item.status !== 'success') change(upload.id, { kept });
          // Saved or taken away meanwhile.
          else if (kept) steps.forget(upload.id);
        });
      }
      return refused;
    },
    restore(uploads) {
      take(
        uploads.filter((upload) => !items.some(({ id }) => id === upload.id)),
        true,
      );
    },
    retry(id) {
      if (items.some((item) => item.id === id && item.status === 'error')) {
        change(id, { status: 'pending', error: null });
        next();
      }
    },
    resume() {
      set(
        items.map((item) =>
          item.lost && item.status === 'error' ? { ...item, status: 'pending', error: null } : item,
        ),
      );
      next();
    },
    remove(id) {
      const item = items.find((entry) => entry.id === id);
      if (!item || item.status === 'success') return;
      if (item.status === 'uploading') steps.onCancelled(item.file);
      cancels.get(id)?.abort();
      steps.forget(id);
      drop(new Set([id]));
      next();
    },
    know(photos) {
      const listed = new Map(photos.map(({ id, analysisStatus }) => [id, analysisStatus]));
      const arrivedNow = items.filter(
        ({ id, status, progress }) => status === 'uploading' && progress === 100 && listed.has(id),
      );
      for (const { id } of arrivedNow) {
        steps.forget(id);
        change(id, { status: 'success' });
      }
      for (const id of previews.keys())
        if (listed.get(id) !== 'pending' && !items.some((item) => item.id === id)) releasePreview(id);
      if (arrivedNow.length > 0) next();
    },
    previewOf: (id) => previews.get(id),
    stop() {
      clearTimeout(clearing);
      for (const cancel of cancels.values()) cancel.abort();
      drop(new Set(items.map(({ id }) => id)));
      for (const id of previews.keys()) releasePreview(id);
    },
  };
}

/** Files that are not saved yet. */
export const unfinished = (items: readonly UploadItem[]): UploadItem[] =>
  items.filter(({ status }) => status !== 'success');

/** How many files may still be taken. What the device keeps until the connection is back does not count. */
export const roomIn = (items: readonly UploadItem[]): number =>
  Math.max(0, photoLimits.filesPerUpload - unfinished(items).filter(({ lost, kept }) => !(lost && kept)).length);

/** Files that leaving the page now would lose. */
export const losable = (items: readonly UploadItem[]): UploadItem[] => unfinished(items).filter(({ kept }) => !kept);
