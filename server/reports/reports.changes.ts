import { and, eq } from 'drizzle-orm';
import type { Change } from '#server/platform/changes/changes.ts';
import { only } from '#server/platform/database/first.ts';
import { conflict, invalid, notFound } from '#server/platform/http/problem.ts';
import { toDecimal } from './money.rules.ts';
import * as repository from './reports.repository.ts';
import { planFigures } from './reports.rules.ts';
import { pipReports, type PipReportRow } from './reports.tables.ts';
import { reportSteps } from './workflow.rules.ts';

/** What the columns of a report's total hold at most, in cents. */
const largestTotal = 9_999_999_999;

/** The report, held until the change ends. */
export async function holdReport(change: Change, id: string): Promise<PipReportRow> {
  const report = await repository.lock(change.tx, eq(pipReports.id, id));
  if (!report) throw notFound('Report');
  return report;
}

/** Moves a report along one arrow; 409 when somebody else moved it first. */
export async function moveReport(
  change: Change,
  report: PipReportRow,
  status: PipReportRow['status'],
  fields: Partial<PipReportRow> = {},
): Promise<PipReportRow> {
  const [moved] = await change.tx
    .update(pipReports)
    .set({ ...fields, status, updatedAt: new Date() })
    .where(and(eq(pipReports.id, report.id), eq(pipReports.status, report.status)))
    .returning();
  if (!moved) throw conflict('Somebody else changed the plan at the same moment. Reload and try again');
  return moved;
}

/** Computes the totals anew after its items changed, and moves the report on where they say so. */
export async function settleReport(change: Change, report: PipReportRow): Promise<PipReportRow> {
  const items = await repository.itemsOf(change.tx, [report.id]);
  const figures = planFigures(items, report.settings);
  if (figures.high.total > largestTotal) throw invalid('The total of the plan would be too large');
  let current = only(
    await change.tx
      .update(pipReports)
      .set({
        totalCost: toDecimal(figures.typical.total),
        estimatedDays: figures.estimatedDays,
        priority: figures.priority,
        updatedAt: new Date(),
      })
      .where(eq(pipReports.id, report.id))
      .returning(),
  );
  for (const status of reportSteps(current.status, items)) {
    current = await moveReport(change, current, status);
    change.audit(`pip.${status}`, 'pip_report', report.id);
  }
  return current;
}

/** Tells the pages of the owner and the admins that a report is not what they show. */
export function pushReport(change: Change, report: PipReportRow, ownerId: string | null): void {
  const payload = { pipReportId: report.id, propertyId: report.propertyId };
  change.push({ type: 'pip_changed', payload }, { users: [ownerId], admins: true });
}
