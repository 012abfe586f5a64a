import { lt, sql } from 'drizzle-orm';
import type { Executor } from '#server/platform/database/types.ts';
import { isAnyOf } from '#server/platform/database/any-of.ts';
import { planSummaries, type PlanSummary } from '#server/schema/plan-summaries.tables.ts';
import { pipReports, type PlanRow } from '#server/schema/plans.tables.ts';
import { listItems } from './items.repository.ts';
import { listOpen } from './requests/requests.repository.ts';
import { summaryOf, summaryVersion } from './summary.rules.ts';
import { listVersions } from './versions/versions.repository.ts';

/** The summaries of plans, made from their items, versions and requests, by the plan's id. */
export async function listSummaries(
  db: Executor,
  plans: readonly Pick<PlanRow, 'id' | 'settings'>[],
): Promise<Map<string, PlanSummary>> {
  if (plans.length === 0) return new Map();
  const ids = plans.map(({ id }) => id);
  const items = Map.groupBy(await listItems(db, ids), ({ shownIn }) => shownIn);
  const versions = Map.groupBy(await listVersions(db, ids), ({ pipReportId }) => pipReportId);
  const open = await listOpen(db, [...new Set([...items.values()].flat().map(({ id }) => id))]);
  const waiting = new Set(open.map(({ itemId }) => itemId));
  return new Map(
    plans.map((plan) => {
      const own = items.get(plan.id) ?? [];
      const hasOpenRequest = (itemId: string) => waiting.has(itemId);
      return [plan.id, summaryOf(plan, { items: own, versions: versions.get(plan.id) ?? [], hasOpenRequest })];
    }),
  );
}

/** Makes the summaries of a batch of plans anew; returns how many. Skips those that another transaction changes. */
export async function saveOutdated(tx: Executor, limit: number): Promise<number> {
  const outdated = await tx
    .select({ id: planSummaries.planId })
    .from(planSummaries)
    .where(lt(planSummaries.version, summaryVersion))
    .limit(limit)
    .for('update', { skipLocked: true });
  const ids = outdated.map(({ id }) => id);
  const plans = await tx
    .select({ id: pipReports.id, settings: pipReports.settings })
    .from(pipReports)
    .where(isAnyOf(pipReports.id, ids));
  const made = await listSummaries(tx, plans);
  if (made.size > 0)
    await tx
      .insert(planSummaries)
      .values([...made].map(([planId, summary]) => ({ planId, version: summaryVersion, summary })))
      .onConflictDoUpdate({
        target: planSummaries.planId,
        set: { version: summaryVersion, summary: sql`excluded.summary` },
      });
  return ids.length;
}
