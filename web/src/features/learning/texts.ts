import type { LearnedVersion, LearningFigures, LearningRun } from '#contract/learning.ts';
import { plural } from '#contract/texts.ts';

/** What a run is doing, or how it ended. */
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

/** Reading takes about as long as training; 0-100 over both. */
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

/** A version's figures as rows of texts. */
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
export const neededPhotosText = (wants: number): string => (wants === 0 ? 'Enough' : `${plural(wants, 'more photo')}`);
