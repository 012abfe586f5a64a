import type { Change } from '#server/platform/changes/changes.ts';
import type { PlanRow } from '#server/schema/plans.tables.ts';
import { listEntries } from './catalogue.repository.ts';
import { findingIdsOf, groupFindings, matchItems, type PlannedLine } from './grouping.rules.ts';
import * as items from './items.repository.ts';
import type { ShownItem } from './items.repository.ts';
import { planCompleted } from './plans.errors.ts';
import type { ReopeningService } from './reopening.service.ts';
import { listFindingsInWork, listMergedFindings, type OpenFinding } from './sources.repository.ts';
import { areasOf, isOpenToRefresh, isWorkedOn, shows } from './workflow.rules.ts';

const fieldsOf = ({ findings: [first], ...fields }: PlannedLine) => ({ ...fields, issueId: first.id });
const furtherOf = ({ findings }: PlannedLine): string[] => findings.slice(1).map(({ id }) => id);

/** An item that spans several areas is left to the property's plan, because no other plan has all of its findings. */
const spansOtherAreas = (plan: PlanRow, item: ShownItem): boolean =>
  plan.source !== 'property' && areasOf(item).some((id) => id !== plan.areaSessionId);

/**
 * The items to remove: untouched ones whose findings are all closed, and those whose findings are all covered by other
 * items.
 */
async function listObsoleteItems(
  change: Change,
  plan: PlanRow,
  existing: readonly ShownItem[],
  open: ReadonlySet<string>,
) {
  const merged = await listMergedFindings(change.tx, existing.flatMap(findingIdsOf));
  const inWork = await listFindingsInWork(change.tx, existing.flatMap(findingIdsOf));
  return existing.filter((item) => {
    const ids = findingIdsOf(item);
    if (item.touchedAt === null) return !spansOtherAreas(plan, item) && !ids.some((id) => open.has(id));
    return ids.length > 0 && ids.every((id) => merged.has(id) || inWork.has(id)) && !isWorkedOn(item);
  });
}

/**
 * Syncs a plan's items with the open findings. Decided and edited items are kept, and completed work whose finding is
 * open again is reopened. Merged findings share the item of the primary one, or the one on which work has begun.
 * `reopenItems` reopens the completed work. `sharing` are the plans of the same run, which show the same items; what the owner accepted with one of them is kept.
 */
export async function reconcile(
  change: Change,
  plan: PlanRow,
  {
    sharing,
    found,
    reopenItems,
  }: { sharing: readonly PlanRow[]; found: OpenFinding[]; reopenItems: ReopeningService['reopenItems'] },
) {
  const { tx } = change;
  // Move the areas' items first, so that listItems includes those whose findings are closed and removes them.
  if (plan.source === 'property' && plan.runId) await items.updatePlanOfRunItems(tx, plan.id, plan.runId);
  const inWork = await listFindingsInWork(
    tx,
    found.map(({ id }) => id),
  );
  const findings = found.filter(({ id }) => !inWork.has(id));
  const open = new Set(findings.map(({ id }) => id));
  const existing = await items.listItems(tx, [plan.id]);
  const failed = existing.filter(
    (item) => item.status === 'completed' && findingIdsOf(item).some((id) => open.has(id)),
  );
  await reopenItems(change, failed);
  const reopened = failed.length;
  const gone = await listObsoleteItems(change, plan, existing, open);
  const isRefreshed = (item: ShownItem): boolean =>
    item.touchedAt === null &&
    item.addedBy === null &&
    !spansOtherAreas(plan, item) &&
    sharing.every((each) => !shows(each, item) || isOpenToRefresh(each));
  const refreshed = existing.filter((item) => !gone.includes(item) && isRefreshed(item));

  await items.deleteItems(
    tx,
    gone.map(({ id }) => id),
  );
  const planned = await items.listPlannedFindings(tx, [...open]);
  const own = new Set(refreshed.flatMap(findingIdsOf));
  const lines = groupFindings(
    findings.filter(({ id }) => own.has(id) || !planned.has(id)),
    await listEntries(tx),
    plan.source === 'property' ? 'property' : 'area',
  );
  const { matched, unmatched } = matchItems(lines, refreshed);
  const added = lines.filter((line) => !matched.has(line));
  if (plan.status === 'completed' && added.length + reopened === 0) throw planCompleted();

  await items.deleteItems(
    tx,
    unmatched.map(({ id }) => id),
  );
  for (const [line, item] of matched) await items.updateItem(tx, item.id, fieldsOf(line));
  await items.saveFurtherFindings(
    tx,
    refreshed.map(({ id }) => id),
    [...matched].flatMap(([line, item]) => furtherOf(line).map((findingId) => ({ findingId, itemId: item.id }))),
  );
  const propertyPlan = sharing.find(({ source }) => source === 'property');
  await items.insertItems(
    tx,
    added.map((line) => ({
      item: { ...fieldsOf(line), pipReportId: (line.areaSessionId ? propertyPlan?.id : undefined) ?? plan.id },
      furtherFindingIds: furtherOf(line),
    })),
  );
  return { added: added.length, refreshed: matched.size, removed: gone.length + unmatched.length, reopened };
}
