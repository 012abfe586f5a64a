/** Matches marks in front of list entries: bullets, dashes, boxes, and numbers or letters such as 1. 1) (1) a). */
const mark = /^(?:[-*+•‣▪▫●○◦■□☐☑✓✔➢–—·o]|\(?(?:\d{1,3}|[a-z])[.)])\s+/iu;
/** A mark that stands alone in front of an entry, such as the number of a table's row. */
const markAlone = /^(?:[-*+•‣▪▫●○◦■□☐☑✓✔➢–—·o]|\(?(?:\d{1,3}|[a-z])[.)]|\d{1,3}(?:\.\d{1,3})*|[\p{Co}])$/iu;
export const isListMark = (text: string): boolean => markAlone.test(text);
const pageNumber = /^(?:page\s+)?\d{1,4}(?:\s*(?:of|\/)\s*\d{1,4})?$/i;
const endsSentence = /[.:;!?]$/;

/** PDFium's mark for a word that is hyphenated at the end of a line; U+FFFE and the soft hyphen mean the same. */
const dividedWord = '\x02';

export const endsInDividedWord = (text: string): boolean => text.endsWith(dividedWord) || text.endsWith('\u00AD');

/** One printed line with single spaces, without characters that cannot be stored or shown. */
export const clean = (line: string): string =>
  line
    .toWellFormed()
    .replaceAll(/[\uFFFE\u00AD]/g, '')
    .replaceAll(dividedWord, '')
    .replaceAll(/[\p{Cc}\p{Co}\p{Cn}\uFFFD]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The text of some pages as it is stored: consecutive blank lines become one, at most `limit` characters. */
export function keptText(pages: readonly string[], limit: number): string | null {
  const lines = pages.flatMap((page) => [...page.split(/\r\n?|\n/).map(clean), '']);
  const text = lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  if (text.length <= limit) return text || null;
  return `${text.slice(0, limit - 1).toWellFormed()}…`;
}

/**
 * The requirements in a document, one per line, without list marks and page numbers. A line that starts with a
 * lower-case letter continues the previous line and is joined to it.
 */
export function requirementLines(pages: readonly string[]): string[] {
  const lines: string[] = [];
  for (const page of pages) {
    for (const printed of page.split(/\r\n?|\n/)) {
      const line = clean(printed);
      if (line === '' || pageNumber.test(line)) continue;
      const entry = line.replace(mark, '');
      const before = lines.at(-1);
      if (entry === line && before !== undefined && /^\p{Ll}/u.test(line) && !endsSentence.test(before)) {
        lines[lines.length - 1] = `${before} ${line}`;
      } else if (entry !== '') {
        lines.push(entry);
      }
    }
  }
  return lines;
}
