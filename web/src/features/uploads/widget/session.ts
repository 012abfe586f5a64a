import type { Body, Uppy } from '@uppy/core';
import GoldenRetriever from '@uppy/golden-retriever';
import { toast } from '#web/lib/toast.ts';
import { keptFor, notePending } from '#web/features/uploads/pending-note.ts';
import { uploaderId, type FileUploader } from '#web/features/uploads/widget/file-uploader.ts';
import { createUppy, type UppyOptions } from '#web/features/uploads/widget/uppy.ts';
import { createPreviews } from '#web/lib/outbox/previews.ts';
import { fileState, summaryOf, type UploadFile, type UploadMeta } from '#web/features/uploads/widget/file-state.ts';

/** A finished list stays this long, in ms. */
const resetDelay = 1500;
export type UploadState = ReturnType<Uppy<UploadMeta, Body>['getState']>;

/** The files of one widget and what becomes of them; lives on while files are under way, whatever page is shown. */
export interface UploadSession {
  get(): UploadState;
  subscribe(listener: () => void): () => void;
  add(files: readonly File[]): void;
  /** Starts what waits and tries again what failed; goes on with a restored session. */
  start(): void;
  retry(id: string): void;
  pauseOrResume(id: string): void;
  pauseAll(): void;
  resumeAll(): void;
  remove(id: string): void;
  cancelAll(): void;
  describe(id: string, texts: Record<string, string>): void;
  /** A local address of the file's content; null where there is none. */
  previewOf(file: UploadFile): string | null;
  isBusy(): boolean;
  /** Ends it on this page. What is not uploaded is kept by the browser for a later session. */
  close(): void;
}

const filesIn = (state: UploadState): UploadFile[] => Object.values(state.files);

export interface SessionOptions extends UppyOptions {
  /** All files that were sent together are through; how many of them succeeded. */
  onComplete: (complete: number) => void;
}

export function createSession(options: SessionOptions): UploadSession {
  const { scope } = options;
  const uppy = createUppy(options);
  const keeper = 'GoldenRetriever';
  uppy.use(GoldenRetriever, { expires: keptFor });

  let closing = false;
  let resetting: ReturnType<typeof setTimeout> | undefined;
  const reset = () => {
    if (filesIn(uppy.getState()).every((file) => fileState(file) === 'complete')) uppy.clear();
  };
  uppy.on('complete', ({ successful = [] }) => {
    options.onComplete(successful.length);
    clearTimeout(resetting);
    resetting = setTimeout(reset, resetDelay);
  });
  uppy.on('file-removed', (file) => {
    const begun = ['uploading', 'preprocessing', 'paused'].includes(fileState(file));
    if (begun && !closing) toast({ title: 'Upload cancelled', description: file.name });
  });
  const previews = createPreviews();
  let noted = -1;
  uppy.on('state-update', (_before, after) => {
    if (closing) return;
    previews.keepOnly((id) => id in after.files);
    const { unfinished } = summaryOf(Object.values(after.files));
    // An empty list right after the start may be one that is still being restored.
    if (unfinished === noted || (noted === -1 && unfinished === 0)) return;
    noted = unfinished;
    notePending(scope, unfinished);
  });

  const ignore = () => undefined;
  const clearMessages = () => uppy.setState({ info: [] });
  return {
    get: () => uppy.getState(),
    subscribe: (listener) => uppy.store.subscribe(listener),
    add(files) {
      clearTimeout(resetting);
      reset();
      clearMessages();
      const chosen = files.map((file) => ({
        source: 'device',
        name: file.name,
        type: file.type,
        data: file,
        meta: { recordId: crypto.randomUUID() },
      }));
      try {
        uppy.addFiles(chosen);
      } catch (error) {
        // The refusal stands among the messages.
        uppy.log(error, 'warning');
      }
    },
    start() {
      clearMessages();
      if (uppy.getState().recoveredState) uppy.emit('restore-confirmed');
      // Why it did not start stands among the messages and beside the files.
      else void uppy.upload().catch(ignore);
    },
    retry(id) {
      clearMessages();
      void uppy.retryUpload(id).then((result) => result && uppy.emit('complete', result), ignore);
    },
    pauseOrResume: (id) => void uppy.pauseResume(id),
    pauseAll: () => uppy.pauseAll(),
    resumeAll: () => uppy.resumeAll(),
    remove(id) {
      clearMessages();
      uppy.removeFile(id);
    },
    cancelAll() {
      clearMessages();
      uppy.cancelAll();
    },
    describe(id, texts) {
      const file = uppy.getFile(id);
      if (!file) return;
      uppy.setFileMeta(id, { ...file.meta, ...texts });
      const missing = file.missingRequiredMetaFields ?? [];
      const left = missing.filter((field) => !texts[field]);
      if (missing.length > 0) {
        uppy.setFileState(id, { missingRequiredMetaFields: left, ...(left.length === 0 ? { error: null } : {}) });
      }
    },
    previewOf: (file) => (file.isRemote || !file.data ? null : previews.of(file.id, file.data)),
    isBusy: () => ['uploading', 'preprocessing', 'postprocessing'].includes(summaryOf(uppy.getFiles()).state),
    close() {
      closing = true;
      if (filesIn(uppy.getState()).length === 0) notePending(scope, 0);
      clearTimeout(resetting);
      // First what remembers, or it would forget the files with the session.
      const memory = uppy.getPlugin(keeper);
      if (memory) uppy.removePlugin(memory);
      const sender = uppy.getPlugin<FileUploader>(uploaderId);
      sender?.detach();
      uppy.destroy();
      previews.keepOnly(() => false);
    },
  };
}
