import { findingCategoryLabels, severityLabels } from '#contract/finding-categories.ts';
import { formatDueDate, type CalendarDate } from '#contract/due-dates.ts';
import { toDollars, type Cents } from '#contract/money.ts';
import { phaseLabels, phaseWindows } from '#contract/plan-phases.ts';
import type { PlanItem, Plan } from '#contract/plans.ts';
import { lineClassLabels, spendingLabels } from '#contract/line-classes.ts';
import {
  decisionText,
  dueText,
  evidenceText,
  isMadeSafeFirst,
  priceBasisText,
  proofText,
  quotesText,
  sampledText,
  unitLabel,
} from '#contract/plan-lines.ts';
import { requestText } from '#contract/plan-requests.ts';
import { roomText } from '#contract/rooms.ts';
import { formatTimestamp } from '#contract/texts.ts';
import { itemStatusLabel, printable } from './texts.ts';
import type { Times } from './times.ts';

interface Heading {
  title: string;
  /** In characters. */
  width: number;
}
interface ValueColumn extends Heading {
  value(item: PlanItem, plan: Plan, times: Times): string | number | null;
  /** The same as a date, for a format that sorts by it; null if the text says more. */
  date?(item: PlanItem): CalendarDate | null;
}
interface MoneyColumn extends Heading {
  cents(item: PlanItem): Cents | null;
}
/** A unit price, for which the files compute no sum. */
interface UnitColumn extends Heading {
  unitCents(item: PlanItem): Cents | null;
}
export type Column = ValueColumn | MoneyColumn | UnitColumn;

/** The value of a cell in a format without number formats; amounts are in dollars. */
export function valueOf(column: Column, item: PlanItem, plan: Plan, times: Times): string | number | null {
  if ('value' in column) return column.value(item, plan, times);
  const cents = 'cents' in column ? column.cents(item) : column.unitCents(item);
  return cents === null ? null : toDollars(cents);
}

const text = (value: string | null): string | null => (value === null ? null : printable(value));

/** The day on which the bar of an item ends; null for an item that is not in the schedule. */
const endDay = ({ startDay, daysOnSite }: PlanItem): number | null =>
  startDay === null ? null : Math.round((startDay + daysOnSite) * 100) / 100;

const windowText = (item: PlanItem): string =>
  isMadeSafeFirst(item) ? `${phaseWindows[item.phase]} to make safe` : phaseWindows[item.phase];

/** The last sent version, and whether the figures have changed since; 0 for a plan that was never sent. */
function versionNumber({ versions, changes }: Plan): number | string {
  const number = versions.at(-1)?.number ?? 0;
  return number > 0 && changes.length > 0 ? `${number}, changed since` : number;
}

/** The columns of the items' table, the same in every file format. */
export const columns: readonly Column[] = [
  { title: 'Property', width: 24, value: (_item, plan) => text(plan.property.name) },
  { title: 'Version', width: 16, value: (_item, plan) => versionNumber(plan) },
  { title: 'Area', width: 18, value: (item) => text(item.area) },
  { title: 'Place', width: 18, value: (item) => (item.room ? text(roomText(item.room)) : null) },
  { title: 'Building', width: 12, value: (item) => text(item.building) },
  { title: 'Floor', width: 10, value: (item) => text(item.floor) },
  { title: 'Phase', width: 10, value: (item) => phaseLabels[item.phase] },
  { title: 'Window', width: 24, value: windowText },
  { title: 'Priority', width: 10, value: (item) => severityLabels[item.priority] },
  { title: 'Severity', width: 10, value: (item) => severityLabels[item.severity] },
  { title: 'Class', width: 20, value: (item) => lineClassLabels[item.class] },
  { title: 'Spending', width: 11, value: (item) => spendingLabels[item.spending] },
  { title: 'Category', width: 22, value: (item) => findingCategoryLabels[item.category] },
  { title: 'Item', width: 32, value: (item) => text(item.title) },
  { title: 'Present condition', width: 48, value: (item) => text(item.description) },
  { title: 'Required action', width: 36, value: (item) => text(item.recommendedAction) },
  { title: 'Standard reference', width: 24, value: (item) => text(item.standard) },
  { title: 'Responsible', width: 20, value: (item) => text(item.responsible) },
  {
    title: 'Due date',
    width: 13,
    value: dueText,
    date: (item) => (dueText(item) === formatDueDate(item.dueDate) ? item.dueDate : null),
  },
  { title: 'Quantity', width: 10, value: (item) => item.quantity },
  { title: 'Unit', width: 10, value: (item) => unitLabel(item.unit) },
  { title: 'Unit price (USD)', width: 15, unitCents: (item) => item.unitCost },
  { title: 'Sample', width: 40, value: (item) => sampledText(item) || null },
  { title: 'Cost low (USD)', width: 15, cents: (item) => item.costLow },
  { title: 'Cost typical (USD)', width: 17, cents: (item) => item.estimatedCost },
  { title: 'Cost high (USD)', width: 15, cents: (item) => item.costHigh },
  { title: 'Price basis', width: 30, value: priceBasisText },
  { title: 'Quoted cost (USD)', width: 16, cents: (item) => item.quotedCost },
  { title: 'Quotes', width: 36, value: (item) => text(quotesText(item)) || null },
  { title: 'Starts on day', width: 12, value: (item) => item.startDay },
  { title: 'Ends on day', width: 12, value: endDay },
  { title: 'Days', width: 8, value: (item) => item.estimatedDays },
  { title: 'Days on site', width: 12, value: (item) => item.daysOnSite },
  { title: 'Lead days', width: 10, value: (item) => item.leadDays },
  { title: 'Evidence', width: 18, value: evidenceText },
  { title: 'Brand decision', width: 15, value: decisionText },
  { title: 'Status', width: 18, value: itemStatusLabel },
  {
    title: 'Actual cost (USD)',
    width: 16,
    cents: (item) => item.actualCost,
  },
  { title: 'Invoice', width: 16, value: (item) => text(item.invoice) },
  {
    title: 'Completed',
    width: 28,
    value: (item, _plan, times) => item.completedAt && times.text(item.completedAt),
  },
  { title: 'Completion proof', width: 22, value: proofText },
  { title: 'Request', width: 24, value: ({ requests: [last] }) => (last ? requestText(last) : null) },
  { title: 'Note', width: 36, value: (item) => text(item.note) },
  {
    title: 'AI confidence (%)',
    width: 16,
    value: (item) => (item.issue?.aiConfidence ? Number(item.issue.aiConfidence) : null),
  },
  {
    title: 'Video time',
    width: 11,
    value: (item) => (item.videoTimestamp === null ? null : formatTimestamp(item.videoTimestamp)),
  },
  { title: 'Item ID', width: 38, value: (item) => item.id },
];
