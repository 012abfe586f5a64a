import type { Database } from '#server/platform/database/types.ts';
import { saveChanged } from './sums.repository.ts';

export interface SumsService {
  /** Sums anew what has changed since it was summed last. */
  refresh(stopping?: AbortSignal): Promise<void>;
}

/** Changes per transaction. */
const atOnce = 2000;

export function createSumsService({ db }: { db: Database }): SumsService {
  return {
    async refresh(stopping) {
      while (!stopping?.aborted) if ((await db.transaction((tx) => saveChanged(tx, atOnce))) < atOnce) return;
    },
  };
}
