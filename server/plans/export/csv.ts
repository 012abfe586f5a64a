import type { Plan } from '#contract/plans.ts';
import { columns, valueOf } from './columns.ts';

/** The beginnings of a cell that spreadsheets take for a formula; some accept the full-width signs as well. */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A cell by RFC 4180. A leading apostrophe keeps spreadsheets from running its text as a formula. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The items of a plan, one per line, in UTF-8 with a byte order mark, without which Excel assumes another encoding. */
export function toCsv(plan: Plan): Buffer {
  const rows = [
    columns.map((column) => column.title),
    ...plan.items.map((item) => columns.map((column) => valueOf(column, item, plan))),
  ];
  return Buffer.from(`\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`, 'utf8');
}
