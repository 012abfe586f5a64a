import type { Database } from '#server/platform/database/types.ts';
import { countFigures } from './figures.repository.ts';
import { saveMerged } from './inspection-counts.repository.ts';
import * as stored from './stored-figures.repository.ts';

export interface FiguresService {
  /**
   * Recounts outdated figures: all of them after an update of the scoring rules, otherwise those that changes have
   * marked.
   */
  refreshOutdated(stopping?: AbortSignal): Promise<void>;
  /** Merges the accumulated changes of the inspection counts, so that the table stays small. */
  mergeCounts(): Promise<void>;
}

const atOnce = 500;

export function createFiguresService({ db }: { db: Database }): FiguresService {
  /** Recounts one batch; returns its size. */
  const refreshBatch = (): Promise<number> =>
    db.transaction(async (tx) => {
      const ids = await stored.lockOutdated(tx, atOnce);
      const counted = await countFigures(tx, ids);
      if (counted.size > 0) await stored.save(tx, counted);
      return ids.length;
    });

  return {
    async refreshOutdated(stopping) {
      while (!stopping?.aborted) if ((await refreshBatch()) < atOnce) return;
    },
    mergeCounts: () => db.transaction(saveMerged),
  };
}
