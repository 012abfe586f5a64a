import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CostEntry, costCatalogueInputSchema, costCatalogueSchema } from '#contract/reports.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { invalid } from '#server/platform/http/problem.ts';
import { byCategoryAndSeverity, catalogueFaults } from './catalogue.rules.ts';
import { costCatalogue, type PlanSettings } from './reports.tables.ts';

type Catalogue = z.output<typeof costCatalogueSchema>;

export interface CatalogueService {
  read(): Promise<Catalogue>;
  /** Replaces every line. Plans that exist keep their figures until they are generated again. */
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
  const view = async (executor: Executor): Promise<Catalogue> => ({
    entries: await catalogueEntries(executor),
    ...settings,
  });
  return {
    read: () => view(db),
    async replace(actor, { entries }) {
      const errors = catalogueFaults(entries);
      const [first] = Object.values(errors);
      if (first) throw invalid(first, errors);
      return changes.run(actor.id, async (change) => {
        // Two admins who save at once take turns; readers are not held up.
        await change.tx.execute(sql`lock table ${costCatalogue} in share row exclusive mode`);
        await change.tx.delete(costCatalogue);
        await change.tx.insert(costCatalogue).values(
          entries.map((entry) => ({
            ...entry,
            costLow: entry.costLow.toFixed(2),
            costHigh: entry.costHigh.toFixed(2),
            daysOnSite: entry.daysOnSite.toFixed(2),
          })),
        );
        change.audit('cost_catalogue.replaced', 'cost_catalogue', 'all', { lines: entries.length });
        return view(change.tx);
      });
    },
  };
}
