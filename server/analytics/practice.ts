import type { Analytics } from '#contract/analytics.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { PropertyFilter } from './analytics.repository.ts';
import type { Period } from './analytics.rules.ts';
import * as repository from './practice.repository.ts';

type Practice = Pick<Analytics, 'medianScore' | 'openAge' | 'timeToRepair' | 'repeats' | 'spent' | 'aiFindings'>;

/** How findings become repairs, and what people decide on those of the AI. */
export async function readPractice(db: Database, filter: PropertyFilter, period: Period): Promise<Practice> {
  const [medianScore, openAge, timeToRepair, repeats, spent, aiFindings] = await Promise.all([
    repository.findMedianScore(db, filter, period),
    repository.findOpenAge(db, filter),
    repository.findTimeToRepair(db, filter, period),
    repository.countRepeats(db, filter, period),
    repository.findSpent(db, filter, period),
    repository.listAiFindings(db, filter, period),
  ]);
  return { medianScore, openAge, timeToRepair, repeats, spent, aiFindings };
}
