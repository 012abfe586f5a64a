import { importColumns, importLimits } from '#contract/case-import.ts';

/** A CSV file with the headings of all columns and one example row. */
export function importTemplate(): string {
  const example: Record<string, string> = {
    propertyName: 'Harbour Inn',
    propertyAddress: '12 Quay Street',
    propertyCity: 'Portland',
    propertyState: 'ME',
    propertyZipCode: '04101',
    propertyType: 'hotel',
    totalRooms: '84',
    ownerEmail: 'owner@example.com',
    inspectionType: 'routine',
    dueDate: '2030-12-31',
    requirements: 'Check the sprinklers|Fire doors close',
  };
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = [Object.values(importColumns), Object.keys(importColumns).map((field) => example[field] ?? '')];
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** The text of a file in UTF-8, or in the Windows encoding that older spreadsheet programs use. */
export async function textOfCsv(file: File): Promise<string> {
  if (file.size > 4 * importLimits.characters) throw new Error('The file is too large');
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
