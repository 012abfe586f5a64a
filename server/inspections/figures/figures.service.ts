import { noCoverage } from '#contract/coverage.ts';
import type { Database } from '#server/platform/database/types.ts';
import { countFigures, listRequirementsOfProperty } from './figures.repository.ts';
import type { AreaLeftOut } from './figures.rules.ts';
import { propertyFigures, type PropertyFigures } from './property-figures.rules.ts';
import { listCaseRuns, listCurrentAreas, listLeftOut, listOpenOutsideRuns } from './property-figures.repository.ts';
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
  /** Reads the current figures of these properties in a fixed number of statements, and returns them by id. */
  ofProperties(propertyIds: readonly string[]): Promise<(propertyId: string) => PropertyFigures>;
  /** The areas of a property that its score leaves out because they do not apply, in the order of areas. */
  leftOutOf(propertyId: string): Promise<AreaLeftOut[]>;
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
    leftOutOf: (propertyId) => listLeftOut(db, propertyId),

    async ofProperties(propertyIds) {
      const [areas, outside, caseRuns] = await Promise.all([
        listCurrentAreas(db, propertyIds),
        listOpenOutsideRuns(db, propertyIds),
        listCaseRuns(db, propertyIds),
      ]);
      const requirements = await listRequirementsOfProperty(db, [...caseRuns.values()]);
      const areasOf = Map.groupBy(areas, ({ propertyId }) => propertyId);
      const outsideOf = Map.groupBy(outside, ({ propertyId }) => propertyId);
      return (id) => {
        const ofProperty = requirements.get(caseRuns.get(id) ?? '') ?? noCoverage;
        return propertyFigures(areasOf.get(id) ?? [], outsideOf.get(id) ?? [], ofProperty);
      };
    },
  };
}
