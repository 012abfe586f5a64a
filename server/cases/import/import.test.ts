import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { caseFields, inDays } from '#test/factories.ts';
import { mailTo } from '#test/mail.ts';

let app: TestApp;
let admin: Awaited<ReturnType<TestApp['person']>>;
beforeAll(async () => {
  app = await createTestApp({ env: { QUOTA_CASES_PER_ADDRESS: '3' } });
  admin = await app.person('admin');
});
afterAll(() => app.close());

const address = '/api/admin/inspection-cases/import';
const due = inDays(20).slice(0, 10);
const head = 'Property name,Address,City,State,ZIP code,Owner e-mail,Due date';
const line = (name: string, email: string, dueDate = due) =>
  `${name},12 Quay Street,Portland,ME,04101,${email},${dueDate}`;
const csvOf = (...lines: string[]) => [head, ...lines].join('\r\n');
const previewOf = async (csv: string) => (await admin.call('POST', `${address}/preview`, { csv })).rows;
const casesOf = async (q: string) => (await admin.call('GET', `/api/admin/inspection-cases?q=${q}`)).cases;

describe('an import of cases', () => {
  it('shows errors and duplicates by line and writes nothing [api.added.61]', async () => {
    const opened = await admin.call('POST', '/api/inspection-cases', caseFields('double@example.com'));
    const csv = csvOf(
      line('Harbour Inn', 'double@example.com'),
      line('Quiet Inn', 'quiet@example.com'),
      line('quiet inn', 'Quiet@example.com'),
      line('Quiet Inn', 'other@example.com'),
      line('Harbour Inn', 'other@example.com'),
      line('Late Inn', 'late@example.com', '2020-01-31'),
      line('', 'nobody', '2020-01-31'),
    );
    const rows = await previewOf(csv);
    expect(rows.map((row: { duplicate: unknown }) => row.duplicate)).toEqual([
      { kind: 'case', id: opened.id, caseNumber: opened.caseNumber, sameOwner: true },
      null,
      { kind: 'line', line: 3, sameOwner: true },
      { kind: 'line', line: 3, sameOwner: false },
      // The owner's address was corrected, but the property has its case.
      { kind: 'case', id: opened.id, caseNumber: opened.caseNumber, sameOwner: false },
      null,
      null,
    ]);
    expect(rows[5].errors).toEqual([{ column: 'Due date', message: 'Due date cannot be in the past' }]);
    expect(rows[6].errors.map(({ column }: { column: string }) => column)).toEqual([
      'Property name',
      'Owner e-mail',
      'Due date',
    ]);
    expect(await casesOf('Quiet')).toEqual([]);
    // An error in one line blocks the import of all others.
    const refused = await admin.post(address, { id: randomUUID(), csv, leftOut: [2] });
    expect([refused.status, refused.body.code]).toEqual([400, 'import_faulty']);
    expect(refused.body.detail).toBe(
      'Line 7: Due date cannot be in the past. 2 lines have errors, and nothing was imported',
    );
    expect(await casesOf('Quiet')).toEqual([]);
  });

  it('warns of a state and a ZIP code that look wrong, and imports them as they are written', async () => {
    const place = (name: string, state: string, zip: string) =>
      `${name},12 Quay Street,Portland,${state},${zip},${name}@example.com,${due}`;
    const csv = csvOf(
      place('named', 'Maine', '04101-1234'),
      place('wrong', 'Mainland', 'abc'),
      place('island', 'PR', '901'),
    );
    const rows: { errors: unknown[]; warnings: unknown[] }[] = await previewOf(csv);
    expect(rows.map(({ errors, warnings }) => [errors, warnings])).toEqual([
      [[], []],
      [
        [],
        [
          { column: 'State', message: '“Mainland” is not a state of the United States' },
          { column: 'ZIP code', message: '“abc” is not a ZIP code such as 04101' },
        ],
      ],
      [[], [{ column: 'ZIP code', message: '“901” is not a ZIP code such as 04101' }]],
    ]);
    expect((await admin.post(address, { id: randomUUID(), csv })).body).toEqual({ imported: 3 });
    expect(await casesOf('wrong')).toMatchObject([{ propertyState: 'Mainland', propertyZipCode: 'abc' }]);
  });

  it('opens each case once, with an e-mail to its owner, except the lines left out [api.added.62]', async () => {
    const csv = csvOf(
      line('First Lodge', 'first@example.com'),
      line('Second Lodge', 'second@example.com'),
      line('', ''),
    );
    const input = { id: randomUUID(), csv, leftOut: [4] };
    const answer = await admin.post(address, input);
    expect([answer.status, answer.body]).toEqual([201, { imported: 2 }]);
    const cases = await casesOf('Lodge');
    expect(cases.map(({ propertyName }: { propertyName: string }) => propertyName).toSorted()).toEqual([
      'First Lodge',
      'Second Lodge',
    ]);
    expect(cases[0]).toMatchObject({
      status: 'pending',
      dueDate: `${due}T00:00:00.000Z`,
      createdByAdminId: admin.user.id,
    });
    await mailTo(app, 'first@example.com', /Inspection case/);
    await mailTo(app, 'second@example.com', /Inspection case/);
    expect((await admin.post(address, input)).body).toEqual({ imported: 2 });
    expect(await casesOf('Lodge')).toHaveLength(2);
    expect((await admin.post(address, { ...input, leftOut: [3, 4] })).status).toBe(409);
  });

  it('refuses a file that is not a list of cases, with a readable reason', async () => {
    const detailOf = async (csv: string) => (await admin.post(`${address}/preview`, { csv })).body;
    expect((await detailOf('Name\nInn')).detail).toMatch(/does not name these columns: .*Due date/);
    expect((await detailOf(head)).detail).toBe('The file has no cases');
    expect((await detailOf(`${head}\n"`)).errors.csv).toMatch(/never closed/);
    const many = csvOf(...Array.from({ length: 501 }, (_, index) => line(`Inn ${index}`, `many${index}@example.com`)));
    expect((await detailOf(many)).detail).toBe('A file has at most 500 cases');
  });

  it('enforces the daily limit per address within one file too', async () => {
    const lines = Array.from({ length: 4 }, (_, index) => line(`Inn ${index}`, 'full@example.com'));
    const rows = await previewOf(csvOf(...lines));
    const faults = rows.flatMap((row: { line: number; errors: object[] }) => (row.errors.length > 0 ? [row.line] : []));
    expect(faults).toEqual([5]);
    // A line that cannot be imported uses up nothing.
    const late = await previewOf(csvOf(line('Late', 'full@example.com', '2020-01-31'), ...lines.slice(1)));
    expect(late.map((row: { errors: object[] }) => row.errors.length)).toEqual([1, 0, 0, 0]);
  });
});
