import { findingCategoryLabels, severityLabels } from '#contract/finding-categories.ts';
import { toDollars, type Cents } from '#contract/money.ts';
import { phaseWindows, type PlanItem, type Plan } from '#contract/plans.ts';
import { formatTimestamp } from '#contract/texts.ts';
import { dateOf, phaseLabel, printable, statusLabel } from './texts.ts';

interface Heading {
  title: string;
  /** In characters. */
  width: number;
}
interface ValueColumn extends Heading {
  value(item: PlanItem, plan: Plan): string | number | null;
}
interface MoneyColumn extends Heading {
  cents(item: PlanItem): Cents | null;
}
export type Column = ValueColumn | MoneyColumn;

/** What a cell holds where there are no formats: amounts are dollars. */
export function valueOf(column: Column, item: PlanItem, plan: Plan): string | number | null {
  if ('value' in column) return column.value(item, plan);
  const cents = column.cents(item);
  return cents === null ? null : toDollars(cents);
}

const text = (value: string | null): string | null => (value === null ? null : printable(value));

/** The table of items, the same in every file that has one. */
export const columns: readonly Column[] = [
  { title: 'Property', width: 24, value: (_item, plan) => text(plan.property.name) },
  { title: 'Version', width: 9, value: (_item, plan) => plan.versions.at(-1)?.number ?? 0 },
  { title: 'Area', width: 18, value: (item) => text(item.area) },
  { title: 'Phase', width: 10, value: (item) => phaseLabel(item.phase) },
  { title: 'Window', width: 14, value: (item) => phaseWindows[item.phase] },
  { title: 'Priority', width: 10, value: (item) => severityLabels[item.priority] },
  { title: 'Severity', width: 10, value: (item) => severityLabels[item.severity] },
  { title: 'Category', width: 22, value: (item) => findingCategoryLabels[item.category] },
  { title: 'Item', width: 32, value: (item) => text(item.title) },
  { title: 'Present condition', width: 48, value: (item) => text(item.description) },
  { title: 'Required action', width: 36, value: (item) => text(item.recommendedAction) },
  { title: 'Cost low (USD)', width: 15, cents: (item) => item.costLow },
  { title: 'Cost typical (USD)', width: 17, cents: (item) => item.estimatedCost },
  { title: 'Cost high (USD)', width: 15, cents: (item) => item.costHigh },
  { title: 'Days', width: 8, value: (item) => item.estimatedDays },
  { title: 'Days on site', width: 12, value: (item) => item.daysOnSite },
  { title: 'Lead days', width: 10, value: (item) => item.leadDays },
  { title: 'Status', width: 14, value: (item) => statusLabel(item.status) },
  {
    title: 'Actual cost (USD)',
    width: 16,
    cents: (item) => item.actualCost,
  },
  { title: 'Invoice', width: 16, value: (item) => text(item.invoice) },
  { title: 'Completed', width: 14, value: (item) => item.completedAt && dateOf(item.completedAt) },
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
