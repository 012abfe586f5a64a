import type { Body, UppyFile } from '@uppy/core';
import type { UploadFacts } from '#web/lib/transfer/upload-target.ts';

/** What is kept of each file beside its content, also over a reload. */
export interface UploadMeta extends Record<string, unknown> {
  /** The id of the record that the file becomes. */
  recordId: string;
  /** What was found out of the file; undefined until then. */
  facts?: UploadFacts;
}
export type UploadFile = UppyFile<UploadMeta, Body>;

export type FileState = 'waiting' | 'preprocessing' | 'uploading' | 'postprocessing' | 'complete' | 'error' | 'paused';

type StateFields = Pick<UploadFile, 'error' | 'isPaused'> & { progress: Partial<UploadFile['progress']> };

/*
 * waiting → preprocessing → uploading ⇄ paused
 *                              └→ postprocessing → complete
 * any of them but complete → error → (retry) → where it had come to
 * A file of an earlier page waits until a person goes on with it, however far it had come.
 */
export function fileState({ error, isPaused, progress }: StateFields, restored = false): FileState {
  if (error) return 'error';
  if (restored && !progress.complete) return 'waiting';
  if (progress.preprocess) return 'preprocessing';
  if (progress.postprocess) return 'postprocessing';
  if (progress.uploadComplete) return 'complete';
  if (isPaused) return 'paused';
  return progress.uploadStarted ? 'uploading' : 'waiting';
}

/** What a person can do with a file now. */
export interface FileActions {
  retry: boolean;
  pause: boolean;
  resume: boolean;
  cancel: boolean;
  edit: boolean;
}

export function fileActions(state: FileState): FileActions {
  return {
    retry: state === 'error',
    pause: state === 'uploading',
    resume: state === 'paused',
    // What the server is saving already cannot be called back; the photo can be deleted.
    cancel: state !== 'postprocessing' && state !== 'complete',
    edit: state === 'waiting' || state === 'error',
  };
}

const labels: Record<FileState, string> = {
  waiting: 'Waiting',
  preprocessing: 'Preparing…',
  uploading: 'Uploading',
  postprocessing: 'Saving…',
  complete: 'Complete',
  error: 'Upload failed',
  paused: 'Paused',
};

/** The words beside a file. */
export function stateText(file: StateFields, restored = false): string {
  const state = fileState(file, restored);
  const percent = file.progress.percentage ?? 0;
  return state === 'uploading' ? `Uploading ${percent}%` : state === 'paused' ? `Paused at ${percent}%` : labels[state];
}

export interface Summary {
  files: number;
  /** Not complete yet. */
  unfinished: number;
  complete: number;
  failed: number;
  /** 0-100 of all bytes; a file that is being saved counts as sent. */
  percent: number;
  state: FileState | 'empty';
}

/** All files of a widget as one: what goes on counts before what waits, a failure before what is done. */
export function summaryOf(files: readonly (StateFields & Pick<UploadFile, 'size'>)[], restored = false): Summary {
  const states = files.map((file) => fileState(file, restored));
  const has = (state: FileState) => states.includes(state);
  const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const sent = files.reduce(
    (sum, { progress, size }) => sum + (progress.uploadComplete ? (size ?? 0) : progress.bytesUploaded || 0),
    0,
  );
  const order: FileState[] = ['uploading', 'preprocessing', 'postprocessing', 'paused', 'error', 'waiting', 'complete'];
  return {
    files: files.length,
    unfinished: states.filter((state) => state !== 'complete').length,
    complete: states.filter((state) => state === 'complete').length,
    failed: states.filter((state) => state === 'error').length,
    percent: bytes === 0 ? 0 : Math.floor((sent / bytes) * 100),
    state: order.find(has) ?? 'empty',
  };
}
