import { openFindingStatuses, type FindingStatus } from '#contract/findings.ts';
import type { ItemEnd } from '#contract/plans.ts';
import type { PlanItemRow } from '#server/schema/plans.tables.ts';
import { isInPlan } from './plans.rules.ts';
import { isWorkedOn } from './workflow.rules.ts';

/**
 * A finding of an item, by the defect that it shows: its own, or that of the finding into which it was merged, or of the
 * first one in an earlier inspection.
 */
export interface FollowedFinding {
  id: string;
  defect: string;
  /** Whether it was not merged into another finding of its inspection. */
  isPrimary: boolean;
  /** The status of the finding into which it was merged, or its own. */
  status: FindingStatus;
  /** Whether it is in an area that the property does not have. */
  isLeftOut: boolean;
  /** When its inspection began, in milliseconds. */
  round: number;
}

/** An item with the findings that its work repairs. */
export interface FollowedItem extends Pick<PlanItemRow, 'id' | 'status' | 'addedBy' | 'createdAt' | 'noLongerNeeded'> {
  /** Whether the owner has accepted a plan with it, and work on it may begin. */
  isAgreed: boolean;
  /** Whether the brand verifies its work, because its plan has a case. */
  isOfCase: boolean;
  findings: readonly FollowedFinding[];
}

const isUndone = ({ status }: FollowedFinding): boolean => openFindingStatuses.includes(status);
const isOpen = (finding: FollowedFinding): boolean => isUndone(finding) && !finding.isLeftOut;

/** Whether the first item rather than the second is the one for a defect that both have. */
function isBefore(defect: string, a: FollowedItem, b: FollowedItem): boolean {
  const ofDefect = ({ findings }: FollowedItem) => findings.filter((each) => each.defect === defect);
  const isPrimary = (item: FollowedItem): boolean => ofDefect(item).some((each) => each.isPrimary);
  const roundOf = (item: FollowedItem): number => Math.max(...ofDefect(item).map(({ round }) => round));
  if (a.isOfCase !== b.isOfCase) return a.isOfCase;
  if (isWorkedOn(a) !== isWorkedOn(b)) return isWorkedOn(a);
  if (a.isAgreed !== b.isAgreed) return a.isAgreed;
  if (roundOf(a) !== roundOf(b)) return roundOf(a) > roundOf(b);
  if (isPrimary(a) !== isPrimary(b)) return isPrimary(a);
  return a.createdAt.getTime() - b.createdAt.getTime() < 0 || (+a.createdAt === +b.createdAt && a.id < b.id);
}

/**
 * The one item of each defect: the one whose work the brand verifies, or in work, or that the owner has accepted, or of the
 * latest inspection, or of the primary finding, or the oldest. An item whose finding of the defect is closed repairs it no
 * longer, unless it is in work.
 */
function itemsOfDefects(items: readonly FollowedItem[]): Map<string, FollowedItem> {
  const found = new Map<string, FollowedItem>();
  // Completed work is over, so it repairs no defect that is open.
  for (const item of items.filter(({ status }) => status !== 'completed' && isInPlan({ status, noLongerNeeded: null })))
    for (const { defect } of item.findings.filter((each) => isOpen(each) || isWorkedOn(item))) {
      const other = found.get(defect);
      if (!other || isBefore(defect, item, other)) found.set(defect, item);
    }
  return found;
}

/** Why the work of an item is no longer needed: all of its findings are closed, or other items have their defects. */
function endOf(item: FollowedItem, itemOf: ReadonlyMap<string, FollowedItem>): ItemEnd | null {
  if (item.addedBy !== null || isWorkedOn(item)) return null;
  if (item.findings.length === 0) return 'deleted';
  const open = item.findings.filter(isOpen);
  const isElsewhere = ({ defect }: FollowedFinding): boolean => (itemOf.get(defect) ?? item).id !== item.id;
  if (!open.every(isElsewhere)) return null;
  // One that was decided against is not in the plan by that decision, which can be taken back.
  if (open.length > 0) return isInPlan({ status: item.status, noLongerNeeded: null }) ? 'merged' : null;
  if (item.findings.some(isUndone)) return 'not_applicable';
  return item.findings.some(({ status }) => status === 'resolved') ? 'resolved' : 'dismissed';
}

/**
 * An item follows its findings: it is no longer needed once none of them is open in an area that applies, or once another
 * item has the same defect. Work that has begun goes on. Returns what differs from what the items say now, by the item's id.
 */
export function changedEnds(items: readonly FollowedItem[]): Map<string, ItemEnd | null> {
  const itemOf = itemsOfDefects(items);
  return new Map(
    items
      .map((item) => [item, endOf(item, itemOf)] as const)
      .filter(([item, end]) => end !== item.noLongerNeeded)
      .map(([item, end]) => [item.id, end]),
  );
}
