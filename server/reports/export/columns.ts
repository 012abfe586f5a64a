import { findingCategoryLabels, severityLabels } from '#contract/finding-categories.ts';
import { toDollars } from '#contract/money.ts';
import { phaseWindows, type PipItem, type PipReport } from '#contract/reports.ts';
import { phaseLabel, printable, statusLabel } from './texts.ts';

export interface Column {
  title: string;
  /** In characters. */
  width: number;
  money?: boolean;
  value(item: PipItem, report: PipReport): string | number | null;
}

const text = (value: string | null): string | null => (value === null ? null : printable(value));
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** The table of items, the same in every file that has one. */
export const columns: readonly Column[] = [
  { title: 'Property', width: 24, value: (_item, report) => text(report.property.name) },
  { title: 'Area', width: 18, value: (item) => text(item.area) },
  { title: 'Phase', width: 10, value: (item) => phaseLabel(item.phase) },
  { title: 'Window', width: 14, value: (item) => phaseWindows[item.phase] },
  { title: 'Priority', width: 10, value: (item) => severityLabels[item.priority] },
  { title: 'Severity', width: 10, value: (item) => severityLabels[item.severity] },
  { title: 'Category', width: 22, value: (item) => findingCategoryLabels[item.category] },
  { title: 'Item', width: 32, value: (item) => text(item.title) },
  { title: 'Present condition', width: 48, value: (item) => text(item.description) },
  { title: 'Required action', width: 36, value: (item) => text(item.recommendedAction) },
  { title: 'Cost low (USD)', width: 15, money: true, value: (item) => toDollars(item.costLow) },
  { title: 'Cost typical (USD)', width: 17, money: true, value: (item) => toDollars(item.estimatedCost) },
  { title: 'Cost high (USD)', width: 15, money: true, value: (item) => toDollars(item.costHigh) },
  { title: 'Days', width: 8, value: (item) => item.estimatedDays },
  { title: 'Days on site', width: 12, value: (item) => item.daysOnSite },
  { title: 'Lead days', width: 10, value: (item) => item.leadDays },
  { title: 'Status', width: 14, value: (item) => statusLabel(item.status) },
  { title: 'Note', width: 36, value: (item) => text(item.note) },
  {
    title: 'AI confidence (%)',
    width: 16,
    value: (item) => (item.issue?.aiConfidence ? Number(item.issue.aiConfidence) : null),
  },
  {
    title: 'Video time',
    width: 11,
    value: (item) => (item.videoTimestamp === null ? null : clock(item.videoTimestamp)),
  },
  { title: 'Item ID', width: 38, value: (item) => item.id },
];
