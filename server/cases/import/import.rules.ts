import { importColumns, requiredColumns, type ImportField, type ImportRow } from '#contract/case-import.ts';
import { caseInputSchema, inspectionTypeLabels, inspectionTypes } from '#contract/cases.ts';
import type { CalendarDate } from '#contract/due-dates.ts';
import { stateCodeOf } from '#contract/us-states.ts';
import type { z } from 'zod';
import { parseCsv } from './csv.rules.ts';

export type CaseFields = z.output<typeof caseInputSchema>;
export interface ReadRow {
  line: number;
  cells: Partial<Record<ImportField, string>>;
  /** Null when there are errors. */
  input: CaseFields | null;
  errors: ImportRow['errors'];
}
export type ReadFile =
  | { fault: 'quotes' }
  | { fault: 'empty' }
  | { fault: 'columns'; missing: string[] }
  | { rows: ReadRow[]; ignoredColumns: string[] };

const fields = Object.keys(importColumns) as ImportField[];
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');
/** Finds a column's field by the column's title or by the field's name. */
const fieldOf = (title: string): ImportField | undefined =>
  fields.find((field) => [plain(importColumns[field]), plain(field)].includes(plain(title)));

/**
 * Converts m/d/yyyy, as spreadsheets in the United States write dates, to yyyy-mm-dd; returns other texts unchanged.
 */
function dateOf(text: string): string {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return month && day && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}

/** The due date of a row, whatever its other cells say; null if it is missing or unclear. */
export function dueDateOf({ dueDate }: ReadRow['cells']): CalendarDate | null {
  const { success, data } = caseInputSchema.shape.dueDate.safeParse(dueDate ? dateOf(dueDate) : undefined);
  return success ? data : null;
}

const typeOf = (text: string): string =>
  inspectionTypes.find((type) => [plain(type), plain(inspectionTypeLabels[type])].includes(plain(text))) ?? text;

/** What separates the requirements of a case in their cell. */
const separators = /\r?\n|\|/;

/** Converts the cells of a row to the input of a case; an empty cell leaves the field at its default. */
function inputOf(cells: ReadRow['cells']): Record<string, unknown> {
  const { propertyType, inspectionType, dueDate, requirements, ...others } = cells;
  return {
    ...others,
    ...(propertyType ? { propertyType: propertyType.toLowerCase() } : {}),
    ...(inspectionType ? { inspectionType: typeOf(inspectionType) } : {}),
    dueDate: dueDate ? dateOf(dueDate) : undefined,
    requirements: (requirements ?? '').split(separators),
  };
}

const messages: Partial<Record<ImportField, string>> = {
  inspectionType: `Inspection type is one of ${inspectionTypes.map((type) => inspectionTypeLabels[type]).join(', ')}`,
  propertyType: 'Property type is one of hotel, motel, resort, boutique',
};

function readRow(line: number, cells: ReadRow['cells']): ReadRow {
  const parsed = caseInputSchema.safeParse(inputOf(cells));
  if (parsed.success) return { line, cells, input: parsed.data, errors: [] };
  const first = new Map<ImportField, string>();
  for (const { path, message } of parsed.error.issues) {
    const field = fields.find((each) => each === path[0]);
    if (!field || first.has(field)) continue;
    const unclear = field === 'dueDate' && cells.dueDate ? 'Write the due date as 2026-11-21 or 11/21/2026' : undefined;
    first.set(field, unclear ?? messages[field] ?? message);
  }
  const errors = [...first].map(([field, message]) => ({ column: importColumns[field], message }));
  return { line, cells, input: null, errors };
}

/** A text with an unquoted comma spills into the next columns, so that no cell can be trusted to be in its own. */
const withTooManyCells = ({ line, cells: { propertyName = '' } }: ReadRow): ReadRow => ({
  line,
  cells: { propertyName },
  input: null,
  errors: [
    { column: 'Columns', message: 'The line has more cells than the first one. Put quotes around texts with commas' },
  ],
});

/** Reads the cases of a CSV file, each with its errors. */
export function readCases(csv: string): ReadFile {
  const records = parseCsv(csv);
  if (!records) return { fault: 'quotes' };
  const [head, ...rest] = records;
  if (!head || rest.length === 0) return { fault: 'empty' };
  // When two columns have the same field, the first one counts.
  const named = head.cells.map(fieldOf);
  const columns = named.map((field, at) => (named.indexOf(field) === at ? field : undefined));
  const missing = requiredColumns.filter((field) => !columns.includes(field)).map((field) => importColumns[field]);
  if (missing.length > 0) return { fault: 'columns', missing };
  const rows = rest.map(({ line, cells }) => {
    const entries = columns.flatMap((field, at) => (field ? [[field, cells[at] ?? '']] : []));
    const row = readRow(line, Object.fromEntries(entries));
    return cells.slice(columns.length).every((cell) => cell === '') ? row : withTooManyCells(row);
  });
  return { rows, ignoredColumns: head.cells.filter((title, at) => title !== '' && !columns[at]) };
}

/** A ZIP code, or ZIP+4. */
const zipCode = /^\d{5}(-\d{4})?$/;

/**
 * Texts of a row that are stored as they are written but look wrong: the time zone and the regional factor need a state,
 * a property is recognized by its ZIP code, and one requirement is often meant to be several.
 */
export function warningsOf({ propertyState, propertyZipCode, requirements }: ReadRow['cells']): ImportRow['warnings'] {
  const state = propertyState?.trim();
  const zip = propertyZipCode?.trim();
  const joined = requirements
    ?.split(separators)
    .find((text) => /;\s*\S/.test(text))
    ?.trim();
  return [
    ...(state && stateCodeOf(state) === null
      ? [{ column: importColumns.propertyState, message: `“${state}” is not a state of the United States` }]
      : []),
    ...(zip && !zipCode.test(zip)
      ? [{ column: importColumns.propertyZipCode, message: `“${zip}” is not a ZIP code such as 04101` }]
      : []),
    ...(joined
      ? [
          {
            column: importColumns.requirements,
            message: `“${joined}” is one requirement. Separate several with | or line breaks`,
          },
        ]
      : []),
  ];
}
