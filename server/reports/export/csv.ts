import type { PipReport } from '#contract/reports.ts';
import { columns } from './columns.ts';

/** What a spreadsheet would run as a formula when it opens a file; some take the full-width signs for the same. */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A cell by RFC 4180; one that a spreadsheet would take for a formula is made text by a leading apostrophe. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The items of a plan, one a line, UTF-8 with a byte order mark so that Excel reads it as such. */
export function toCsv(report: PipReport): Buffer {
  const rows = [
    columns.map((column) => column.title),
    ...report.items.map((item) => columns.map((column) => column.value(item, report))),
  ];
  return Buffer.from(`\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`, 'utf8');
}
