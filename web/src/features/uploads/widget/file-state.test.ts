import { describe, expect, it } from 'vitest';
import { fileActions, fileState, stateText, summaryOf } from '#web/features/uploads/widget/file-state.ts';

const started = { uploadStarted: 1, bytesUploaded: 40, bytesTotal: 100, percentage: 40, uploadComplete: false };
const working = { mode: 'indeterminate' } as const;
const cases = {
  waiting: { progress: { uploadStarted: null } },
  preprocessing: { progress: { uploadStarted: null, preprocess: working } },
  uploading: { progress: started },
  paused: { progress: started, isPaused: true },
  postprocessing: { progress: { ...started, uploadComplete: true, postprocess: working } },
  complete: { progress: { ...started, uploadComplete: true, complete: true as const } },
  error: { progress: { ...started, uploadComplete: true, postprocess: working }, isPaused: true, error: 'Non 2xx' },
};
type Name = keyof typeof cases;
const names = Object.keys(cases).filter((name): name is Name => name in cases);

describe('the state of a file in the upload dashboard', () => {
  it.each(names)('%s is told from what Uppy keeps [4.upload.4]', (name) => {
    expect(fileState(cases[name])).toBe(name);
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

  it('is said in words, with how far it is', () => {
    expect(names.map((name) => stateText(cases[name]))).toEqual([
      'Waiting',
      'Preparing…',
      'Uploading 40%',
      'Paused at 40%',
      'Saving…',
      'Complete',
      'Upload failed',
    ]);
  });

  it('waits after a reload, however far the file had come, unless it is through', () => {
    expect(names.map((name) => fileState(cases[name], true))).toEqual([
      'waiting',
      'waiting',
      'waiting',
      'waiting',
      'waiting',
      'complete',
      'error',
    ]);
  });
});

const file = (name: Name, size = 100) => ({ size, ...cases[name] });

describe('all files as one', () => {
  it.each<[Name[], string]>([
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

  it('counts files and bytes; what has arrived counts as sent', () => {
    const summary = summaryOf([file('complete', 300), file('uploading', 100), file('waiting', 100), file('error', 0)]);
    expect(summary).toEqual({ files: 4, unfinished: 3, complete: 1, failed: 1, percent: 68, state: 'uploading' });
  });
});
