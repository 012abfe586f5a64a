import type { z } from 'zod';
import type { CostCatalogue, costCatalogueInputSchema, CostEntry } from '#contract/cost-catalogue.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { ServerPlanSettings } from '../plans.rules.ts';
import * as repository from './catalogue.repository.ts';
import { catalogueChanges, catalogueFaults, versionOf } from './catalogue.rules.ts';
import { catalogueChangedMeanwhile, catalogueFaulty } from '../plans.errors.ts';

export interface CatalogueService {
  read(): Promise<CostCatalogue>;
  /**
   * Replaces every line. Existing plans keep their figures until they are generated again. Throws 409 when the lines
   * have changed since the version on which the change is based; repeating the same change is allowed.
   */
  replace(actor: Actor, input: z.output<typeof costCatalogueInputSchema>): Promise<CostCatalogue>;
}

export function createCatalogueService(deps: {
  db: Database;
  changes: Changes;
  settings: ServerPlanSettings;
}): CatalogueService {
  const { db, changes, settings } = deps;
  const view = (entries: CostEntry[]): CostCatalogue => ({ version: versionOf(entries), entries, ...settings });
  return {
    read: async () => view(await repository.listEntries(db)),
    async replace(actor, { version, entries }) {
      const faults = catalogueFaults(entries);
      if (Object.keys(faults).length > 0) throw catalogueFaulty(faults);
      return changes.run(actor.id, async (change) => {
        await repository.lockCatalogue(change.tx);
        const before = await repository.listEntries(change.tx);
        const current = versionOf(before);
        if (versionOf(entries) === current) return view(before);
        if (version !== current) throw catalogueChangedMeanwhile();
        await repository.saveEntries(change.tx, entries);
        change.audit('cost_catalogue.replaced', 'cost_catalogue', 'all', {
          lines: entries.length,
          ...catalogueChanges(before, entries),
        });
        return view(await repository.listEntries(change.tx));
      });
    },
  };
}
