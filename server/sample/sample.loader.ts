import { basename } from 'node:path';
import type { Actors } from './sample.accounts.ts';
import { createSampleCases, type CasesDeps } from './sample.cases.ts';
import { createSampleDecisions, type DecisionsDeps } from './sample.decisions.ts';
import { createSampleInspections, type InspectionsDeps } from './sample.inspections.ts';
import type { DrawPictures } from './sample.pictures.ts';

export type LoaderDeps = CasesDeps & InspectionsDeps & DecisionsDeps & { drawPictures: DrawPictures };

interface Loading {
  /** The folder in which the pictures are drawn. */
  folder: string;
  signal: AbortSignal;
  /** The names of the pictures that an earlier attempt placed. */
  placed: readonly string[];
  /** Is told the percentage and the names of all placed pictures. */
  onProgress(percent: number, placed: readonly string[]): Promise<void>;
}

/**
 * The percentages at which the parts of the progress bar end: cases, then pictures; decisions and the plan take the
 * rest.
 */
const shares = { prepared: 10, pictures: 92 } as const;

/**
 * Loads the sample data step by step through the same services that users' requests call. Every step first checks
 * whether it was done, so that an interrupted load continues where it stopped.
 */
export function createLoader(deps: LoaderDeps) {
  const sampleCases = createSampleCases(deps);
  const sampleInspections = createSampleInspections({ ...deps, sampleCases });
  const decisions = createSampleDecisions({ ...deps, sampleInspections });

  return async (actors: Actors, { folder, signal, placed, onProgress }: Loading): Promise<void> => {
    const done = [...placed];
    await sampleCases.prepare(actors);
    // A further attempt does not begin at a lower percentage than the last one reached.
    if (done.length === 0) await onProgress(shares.prepared, done);
    await deps.drawPictures({ folder, signal, except: done }, async (picture) => {
      await sampleInspections.place(actors, picture);
      done.push(basename(picture.file));
      const part = done.length / picture.of;
      await onProgress(Math.round(shares.prepared + (shares.pictures - shares.prepared) * part), done);
    });
    await sampleInspections.addCertificate(actors);
    await decisions.finish(actors);
    await decisions.sendBack(actors);
  };
}
