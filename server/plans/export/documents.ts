import type { Plan } from '#contract/plans.ts';
import type { EvidenceRow } from './evidence.ts';
import type { PlanPaper } from './pdf.ts';
import type { ReportPaper } from './pdf-report.ts';
import { timesIn } from './times.ts';

/** What a document shows, as plain data that can be sent to a thread; `zone` is the time zone of its times. */
export type DocumentTask = { zone: string } & (
  | { kind: 'plan'; paper: Omit<PlanPaper, 'times'> }
  | { kind: 'report'; paper: Omit<ReportPaper, 'times'> }
  | { kind: 'workbook'; plan: Plan; evidence: readonly EvidenceRow[] }
);

/** Writes a document: a PDF, or a workbook (XLSX). The packages that do so are large, so they are loaded by the first one. */
export async function writeDocument(task: DocumentTask): Promise<Buffer> {
  const times = timesIn(task.zone);
  switch (task.kind) {
    case 'plan':
      return (await import('./pdf.ts')).toPdf({ ...task.paper, times });
    case 'report':
      return (await import('./pdf-report.ts')).toReport({ ...task.paper, times });
    case 'workbook':
      return (await import('./xlsx.ts')).toXlsx(task.plan, task.evidence, times);
  }
}
