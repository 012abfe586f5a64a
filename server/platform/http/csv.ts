export type CsvCell = string | number | null;

/** The first characters with which spreadsheets recognize a formula; some also accept the full-width signs. */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A cell by RFC 4180. A leading apostrophe keeps spreadsheets from executing its text as a formula. */
function cell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as a CSV file in UTF-8 with a byte order mark, without which Excel assumes another encoding. */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): Buffer =>
  Buffer.from(`\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`, 'utf8');

/** The media type of a CSV file. */
export const csvType = 'text/csv; charset=utf-8';
