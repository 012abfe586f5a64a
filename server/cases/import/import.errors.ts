import { plural } from '#contract/texts.ts';
import { declareError } from '#server/platform/http/problem.ts';

export const importEmpty = declareError({
  status: 400,
  code: 'import_empty',
  detail: 'The file has no cases',
  field: 'csv',
});
export const importQuoteOpen = declareError({
  status: 400,
  code: 'import_quote_open',
  detail: 'The file cannot be read: a quotation mark is never closed',
  field: 'csv',
});
export const importTooLong = declareError({
  status: 400,
  code: 'import_too_long',
  detail: (rows: number) => `A file has at most ${rows} cases`,
  field: 'csv',
});
export const importColumnsMissing = declareError({
  status: 400,
  code: 'import_columns_missing',
  detail: (missing: readonly string[]) => `The first row does not name these columns: ${missing.join(', ')}`,
  field: 'csv',
});
export const importFaulty = declareError({
  status: 400,
  code: 'import_faulty',
  detail: (line: number, message: string, lines: number) =>
    `Line ${line}: ${message}. ${plural(lines, 'line has', 'lines have')} errors, and nothing was imported`,
  field: 'csv',
});
