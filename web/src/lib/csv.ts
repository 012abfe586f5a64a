/** The beginnings of a cell that spreadsheets take for a formula; figures below zero are none. */
const formulaStart = /^(?:[=+@\t\r\n\uff1d\uff0b\uff0d\uff20]|-(?!\d))/;

function cell(value: string | number): string {
  const text = String(value);
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as a CSV file (RFC 4180) in UTF-8 with a byte order mark, without which Excel assumes another encoding. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): Blob =>
  new Blob([`\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`], {
    type: 'text/csv; charset=utf-8',
  });
