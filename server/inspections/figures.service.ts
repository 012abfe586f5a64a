import type { Database } from '#server/platform/database/types.ts';
import { countFigures } from './figures.repository.ts';
import { saveMerged } from './inspection-counts.repository.ts';
import * as kept from './kept-figures.repository.ts';

export interface FiguresService {
  /** Counts what is outdated: after an update of the scoring rules everything, else what a change left to it. */
  refreshOutdated(stopping?: AbortSignal): Promise<void>;
  /** Keeps the counts of inspections short. */
  mergeCounts(): Promise<void>;
}

const atOnce = 500;

export function createFiguresService({ db }: { db: Database }): FiguresService {
  /** Counts some of them; tells how many. */
  const refreshSome = (): Promise<number> =>
    db.transaction(async (tx) => {
      const ids = await kept.lockOutdated(tx, atOnce);
      await kept.save(tx, await countFigures(tx, ids));
      return ids.length;
    });

  return {
    async refreshOutdated(stopping) {
      while (!stopping?.aborted) if ((await refreshSome()) < atOnce) return;
    },
    mergeCounts: () => db.transaction(saveMerged),
  };
}
