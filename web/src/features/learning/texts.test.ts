import { describe, expect, it } from 'vitest';
import type { LearningRun } from '#contract/learning.ts';
import { figureRows, runPercent, runText, neededPhotosText } from '#web/features/learning/texts.ts';

const run = (fields: Partial<LearningRun>): LearningRun => ({
  id: '0d5f5f0e-5b0c-4a9d-8f5e-1f6f0d1c2b3a',
  status: 'running',
  step: 'reading',
  done: 0,
  total: 0,
  version: null,
  switched: false,
  reason: null,
  startedBy: null,
  createdAt: '2026-11-22T08:00:00.000Z',
  finishedAt: null,
  ...fields,
});

describe('the texts of a training run', () => {
  it('say what it does and how far it is', () => {
    expect(runText(run({ status: 'waiting' }))).toBe('Waiting to start');
    expect(runText(run({ done: 6, total: 20 }))).toBe('Reading photo 7 of 20');
    expect(runText(run({ step: 'training', done: 6, total: 6 }))).toBe('Training, step 6 of 6');
    expect([runPercent(run({})), runPercent(run({ done: 10, total: 20 }))]).toEqual([0, 25]);
    expect(runPercent(run({ step: 'training', done: 3, total: 6 }))).toBe(75);
  });

  it('say how it ended', () => {
    expect(runText(run({ status: 'done', version: 3, switched: true }))).toBe(
      'Version 3 read your photos better and was put in use',
    );
    expect(runText(run({ status: 'done', version: 4 }))).toContain('was not put in use');
    expect(runText(run({ status: 'refused', reason: 'There are too few photos.' }))).toBe('There are too few photos.');
  });

  it('show each count with its total', () => {
    const before = { damaged: 10, found: 4, rightClass: 2, rightPlace: 3, clean: 12, falseAlarms: 1 };
    expect(figureRows({ before, after: { ...before, found: 9, falseAlarms: 0 } })).toEqual([
      { name: 'Damage found', before: '4 of 10', after: '9 of 10' },
      { name: 'Right category', before: '2 of 10', after: '2 of 10' },
      { name: 'Right place', before: '3 of 10', after: '3 of 10' },
      { name: 'False alarms', before: '1 of 12', after: '0 of 12' },
    ]);
    expect([neededPhotosText(0), neededPhotosText(1), neededPhotosText(4)]).toEqual([
      'Enough',
      '1 more photo',
      '4 more photos',
    ]);
  });
});
