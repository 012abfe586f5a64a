import { unzipSync, zipSync } from 'fflate';
import writeXlsxFile, { type Row, type Sheet, type SheetData } from 'write-excel-file/node';
import { dueTimestamp, type CalendarDate } from '#contract/due-dates.ts';
import { toDollars, type Cents } from '#contract/money.ts';
import { printable } from './texts.ts';

const dollarFormat = '[$$-409]#,##0.00';
const headerColor = '#0B6B63';
/** The background of cells that the reader fills in. */
const inputColor = '#FFF8E1';

export const title = (value: string) => ({ value, fontWeight: 'bold' as const, fontSize: 18 });
export const heading = (value: string) => ({
  value,
  fontWeight: 'bold' as const,
  textColor: '#FFFFFF',
  backgroundColor: headerColor,
  wrap: true,
  height: 32,
  alignVertical: 'center' as const,
});
export const label = (value: string) => ({ value, fontWeight: 'bold' as const });
/** Typed as a string, so that no text is ever read as a formula. */
export const text = (value: string | null) =>
  value === null ? null : { value: printable(value), type: String, wrap: true };
export const amount = (dollars: number) => ({ value: dollars, type: Number, format: dollarFormat });
export const amountOf = (cents: Cents) => amount(toDollars(cents));
export const dateOf = (date: CalendarDate) => ({
  value: new Date(dueTimestamp(date)),
  type: Date,
  format: 'mmm d, yyyy',
});
export const count = (value: number) => ({ value, type: Number });
export const percent = (value: number) => ({
  value,
  type: Number,
  format: Math.round(value * 100) === value * 100 ? '0%' : '0.00%',
  backgroundColor: inputColor,
});
export const inputAmount = () => ({ ...amount(0), backgroundColor: inputColor });

/** The result of each formula, by its cell, for programs that show a workbook without computing it. */
const results = new WeakMap<object, number>();

/** A formula with its result. The expression may contain only cell addresses and names from this code. */
function formula<Style extends object>(expression: string, result: number, style: Style) {
  const cell = { value: `=${expression}`, type: 'Formula' as const, ...style };
  results.set(cell, result);
  return cell;
}
export const moneyFormula = (expression: string, cents: Cents) =>
  formula(expression, toDollars(cents), { format: dollarFormat, alignVertical: 'top' as const });
export const sumFormula = (expression: string, cents: Cents) =>
  formula(expression, toDollars(cents), { format: dollarFormat, fontWeight: 'bold' as const });
export const countFormula = (expression: string, result: number) =>
  formula(expression, result, { alignVertical: 'top' as const });
export const percentFormula = (expression: string, result: number) =>
  formula(expression, result, { format: '0%', alignVertical: 'top' as const });

/** The letters of a column: 0 is A, 26 is AA. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

export interface WorkbookSheet extends Sheet<Buffer> {
  data: SheetData;
  /** The range with filter arrows, such as A1:F9. */
  filter?: string;
}

const isFormula = (cell: unknown): cell is object =>
  typeof cell === 'object' && cell !== null && 'type' in cell && cell.type === 'Formula';

/** The results of a sheet's formulas, in the order of the file. */
const resultsOf = (data: SheetData): number[] =>
  data.flatMap((row: Row) => (row ?? []).filter(isFormula).map((cell) => results.get(cell) ?? 0));

/** Adds what the package has no option for: the results of formulas, filters, and pages as wide as the sheet. */
function completeSheetXml(xml: string, { data, filter }: WorkbookSheet): string {
  const values = resultsOf(data);
  let at = 0;
  const withResults = xml.replaceAll(/<f>=?(.*?)<\/f>/g, (_, expression: string) => {
    const result = `<f>${expression}</f><v>${values[at] ?? 0}</v>`;
    at += 1;
    return result;
  });
  const filtered = filter
    ? withResults.replace('</sheetData>', `</sheetData><autoFilter ref="${filter}"/>`)
    : withResults;
  return filtered
    .replace(/<worksheet[^>]*>/, '$&<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
    .replace('<pageSetup ', '<pageSetup fitToHeight="0" ');
}

/** The earliest time that a ZIP archive can have. */
const noTime = new Date(1980, 0, 1);

/** The archive with the same time for every file in it, so that the same plan gives the same bytes. */
const withoutTimes = (archive: Uint8Array): Buffer => Buffer.from(zipSync(unzipSync(archive), { mtime: noTime }));

/** A workbook whose formulas are computed again when a program opens the file. */
export async function toWorkbook(sheets: WorkbookSheet[]): Promise<Buffer> {
  const written = sheets.map(({ filter: _filter, ...sheet }) => sheet);
  const archive = await writeXlsxFile(written, {
    // Without a font family, bold text would have no font.
    fontFamily: 'Arial',
    fontSize: 10,
    features: [
      {
        files: {
          transform: {
            'xl/worksheets/sheet{id}.xml': {
              transform: (xml, _options, { sheetIndex }) => {
                const sheet = sheets[sheetIndex];
                return sheet ? completeSheetXml(xml, sheet) : xml;
              },
            },
            'xl/workbook.xml': {
              transform: (xml) => xml.replace('</workbook>', '<calcPr calcId="191029" fullCalcOnLoad="1"/></workbook>'),
            },
          },
        },
      },
    ],
  }).toBuffer();
  return withoutTimes(archive);
}
