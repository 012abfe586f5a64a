import { describe, expect, it } from 'vitest';
import { parseCsv } from './csv.rules.ts';
import { sameCaseKey } from '#contract/case-places.ts';
import { readCases, warningsOf } from './import.rules.ts';

const cellsOf = (text: string) => parseCsv(text)?.map(({ cells }) => cells);

describe('a CSV file', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\uFEFFa;b\r\n1;2,5',
      [
        ['a', 'b'],
        ['1', '2,5'],
      ],
    ],
    [
      'a\tb\r1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n"one ""two""\nthree, four",2',
      [
        ['a', 'b'],
        ['one "two"\nthree, four', '2'],
      ],
    ],
    [
      '"a,x",b;c\n1,2',
      [
        ['a,x', 'b;c'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n,\n\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
  ])('%j is read', (text, cells) => expect(cellsOf(text)).toEqual(cells));

  it('has the right line number for each record, despite line breaks in cells and empty lines', () =>
    expect(parseCsv('a\n"x\ny"\n\nlast')?.map(({ line }) => line)).toEqual([1, 2, 5]));

  it('is rejected when a quote is never closed', () => expect(parseCsv('a,b\n"1,2')).toBeNull());
});

const head = 'Property name,Address,City,State,ZIP code,Owner e-mail,Due date';
const place = 'Harbour Inn,12 Quay Street,Portland,ME,04101,owner@example.com';
const rowsOf = (csv: string) => {
  const file = readCases(csv);
  if ('fault' in file) throw new Error(file.fault);
  return file.rows;
};

describe('cases from a file', () => {
  it('map columns by their titles, in any spelling', () => {
    const titles = `${head.toUpperCase().replace('ZIP CODE', 'zipCode').replace('E-MAIL', 'email')},property city`;
    expect(readCases(`${titles}\n${place},2030-01-31,`)).toMatchObject({
      ignoredColumns: ['property city'],
      rows: [
        { line: 2, errors: [], input: { propertyZipCode: '04101', dueDate: '2030-01-31', propertyType: 'hotel' } },
      ],
    });
  });

  it.each([
    ['1/5/2030', '2030-01-05'],
    ['12/31/2030', '2030-12-31'],
    ['2030-02-03', '2030-02-03'],
  ])('are due on %s', (text, dueDate) => expect(rowsOf(`${head}\n${place},${text}`)[0]?.input?.dueDate).toBe(dueDate));

  it.each([
    ['31/12/2030', 'Due date', 'Write the due date as 2026-11-21 or 11/21/2026'],
    ['2030-02-30', 'Due date', 'Write the due date as 2026-11-21 or 11/21/2026'],
    ['', 'Due date', 'Due date is required'],
  ])('with the due date %j are refused', (text, column, message) =>
    expect(rowsOf(`${head}\n${place},${text}`)[0]).toMatchObject({ input: null, errors: [{ column, message }] }),
  );

  it('name every column with an error, and list the valid types', () => {
    const [row] = rowsOf(
      `${head},Inspection type,Rooms,Property type\nInn,,,ME,04101,nobody,2030-01-31,sudden,-1,ship`,
    );
    expect(row?.errors.map(({ column }) => column).toSorted()).toEqual(
      ['Address', 'City', 'Owner e-mail', 'Inspection type', 'Rooms', 'Property type'].toSorted(),
    );
    expect(row?.errors.find(({ column }) => column === 'Inspection type')?.message).toContain('Re-inspection');
  });

  it('are refused when an unquoted comma moved their texts into other columns', () => {
    const row = (text: string) => rowsOf(`${head},Notes\n${place},2030-01-31,${text}`)[0];
    expect(row('Ring the bell, twice')).toMatchObject({
      input: null,
      errors: [{ column: 'Columns', message: expect.stringContaining('Put quotes around texts with commas') }],
    });
    expect(row('"Ring the bell, twice"')?.input?.notes).toBe('Ring the bell, twice');
    // Spreadsheets end lines with empty cells.
    expect(row('Ring,,')?.input?.notes).toBe('Ring');
  });

  it('accept requirements separated by lines or bars, and types by their labels', () => {
    const [row] = rowsOf(`${head},Requirements,Inspection type\n${place},2030-01-31,"One|Two\nThree",Compliance Audit`);
    expect(row?.input?.requirements.map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
    expect(row?.input?.inspectionType).toBe('compliance');
  });

  it.each([
    ['Check the exits; check the rails', '“Check the exits; check the rails” is one requirement.'],
    ['One|Two; Three', '“Two; Three” is one requirement.'],
    ['One|Two\nThree;', null],
    ['', null],
  ])('warn of requirements that may not be separated: %s', (requirements, warning) => {
    const messages = warningsOf({ requirements }).map(({ column, message }) => `${column}: ${message}`);
    expect(messages).toEqual(warning ? [`Requirements: ${warning} Separate several with | or line breaks`] : []);
  });

  it('are rejected when columns, rows or quotes are missing', () => {
    expect(readCases('Name,City\nInn,Bath')).toMatchObject({
      fault: 'columns',
      missing: expect.arrayContaining(['ZIP code']),
    });
    expect(readCases(head)).toEqual({ fault: 'empty' });
    expect(readCases('')).toEqual({ fault: 'empty' });
    expect(readCases(`${head}\n"Inn`)).toEqual({ fault: 'quotes' });
    expect(readCases(`${head},Color\n${place},2030-01-31,red`)).toMatchObject({ ignoredColumns: ['Color'] });
  });

  it('count as equal for the same owner and address, in any spelling', () => {
    const one = {
      ownerEmail: 'A@b.com',
      propertyName: 'Harbour  Inn',
      propertyAddress: '12 Quay St.',
      propertyZipCode: '04101',
    };
    const other = { ...one, ownerEmail: 'a@B.com', propertyName: ' harbour inn', propertyAddress: '12 QUAY ST.' };
    expect(sameCaseKey(other)).toBe(sameCaseKey(one));
    expect(sameCaseKey({ ...one, propertyAddress: '13 Quay St.' })).not.toBe(sameCaseKey(one));
  });
});
