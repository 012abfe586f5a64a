import { severityLabels } from '#contract/finding-categories.ts';
import { formatMoney } from '#contract/money.ts';
import { lineClassLabels, spendingLabels } from '#contract/line-classes.ts';
import { placeOfItem } from '#contract/item-places.ts';
import { valueText } from '#contract/plan-differences.ts';
import type { LineValue } from '#contract/plan-line-values.ts';
import { earliestDays, isLaterThanWindow } from '#contract/plan-lines.ts';
import { phaseOf, phaseWindows } from '#contract/plan-phases.ts';
import { lineDifferences, type LineDifference, type PlanDifference, type PlanItemStatus } from '#contract/plans.ts';
import type { LineParts, PlanItemRow, PlanRow, PlanVersionRow, VersionLine } from '#server/schema/plans.tables.ts';
import { classOf, spendingOf } from '../lines/lines.rules.ts';
import { inPlanOrder } from '../plans.rules.ts';
import type { ItemInPlan } from '../workflow.rules.ts';

/** The due text of a line without an entered date, which is due at the end of its phase's window. */
export const dueByPhase = 'by its phase';
/** The sample text of a line all of whose units were counted. */
export const notSampled = 'counted';

/** The lines of a plan as they are frozen when it is sent; `startDays` are those of its schedule, by item id. */
export const versionLines = (items: readonly PlanItemRow[], startDays: ReadonlyMap<string, number>): VersionLine[] =>
  items.toSorted(inPlanOrder).map((item) => lineOf(item, startDays.get(item.id)));

export const lineOf = (item: PlanItemRow, startDay?: number): VersionLine => frozen(item, partsOf(item), startDay);

const frozen = (item: PlanItemRow, parts: LineParts, startDay: number | undefined): VersionLine => ({
  itemId: item.id,
  title: item.title,
  action: item.recommendedAction,
  area: item.area,
  priority: item.priority,
  cost: item.estimatedCost,
  days: item.estimatedDays,
  quantity: valueText(parts.quantity),
  due: parts.due === null ? dueByPhase : valueText(parts.due),
  place: valueText(parts.place),
  class: lineClassLabels[classOf(item)],
  spending: spendingLabels[spendingOf(item)],
  standard: item.standard ?? 'none',
  phase: phaseWindows[phaseOf(item)],
  sample: parts.sample === null ? notSampled : valueText(parts.sample),
  parts,
  ...(startDay === undefined ? {} : { endDay: Math.round((startDay + item.daysOnSite) * 100) / 100 }),
  excluded: item.noLongerNeeded && excludedAs(item.status) === null ? 'not_needed' : excludedAs(item.status),
});

const partsOf = (item: PlanItemRow): LineParts => ({
  place: placeOfItem(item),
  quantity: { quantity: item.quantity, unit: item.unit },
  due: dueOf(item),
  sample: item.sample,
});

const dueOf = (item: PlanItemRow): LineParts['due'] => {
  if (item.dueDate) return { date: item.dueDate };
  return isLaterThanWindow(item) ? { daysAfterAcceptance: earliestDays(item) } : null;
};

const excludedAs = (status: PlanItemStatus): 'rejected' | 'waived' | null =>
  status === 'rejected' || status === 'waived' ? status : null;

/** The fields by which two versions of a line are compared, as text that a reader sees. */
const shown: Record<LineDifference, (line: VersionLine) => string> = {
  title: ({ title }) => title,
  action: ({ action }) => action,
  cost: ({ cost }) => formatMoney(cost),
  days: ({ days }) => String(days),
  // Lines of older versions lack these fields.
  quantity: ({ quantity }) => quantity ?? '',
  due: ({ due }) => due ?? '',
  place: ({ place }) => place ?? '',
  class: (line) => line.class ?? '',
  spending: ({ spending }) => spending ?? '',
  standard: ({ standard }) => standard ?? '',
  phase: ({ phase }) => phase ?? '',
  sample: ({ sample }) => sample ?? '',
  priority: ({ priority }) => severityLabels[priority],
};

/** The value of a field for a reader: its parts, or else the frozen text. */
function valueOf(name: LineDifference, line: VersionLine): LineValue {
  if (name === 'days') return { days: line.days };
  const hasParts = name === 'place' || name === 'quantity' || name === 'due' || name === 'sample';
  return (hasParts && line.parts?.[name]) || shown[name](line);
}

const placeOf = ({ parts, place }: VersionLine): PlanDifference['place'] => parts?.place ?? place ?? null;

function differenceOf(before: VersionLine | undefined, after: VersionLine): PlanDifference | null {
  const line = { itemId: after.itemId, title: after.title, place: placeOf(after) };
  if (after.excluded) {
    // A line that is missing or excluded in the earlier version too was not removed.
    return before && before.excluded !== after.excluded ? { ...line, change: after.excluded, fields: [] } : null;
  }
  if (!before || before.excluded) return { ...line, change: 'added', fields: [] };
  const fields = lineDifferences
    .filter((name) => shown[name](before) !== shown[name](after) && shown[name](before) !== '')
    .map((name) => ({ name, from: valueOf(name, before), to: valueOf(name, after) }));
  return fields.length > 0 ? { ...line, change: 'changed', fields } : null;
}

/** The changes from one version of a plan to the next, in the order of the later one, with removed lines last. */
export function differencesBetween(before: readonly VersionLine[], after: readonly VersionLine[]): PlanDifference[] {
  const old = new Map(before.map((line) => [line.itemId, line]));
  const now = new Set(after.map(({ itemId }) => itemId));
  const gone = before.filter(({ itemId, excluded }) => !excluded && !now.has(itemId));
  return [
    ...after.map((line) => differenceOf(old.get(line.itemId), line)).filter((difference) => difference !== null),
    ...gone.map((line): PlanDifference => ({
      itemId: line.itemId,
      title: line.title,
      place: placeOf(line),
      change: 'removed',
      fields: [],
    })),
  ];
}

/** The versions of a plan, and what they mean for its items. */
export interface SentVersions<Version extends { number: number; lines: VersionLine[]; acceptedAt: Date | null }> {
  all: Version[];
  latest: Version | null;
  accepted: Version | null;
}

export function sentVersions<Version extends { number: number; lines: VersionLine[]; acceptedAt: Date | null }>(
  versions: readonly Version[],
): SentVersions<Version> {
  const all = versions.toSorted((a, b) => a.number - b.number);
  return {
    all,
    latest: all.at(-1) ?? null,
    accepted: all.findLast(({ acceptedAt }) => acceptedAt !== null) ?? null,
  };
}

type Lines = { lines: VersionLine[] } | null;
const lineIn = (version: Lines, itemId: string) => version?.lines.find((line) => line.itemId === itemId);

/** Whether the owner accepted the work on an item with a version of its plan. */
export const isAccepted = (accepted: Lines, itemId: string): boolean => lineIn(accepted, itemId)?.excluded === null;

/** The fields that only say when the work is done. The others are what an owner agrees to pay for and to have done. */
const timeFields: readonly LineDifference[] = ['priority', 'due', 'phase'];
const scopeFields = lineDifferences.filter((field) => !timeFields.includes(field));

/** Whether the cost or scope of an item differs from what the owner accepted; older lines lack some of the fields. */
export function isChangedSince(accepted: Lines, item: PlanItemRow): boolean {
  const before = lineIn(accepted, item.id);
  if (!before) return false;
  const after = lineOf(item);
  return scopeFields.some((name) => shown[name](before) !== '' && shown[name](before) !== shown[name](after));
}

/** An item's progress in each of the plans that show it; a decision sent with one of them counts in all. */
export function itemsInPlans(
  plans: readonly { plan: Pick<PlanRow, 'id' | 'status' | 'approvedAt'>; versions: readonly PlanVersionRow[] }[],
  item: PlanItemRow,
): ItemInPlan[] {
  const sent = plans.map(({ plan, versions }) => ({ plan, ...sentVersions(versions) }));
  const decisionSent = sent.some(({ latest }) => isDecisionSent(latest, item));
  return sent.map(({ plan, accepted }) => ({
    plan: { status: plan.status, everAccepted: plan.approvedAt !== null },
    item: {
      status: item.status,
      isAccepted: isAccepted(accepted, item.id),
      isChanged: isChangedSince(accepted, item),
      isDecisionSent: decisionSent,
      isManual: item.addedBy !== null,
      isModified: item.decisionBefore !== null,
    },
  }));
}

/** Whether the last version contains an approved item as work, or a rejected or waived one as excluded. */
export const isDecisionSent = (latest: Lines, item: Pick<PlanItemRow, 'id' | 'status'>): boolean =>
  lineIn(latest, item.id)?.excluded === excludedAs(item.status);
