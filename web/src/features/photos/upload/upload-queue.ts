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
}

/** What an upload consists of; given in, so that the queue knows nothing of the network. */
export interface UploadSteps<Saved> {
  address(file: File): Promise<string>;
  put(url: string, file: File, options: { onProgress: (percent: number) => void; signal: AbortSignal }): Promise<void>;
  register(upload: Pick<UploadItem, 'id' | 'file' | 'source' | 'subject'> & { url: string }): Promise<Saved>;
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
  retry(id: string): void;
  /** Tries again what the connection or the session lost. */
  resume(): void;
  remove(id: string): void;
  /** Cancels what is under way and forgets all of it. */
  clear(): void;
}

/** fetch says TypeError when there is no connection. */
const isConnection = (error: unknown): boolean => error instanceof ConnectionLost || error instanceof TypeError;
/** The session has ended: the same person can go on once they have signed in again. */
const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
function reasonOf(error: unknown): string {
  if (isConnection(error)) return 'No connection';
  return isUnauthorized(error) ? 'Authorization required' : detailOf(error) || 'Upload failed';
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
  const lost = new Set<string>();
  const cancels = new Map<string, AbortController>();

  function set(next: readonly UploadItem[]) {
    items = next;
    for (const listener of listeners) listener();
  }
  const change = (id: string, fields: Partial<UploadItem>) =>
    set(items.map((item) => (item.id === id ? { ...item, ...fields } : item)));

  function drop(ids: ReadonlySet<string>) {
    for (const item of items) if (ids.has(item.id)) URL.revokeObjectURL(item.preview);
    set(items.filter((item) => !ids.has(item.id)));
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
    change(item.id, { status: 'uploading', error: null, progress: arrived.has(item.id) ? 100 : 0 });
    lost.delete(item.id);
    try {
      const saved = await send(item);
      change(item.id, { status: 'success', progress: 100 });
      steps.onSaved(saved);
    } catch (error) {
      if (isConnection(error) || isUnauthorized(error)) lost.add(item.id);
      if (!items.some(({ id }) => id === item.id)) return;
      change(item.id, { status: 'error', error: reasonOf(error) });
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
      const small = files.filter((file) => file.size <= photoLimits.bytes);
      const refused = files.filter((file) => file.size > photoLimits.bytes).map((file) => fileTooLarge(file.name));
      const room = photoLimits.filesPerUpload - items.filter(({ status }) => status !== 'success').length;
      const taken = small.slice(0, Math.max(0, room));
      if (taken.length < small.length) {
        const left = plural(small.length - taken.length, 'file was', 'files were');
        refused.push(`At most ${photoLimits.filesPerUpload} files can wait at a time; ${left} left out`);
      }
      set([
        ...items,
        ...taken.map((file) => ({
          id: crypto.randomUUID(),
          file,
          preview: URL.createObjectURL(file),
          source,
          subject,
          status: 'pending' as const,
          progress: 0,
          error: null,
        })),
      ]);
      next();
      return refused;
    },
    retry(id) {
      if (items.some((item) => item.id === id && item.status === 'error')) {
        change(id, { status: 'pending', error: null });
        next();
      }
    },
    resume() {
      set(items.map((item) => (lost.has(item.id) && item.status === 'error' ? { ...item, status: 'pending' } : item)));
      next();
    },
    remove(id) {
      const item = items.find((entry) => entry.id === id);
      if (!item || item.status === 'success') return;
      if (item.status === 'uploading') steps.onCancelled(item.file);
      cancels.get(id)?.abort();
      drop(new Set([id]));
      next();
    },
    clear() {
      clearTimeout(clearing);
      for (const cancel of cancels.values()) cancel.abort();
      drop(new Set(items.map(({ id }) => id)));
    },
  };
}

/** Files that are not saved yet: leaving the page now would lose them. */
export const unfinished = (items: readonly UploadItem[]): UploadItem[] =>
  items.filter(({ status }) => status !== 'success');
