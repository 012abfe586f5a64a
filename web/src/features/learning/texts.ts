import type { LearnedVersion, LearningFigures, LearningRun } from '#contract/learning.ts';
import { plural } from '#contract/texts.ts';

/** What a training run is doing, or how it ended. */
export function runText({ done, reason, status, step, switched, total, version }: LearningRun): string {
  if (status === 'waiting') return 'Waiting to start';
  if (status === 'running') {
    if (step === 'reading') return total === 0 ? 'Starting' : `Reading photo ${Math.min(done + 1, total)} of ${total}`;
    return `Training, step ${Math.min(done + 1, total)} of ${total}`;
  }
  if (status !== 'done') return reason ?? 'It could not learn';
  return switched
    ? `Version ${version} read your photos better and was put in use`
    : `Version ${version} did not read your photos better and was not put in use`;
}

/** The progress from 0 to 100. Reading and training take about the same time, so each counts half. */
export function runPercent({ done, step, total }: LearningRun): number {
  const share = total === 0 ? 0 : done / total;
  return 50 * share + (step === 'training' ? 50 : 0);
}

export interface FigureRow {
  name: string;
  before: string;
  after: string;
}

const of = (count: number, total: number): string => `${count} of ${total}`;

/** The figures of a version as rows of text. */
export function figureRows({ after, before }: Pick<LearnedVersion, 'after' | 'before'>): FigureRow[] {
  const row = (name: string, part: (figures: LearningFigures) => string): FigureRow => ({
    name,
    before: part(before),
    after: part(after),
  });
  return [
    row('Damage found', ({ damaged, found }) => of(found, damaged)),
    row('Right category', ({ damaged, rightClass }) => of(rightClass, damaged)),
    row('Right place', ({ damaged, rightPlace }) => of(rightPlace, damaged)),
    row('False alarms', ({ clean, falseAlarms }) => of(falseAlarms, clean)),
  ];
}

/** How many more photos a category needs, or that it has enough. */
export const neededPhotosText = (missing: number): string =>
  missing === 0 ? 'Enough' : `${plural(missing, 'more photo')}`;
