import type { Cents } from '#contract/money.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { PipReportRow } from '#server/schema/reports.tables.ts';
import { itemsOf } from './items.repository.ts';
import { planChangedMeanwhile, planTooExpensive, reportNotFound } from './reports.errors.ts';
import * as repository from './reports.repository.ts';
import { planFigures } from './reports.rules.ts';
import { reportSteps } from './workflow.rules.ts';

/** The largest value of the column of a report's total. */
const largestTotal: Cents = 9_999_999_999;

/** The report, locked until the change ends. */
export async function lockReport(change: Change, id: string): Promise<PipReportRow> {
  const report = await repository.lock(change.tx, id);
  if (!report) throw reportNotFound();
  return report;
}

/** Moves a report to its next status; 409 when somebody else moved it first. */
export async function moveReport(
  change: Change,
  report: PipReportRow,
  status: PipReportRow['status'],
  acceptance: Partial<Pick<PipReportRow, 'approvedAt' | 'approvedBy'>> = {},
): Promise<PipReportRow> {
  const moved = await repository.moveToStatus(change.tx, report, status, acceptance);
  if (!moved) throw planChangedMeanwhile();
  return moved;
}

/** Recomputes the totals after the items changed, and moves the report to the status that follows from them. */
export async function settleReport(change: Change, report: PipReportRow): Promise<PipReportRow> {
  const items = await itemsOf(change.tx, [report.id]);
  const figures = planFigures(items, report.settings);
  if (figures.high.total > largestTotal) throw planTooExpensive();
  let current = await repository.updateReport(change.tx, report.id, {
    totalCost: figures.typical.total,
    estimatedDays: figures.estimatedDays,
    priority: figures.priority,
  });
  for (const status of reportSteps(current.status, items)) {
    current = await moveReport(change, current, status);
    change.audit(`pip.${status}`, 'pip_report', report.id);
  }
  return current;
}

/** Tells the pages of the owner and the admins that a report has changed. */
export function sendReportChanged(change: Change, report: PipReportRow, ownerId: string | null): void {
  const payload = { pipReportId: report.id, propertyId: report.propertyId };
  change.push({ type: 'pip_changed', payload }, { users: [ownerId], admins: true });
}
