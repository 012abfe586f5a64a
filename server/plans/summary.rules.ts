import type { PlanVersion } from '#contract/plans.ts';
import type { PlanSummary } from '#server/schema/plan-summaries.tables.ts';
import type { PlanItemRow, PlanRow, PlanVersionRow } from '#server/schema/plans.tables.ts';
import { overheadDifferences, overheadsOf } from './overheads.rules.ts';
import { comparisonOf, costLines, isInPlan, isPending, planFigures } from './plans.rules.ts';
import { differencesBetween, sentVersions, versionLines } from './versions/versions.rules.ts';

/** Increase it with every change of what a summary says, so that the stored ones are made anew. */
export const summaryVersion = 5;

/** Each version, oldest first, with its changes since the previous one. */
const versionViews = (versions: readonly PlanVersionRow[]): PlanVersion[] =>
  versions.map((version, index) => {
    const before = versions[index - 1];
    return {
      number: version.number,
      totalCost: version.totalCost,
      estimatedDays: version.estimatedDays,
      sentAt: version.sentAt.toISOString(),
      acceptedAt: version.acceptedAt?.toISOString() ?? null,
      differences: before
        ? [
            ...differencesBetween(before.lines, version.lines),
            ...overheadDifferences(version.pipReportId, before.overheads, version.overheads),
          ]
        : [],
    };
  });

/** What a plan shows beside its items; nothing in it depends on who reads it. */
export function summaryOf(
  { id, settings }: Pick<PlanRow, 'id' | 'settings'>,
  {
    items,
    versions,
    hasOpenRequest,
  }: {
    items: readonly PlanItemRow[];
    versions: readonly PlanVersionRow[];
    hasOpenRequest: (itemId: string) => boolean;
  },
): PlanSummary {
  const { all, latest } = sentVersions(versions);
  const figures = planFigures(items, settings);
  return {
    totalCost: figures.typical.total,
    estimatedDays: figures.estimatedDays,
    priority: figures.priority,
    itemCount: items.length,
    pendingItems: items.filter(isPending).length,
    versions: versionViews(all),
    changes: latest
      ? [
          ...differencesBetween(latest.lines, versionLines(items, figures.startDays)),
          ...overheadDifferences(id, latest.overheads, overheadsOf(settings)),
        ]
      : [],
    // A request about an item that counts in no sum does not keep the plan from being sent.
    openRequests: items.filter((item) => isInPlan(item) && hasOpenRequest(item.id)).length,
    costLow: figures.low.total,
    costHigh: figures.high.total,
    costLines: costLines(figures, settings),
    comparison: comparisonOf(items),
    phases: figures.phases,
  };
}
