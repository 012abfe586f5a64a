/** A record of a CSV file with the line on which it begins, from 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** The separator: of comma, semicolon and tab, the one that occurs most often outside quotes in the first line. */
function separatorOf(text: string): string {
  const first = (text.split(/\r?\n/, 1)[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const times = (separator: string) => first.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (times(next) > times(best) ? next : best));
}

/**
 * Parses the records of a CSV file (RFC 4180), skipping empty ones. Quoted cells may contain separators, line breaks
 * and doubled quotes. Returns null when a quote is never closed.
 */
export function parseCsv(content: string): CsvRecord[] | null {
  const text = content.replace(/^\uFEFF/, '');
  const separator = separatorOf(text);
  const records: CsvRecord[] = [];
  let [cell, cells, quoted, line, begin] = ['', [] as string[], false, 1, 1];
  const endRecord = () => {
    cells.push(cell);
    if (cells.some((each) => each.trim() !== ''))
      records.push({ line: begin, cells: cells.map((each) => each.trim()) });
    [cell, cells, begin] = ['', [], line];
  };
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const next = text.charAt(index + 1);
    const breaks = character === '\n' || (character === '\r' && next !== '\n');
    if (breaks) line += 1;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (next === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (character === '"' && cell.trim() === '') [cell, quoted] = ['', true];
    else if (character === separator) {
      cells.push(cell);
      cell = '';
    } else if (breaks) endRecord();
    else cell += character;
  }
  if (quoted) return null;
  endRecord();
  return records;
}
