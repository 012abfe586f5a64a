import { describe, expect, it } from 'vitest';
import {
  fileActions,
  stateText,
  summaryOf,
  uploadFileOf,
  type FileState,
  type UploadFile,
} from '#web/features/uploads/file-state.ts';
import type { Item } from '#web/lib/outbox/entry.ts';

const content = new File([new Uint8Array(100)], 'desk.jpg', { type: 'image/jpeg', lastModified: 1 });
const item = (fields: Partial<Item> = {}, checkpoint?: object): Item => ({
  entry: {
    id: 'a',
    kind: 'gallery-photo',
    owner: 'anna',
    parent: 'inspections/7/lobby',
    payload: { purpose: {}, file: { name: 'desk.jpg', type: 'image/jpeg', size: 100, lastModified: 1 }, texts: {} },
    createdAt: 1,
    checkpoint,
  },
  files: [content],
  stage: 'ready',
  sentBytes: 0,
  error: null,
  interrupted: false,
  waiting: false,
  refused: false,
  conflict: false,
  kept: true,
  fromDevice: false,
  restored: false,
  ...fields,
});
const cases: Record<FileState, Partial<Item>> = {
  waiting: { stage: 'ready' },
  preprocessing: { stage: 'preparing' },
  uploading: { stage: 'sending', sentBytes: 40 },
  paused: { stage: 'paused', sentBytes: 40 },
  postprocessing: { stage: 'saving', sentBytes: 40 },
  complete: { stage: 'saved', sentBytes: 40 },
  error: { stage: 'failed', error: 'Non 2xx' },
};
const names: FileState[] = ['waiting', 'preprocessing', 'uploading', 'paused', 'postprocessing', 'complete', 'error'];
const file = (state: FileState, size = 100): UploadFile => ({ ...uploadFileOf(item(cases[state]), []), size });

describe('the state of a file in the upload dashboard', () => {
  it.each(names)('%s follows from the stage of its entry [4.upload.4]', (name) => {
    expect(uploadFileOf(item(cases[name]), []).state).toBe(name);
  });

  it('is waiting both before it is started and while it is queued', () => {
    expect(uploadFileOf(item({ stage: 'queued' }), []).state).toBe('waiting');
  });

  it.each([
    ['waiting', { retry: false, pause: false, resume: false, cancel: true, edit: true }],
    ['preprocessing', { retry: false, pause: false, resume: false, cancel: true, edit: false }],
    ['uploading', { retry: false, pause: true, resume: false, cancel: true, edit: false }],
    ['paused', { retry: false, pause: false, resume: true, cancel: true, edit: false }],
    ['postprocessing', { retry: false, pause: false, resume: false, cancel: false, edit: false }],
    ['complete', { retry: false, pause: false, resume: false, cancel: false, edit: false }],
    ['error', { retry: true, pause: false, resume: false, cancel: true, edit: true }],
  ] as const)('%s allows what makes sense', (name, actions) => {
    expect(fileActions(name)).toEqual(actions);
  });

  it('has a text with its progress', () => {
    expect(names.map((name) => stateText(file(name)))).toEqual([
      'Waiting',
      'Preparing…',
      'Uploading 40%',
      'Paused at 40%',
      'Saving…',
      'Uploaded',
      'Upload failed',
    ]);
  });

  it('is an error while required fields are empty', () => {
    expect(uploadFileOf(item(), ['room'])).toMatchObject({ state: 'error', missing: ['room'], error: null });
  });

  it('lacks its content if the device did not store it, unless it has already been sent', () => {
    const gone = { files: [], restored: true } as const;
    expect(uploadFileOf(item(gone), []).contentMissing).toBe(true);
    expect(uploadFileOf(item(gone, { arrived: { url: '/there' } }), []).contentMissing).toBe(false);
    expect(uploadFileOf(item(), []).contentMissing).toBe(false);
  });
});

describe('the overall state of all files', () => {
  it.each<[FileState[], string]>([
    [[], 'empty'],
    [['waiting', 'complete'], 'waiting'],
    [['complete', 'complete'], 'complete'],
    [['error', 'complete'], 'error'],
    [['error', 'paused', 'complete'], 'paused'],
    [['error', 'postprocessing', 'waiting'], 'postprocessing'],
    [['paused', 'uploading', 'error'], 'uploading'],
  ])('%j is %s', (states, whole) => {
    expect(summaryOf(states.map((name) => file(name))).state).toBe(whole);
  });

  it('counts files and bytes; a stored file counts as sent', () => {
    const summary = summaryOf([file('complete', 300), file('uploading', 100), file('waiting', 100), file('error', 0)]);
    expect(summary).toEqual({
      files: 4,
      unfinished: 3,
      complete: 1,
      failed: 1,
      restored: false,
      percent: 68,
      state: 'uploading',
    });
  });

  it('is restored if any file is', () => {
    expect(summaryOf([file('waiting'), { ...file('waiting'), restored: true }]).restored).toBe(true);
  });
});
