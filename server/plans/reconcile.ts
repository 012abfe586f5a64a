import type { Change } from '#server/platform/changes/changes.ts';
import type { PlanRow } from '#server/schema/plans.tables.ts';
import { listEntries } from './catalogue/catalogue.repository.ts';
import { findingIdsOf, groupFindings, matchItems, type PlannedLine } from './grouping.rules.ts';
import { followFindings } from './following.ts';
import * as items from './items.repository.ts';
import type { ShownItem } from './items.repository.ts';
import { planCompleted } from './plans.errors.ts';
import type { ReopeningService } from './work/reopening.service.ts';
import {
  listFindingsInWork,
  listMergedFindings,
  listPlannable,
  listPlannableFindings,
  type OpenFinding,
} from './sources.repository.ts';
import { areasOf, isOpenToRefresh, isWorkedOn, shows } from './workflow.rules.ts';

const fieldsOf = ({ findings: [first], ...fields }: PlannedLine) => ({ ...fields, issueId: first.id });
const furtherOf = ({ findings }: PlannedLine): string[] => findings.slice(1).map(({ id }) => id);

/** An item that spans several areas is left to the property's plan, because no other plan has all of its findings. */
const spansOtherAreas = (plan: PlanRow, item: ShownItem): boolean =>
  plan.source !== 'property' && areasOf(item).some((id) => id !== plan.areaSessionId);

/**
 * The items to remove: untouched ones whose findings are all closed, in all of their areas, and those whose findings are
 * all covered by other items.
 */
async function listObsoleteItems(
  change: Change,
  plan: PlanRow,
  existing: readonly ShownItem[],
  open: ReadonlySet<string>,
) {
  const merged = await listMergedFindings(change.tx, existing.flatMap(findingIdsOf));
  const inWork = await listFindingsInWork(change.tx, existing.flatMap(findingIdsOf));
  const spanning = existing.filter((item) => spansOtherAreas(plan, item)).flatMap(findingIdsOf);
  const openElsewhere = await listPlannable(change.tx, spanning);
  const isOpen = (id: string): boolean => open.has(id) || openElsewhere.has(id);
  return existing.filter((item) => {
    const ids = findingIdsOf(item);
    if (item.touchedAt === null) return !ids.some(isOpen);
    return ids.length > 0 && ids.every((id) => merged.has(id) || inWork.has(id)) && !isWorkedOn(item);
  });
}

/**
 * Writes a visit anew from its findings that are still open: it is named after them, and a visit that no plan of the
 * property has belongs to the plan of its most severe finding's area.
 */
async function rewriteVisit(
  change: Change,
  visit: ShownItem,
  findingIds: readonly string[],
  sharing: readonly PlanRow[],
): Promise<void> {
  const open = await listPlannableFindings(change.tx, findingIds);
  const [line] = groupFindings(open, await listEntries(change.tx));
  if (!line) return;
  const holder = sharing.find(({ id }) => id === visit.pipReportId);
  const next = sharing.find(({ source, areaSessionId }) => source === 'area' && areaSessionId === line.areaSessionId);
  const pipReportId = holder?.source === 'area' && next ? next.id : visit.pipReportId;
  await items.updateItem(change.tx, visit.id, { ...fieldsOf(line), pipReportId });
  const further = furtherOf(line).map((findingId) => ({ findingId, itemId: visit.id }));
  await items.saveFurtherFindings(change.tx, [visit.id], further);
}

/** Rewrites the visits that the plan of an area shares when one of their findings was closed. */
async function refreshShared(change: Change, visits: readonly ShownItem[], sharing: readonly PlanRow[]): Promise<void> {
  for (const visit of visits) {
    const ids = findingIdsOf(visit);
    const open = await listPlannable(change.tx, ids);
    if (open.size < ids.length) await rewriteVisit(change, visit, ids, sharing);
  }
}

/** Whether the line and the item are the same visit, as the key of `groupFindings` has it. */
const isSameVisit = (line: PlannedLine, item: ShownItem): boolean =>
  line.unit === 'visit' &&
  item.unit === 'visit' &&
  line.category === item.category &&
  line.costLow === item.costLow &&
  line.costHigh === item.costHigh;

/**
 * Adds the findings of a line to the visit that another plan of the same run has already, because one visit serves the
 * whole property; returns the lines for which there is none. Visits that a person has decided on or an owner has
 * accepted stay as they are.
 */
async function joinVisits(
  change: Change,
  lines: readonly PlannedLine[],
  visits: readonly ShownItem[],
  sharing: readonly PlanRow[],
): Promise<PlannedLine[]> {
  const left: PlannedLine[] = [];
  for (const line of lines) {
    const visit = visits.find((item) => isSameVisit(line, item));
    if (visit)
      await rewriteVisit(change, visit, [...findingIdsOf(visit), ...line.findings.map(({ id }) => id)], sharing);
    else left.push(line);
  }
  return left;
}

/**
 * Syncs a plan's items with the open findings. Decided and edited items are kept, and completed work whose finding is
 * open again is reopened. Merged findings share the item of the primary one, or the one on which work has begun.
 * Returns also the items that follow their findings, which plans of earlier inspections may show. `reopenItems` reopens the
 * completed work. `sharing` are the plans of the same run, which show the same items; what the owner accepted with one of them is kept.
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
  const isUndecided = (item: ShownItem): boolean =>
    item.touchedAt === null &&
    item.addedBy === null &&
    sharing.every((each) => !shows(each, item) || isOpenToRefresh(each));
  const undecided = existing.filter((item) => !gone.includes(item) && isUndecided(item));
  const refreshed = undecided.filter((item) => !spansOtherAreas(plan, item));
  await refreshShared(
    change,
    undecided.filter((item) => spansOtherAreas(plan, item)),
    sharing,
  );

  await items.deleteItems(
    tx,
    gone.map(({ id }) => id),
  );
  const planned = await items.listPlannedFindings(tx, [...open]);
  const own = new Set(refreshed.flatMap(findingIdsOf));
  const lines = groupFindings(
    findings.filter(({ id }) => own.has(id) || !planned.has(id)),
    await listEntries(tx),
  );
  const { matched, unmatched } = matchItems(lines, refreshed);
  const fresh = lines.filter((line) => !matched.has(line));
  const others = sharing.filter(({ id }) => id !== plan.id);
  const visits =
    plan.source !== 'property' && fresh.some(({ unit }) => unit === 'visit')
      ? (
          await items.listItems(
            tx,
            others.map(({ id }) => id),
          )
        ).filter(isUndecided)
      : [];
  const added = await joinVisits(change, fresh, visits, sharing);
  const joined = fresh.length - added.length;
  if (plan.status === 'completed' && added.length + joined + reopened === 0) throw planCompleted();

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
  const kept = (await items.listItems(tx, [plan.id])).map(({ id }) => id);
  // Other items may have the defects of those that were removed.
  const removed = [...gone, ...unmatched].flatMap(findingIdsOf);
  const followed = await followFindings(change, [...open, ...removed], kept);
  const counts = {
    added: added.length + joined,
    refreshed: matched.size,
    removed: gone.length + unmatched.length,
    reopened,
  };
  return { counts, followed };
}
