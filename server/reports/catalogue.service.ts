import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CostEntry, costCatalogueInputSchema, costCatalogueSchema } from '#contract/reports.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { conflict, invalid } from '#server/platform/http/problem.ts';
import { byCategoryAndSeverity, catalogueChanges, catalogueFaults, versionOf } from './catalogue.rules.ts';
import { costCatalogue, type PlanSettings } from './reports.tables.ts';

type Catalogue = z.output<typeof costCatalogueSchema>;

export interface CatalogueService {
  read(): Promise<Catalogue>;
  /**
   * Replaces every line. Plans that exist keep their figures until they are generated again. Throws 409 when the lines hold
   * something else than the version that the change was made on; the same change again answers as the first time.
   */
  replace(actor: Actor, input: z.output<typeof costCatalogueInputSchema>): Promise<Catalogue>;
}

export async function catalogueEntries(db: Executor): Promise<CostEntry[]> {
  const rows = await db.select().from(costCatalogue);
  return rows
    .map(({ id: _id, ...row }) => ({
      ...row,
      costLow: Number(row.costLow),
      costHigh: Number(row.costHigh),
      daysOnSite: Number(row.daysOnSite),
    }))
    .toSorted(byCategoryAndSeverity);
}

export function createCatalogueService(deps: {
  db: Database;
  changes: Changes;
  settings: PlanSettings;
}): CatalogueService {
  const { db, changes, settings } = deps;
  const shown = (entries: CostEntry[]): Catalogue => ({ version: versionOf(entries), entries, ...settings });
  const view = async (executor: Executor): Promise<Catalogue> => shown(await catalogueEntries(executor));
  return {
    read: () => view(db),
    async replace(actor, { version, entries }) {
      const errors = catalogueFaults(entries);
      const [first] = Object.values(errors);
      if (first) throw invalid(first, errors);
      return changes.run(actor.id, async (change) => {
        // Two admins who save at once take turns; readers are not held up.
        await change.tx.execute(sql`lock table ${costCatalogue} in share row exclusive mode`);
        const before = await catalogueEntries(change.tx);
        const present = versionOf(before);
        if (versionOf(entries) === present) return view(change.tx);
        if (version !== present)
          throw conflict('Somebody else has saved the cost catalogue since it was read. Read it again and save then');
        await change.tx.delete(costCatalogue);
        await change.tx.insert(costCatalogue).values(
          entries.map((entry) => ({
            ...entry,
            costLow: entry.costLow.toFixed(2),
            costHigh: entry.costHigh.toFixed(2),
            daysOnSite: entry.daysOnSite.toFixed(2),
          })),
        );
        change.audit('cost_catalogue.replaced', 'cost_catalogue', 'all', {
          lines: entries.length,
          ...catalogueChanges(before, entries),
        });
        return view(change.tx);
      });
    },
  };
}
