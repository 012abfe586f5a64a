import { t } from '#contract/language.ts';
import type { FilePayload } from '#web/features/uploads/file-kind.ts';
import type { Item, Stage } from '#web/lib/outbox/entry.ts';
import type { FileCheckpoint } from '#web/lib/transfer/file-sender.ts';

export type FileState = 'waiting' | 'preprocessing' | 'uploading' | 'postprocessing' | 'complete' | 'error' | 'paused';

/** A file in the upload dashboard. */
export interface UploadFile {
  id: string;
  name: string;
  type: string;
  size: number;
  texts: Readonly<Record<string, string>>;
  state: FileState;
  /** The percentage of its bytes that are sent. */
  percent: number;
  error: string | null;
  /** The ids of required fields that are empty, after somebody has tried to start the upload. */
  missing: readonly string[];
  /** The device did not store its content, so the file has to be chosen again. */
  contentMissing: boolean;
  /** An earlier page left it, and nobody has continued it yet. */
  restored: boolean;
}

/*
 * waiting → preprocessing → uploading ⇄ paused
 *                              └→ postprocessing → complete
 * any of them but complete → error → (retry) → waiting
 */
const states: Record<Stage, FileState> = {
  ready: 'waiting',
  queued: 'waiting',
  preparing: 'preprocessing',
  sending: 'uploading',
  paused: 'paused',
  saving: 'postprocessing',
  saved: 'complete',
  failed: 'error',
};

/** The dashboard's view of an outbox entry. */
export function uploadFileOf({ entry, ...item }: Item, missing: readonly string[]): UploadFile {
  const { file, texts } = entry.payload as FilePayload;
  const { arrived } = (entry.checkpoint ?? {}) as FileCheckpoint<unknown>;
  const sent = item.stage === 'saving' || item.stage === 'saved' ? file.size : item.sentBytes;
  return {
    id: entry.id,
    name: file.name,
    type: file.type,
    size: file.size,
    texts,
    state: missing.length > 0 ? 'error' : states[item.stage],
    percent: file.size === 0 ? 0 : Math.floor((sent / file.size) * 100),
    error: item.error,
    missing,
    contentMissing: item.files.length === 0 && !arrived && item.stage !== 'saved',
    restored: item.restored,
  };
}

/** The actions that a person can take on a file now. */
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
    // A file that the server is already saving cannot be canceled; the photo can be deleted later.
    cancel: state !== 'postprocessing' && state !== 'complete',
    edit: state === 'waiting' || state === 'error',
  };
}

const labels: Record<FileState, string> = {
  waiting: t('Waiting'),
  preprocessing: t('Preparing…'),
  uploading: t('Uploading'),
  postprocessing: t('Saving…'),
  complete: t('Uploaded'),
  error: t('Upload failed'),
  paused: t('Paused'),
};

/** The text next to a file. */
export const stateText = ({ state, percent }: Pick<UploadFile, 'state' | 'percent'>): string =>
  state === 'uploading'
    ? t('Uploading {percent}%', { percent })
    : state === 'paused'
      ? t('Paused at {percent}%', { percent })
      : labels[state];

export interface Summary {
  files: number;
  /** The number of files that are not complete. */
  unfinished: number;
  complete: number;
  failed: number;
  /** Whether files of an earlier page wait for a person to continue them. */
  restored: boolean;
  /** The percentage of all bytes; a file that the server is saving counts as sent. */
  percent: number;
  state: FileState | 'empty';
}

/**
 * The overall state of a dashboard's files: running uploads take precedence over waiting ones, failures over
 * completed ones.
 */
export function summaryOf(files: readonly Pick<UploadFile, 'state' | 'size' | 'percent' | 'restored'>[]): Summary {
  const count = (state: FileState) => files.filter((file) => file.state === state).length;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const sent = files.reduce((sum, { percent, size }) => sum + (percent / 100) * size, 0);
  const order: FileState[] = ['uploading', 'preprocessing', 'postprocessing', 'paused', 'error', 'waiting', 'complete'];
  return {
    files: files.length,
    unfinished: files.length - count('complete'),
    complete: count('complete'),
    failed: count('error'),
    restored: files.some(({ restored }) => restored),
    percent: bytes === 0 ? 0 : Math.floor((sent / bytes) * 100),
    state: order.find((state) => count(state) > 0) ?? 'empty',
  };
}
