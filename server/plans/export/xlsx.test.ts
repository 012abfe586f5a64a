import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import FormulaParser from 'fast-formula-parser';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import type { PhotoEvidence } from '#server/photos/photos.rules.ts';
import { evidenceRows } from './evidence.ts';
import { samplePlan, type SampleItem } from './sample.test-data.ts';
import { timesIn } from './times.ts';
import { unzip } from '#test/unzip.ts';
import { toXlsx } from './xlsx.ts';

const mold: SampleItem = {
  category: 'mould',
  severity: 'critical',
  title: 'Mold around the vent',
  low: 2000,
  high: 8000,
  daysOnSite: 5,
  photoId: 'photo',
};
const chair: SampleItem = {
  category: 'upholstery_damage',
  severity: 'medium',
  title: 'Torn chair',
  low: 400,
  high: 1400,
  daysOnSite: 0.5,
  leadDays: 60,
  note: '=HYPERLINK("http://example.com","open")',
};

type Value = string | number | null;
interface Cell {
  formula: string | null;
  value: Value;
}
type Sheets = Map<string, Map<string, Cell>>;

const plain = (xml: string) =>
  xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

const textFiles = async (content: Buffer) =>
  new Map([...(await unzip(content))].map(([name, bytes]) => [name, bytes.toString('utf8')]));

async function sheetsOf(content: Buffer): Promise<Sheets> {
  const files = await textFiles(content);
  const strings = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs)].map(([, si = '']) =>
    plain(si.replaceAll(/<[^>]+>/g, '')),
  );
  const names = [...(files.get('xl/workbook.xml') ?? '').matchAll(/<sheet [^>]*?name="([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
  return new Map(
    names.map((name, index) => {
      const xml = files.get(`xl/worksheets/sheet${index + 1}.xml`) ?? '';
      const cells = [...xml.matchAll(/<c r="([A-Z]+\d+)"([^>/]*)>(.*?)<\/c>/gs)].map(
        ([, address = '', attributes = '', inner = '']): [string, Cell] => {
          const formula = /<f>(.*?)<\/f>/.exec(inner)?.[1];
          const value = /<v>(.*?)<\/v>/.exec(inner)?.[1];
          const isText = attributes.includes('t="s"');
          const read = value === undefined ? null : isText ? (strings[Number(value)] ?? null) : Number(value);
          return [address, { formula: formula === undefined ? null : plain(formula), value: read }];
        },
      );
      return [name, new Map(cells)];
    }),
  );
}

const letters = (column: number): string =>
  column <= 26
    ? String.fromCharCode(64 + column)
    : letters(Math.floor((column - 1) / 26)) + letters(((column - 1) % 26) + 1);

/** Computes a cell from its formula and, recursively, the cells in it, each once. */
function computed(sheets: Sheets, sheet: string, address: string, known = new Map<string, Value>()): Value {
  const key = `${sheet}!${address}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const cell = sheets.get(sheet)?.get(address);
  if (!cell?.formula) return cell?.value ?? null;
  const valueAt = (name: string, row: number, column: number) =>
    computed(sheets, name, `${letters(column)}${row}`, known);
  const parser = new FormulaParser({
    onCell: ({ sheet: name, row, col }) => valueAt(name, row, col),
    onRange: ({ sheet: name, from, to }) =>
      Array.from({ length: to.row - from.row + 1 }, (_, row) =>
        Array.from({ length: to.col - from.col + 1 }, (_unused, column) =>
          valueAt(name, from.row + row, from.col + column),
        ),
      ),
  });
  const result: unknown = parser.parse(cell.formula, { sheet, row: 1, col: 1 });
  if (typeof result !== 'number') throw new Error(`${key} =${cell.formula} is ${String(result)}`);
  known.set(key, result);
  return result;
}

/** The cell in the column titled `name` and the row that begins with `row`. */
function addressOf(sheets: Sheets, sheet: string, row: string, name: string): string {
  const cells = [...(sheets.get(sheet) ?? [])];
  const rowOf = (value: string) => cells.find(([, cell]) => cell.value === value)?.[0].replace(/[A-Z]+/, '');
  const column = cells.find(([, cell]) => cell.value === name)?.[0].replace(/\d+/, '');
  return `${column}${rowOf(row)}`;
}

const photo: PhotoEvidence = {
  id: 'photo',
  filename: 'vent.jpg',
  sha256: 'ab'.repeat(32),
  takenAt: new Date('2026-11-21T03:30:00Z'),
  uploadedAt: new Date('2026-11-21T04:31:02Z'),
  latitude: 43.66,
  longitude: -70.25,
  marks: [],
  deviceClock: { takenAt: '2026-11-21T07:55:00.000Z', offsetSeconds: 5700, elapsedSeconds: null, setBack: false },
  source: 'camera',
};
const write = async (items: SampleItem[]) => {
  const plan = samplePlan(items);
  return {
    plan,
    content: await toXlsx(plan, evidenceRows(plan, new Map([['photo', photo]])), timesIn('America/New_York')),
  };
};
const mixed = [
  mold,
  { ...mold, title: 'A second wall', low: 1000, high: 1500 },
  chair,
  { ...chair, title: 'Not ours', status: 'rejected' as const },
];

test("every formula of an XLSX evaluates to the plan's figure, which is stored in the file as well", async () => {
  const { plan, content } = await write(mixed);
  const sheets = await sheetsOf(content);
  expect([...sheets.keys()]).toEqual(['Summary', 'Items', 'Phases', 'Evidence', 'Schedule of values']);
  let formulas = 0;
  const known = new Map<string, Value>();
  for (const [sheet, cells] of sheets)
    for (const [address, { formula, value }] of cells) {
      if (formula === null) continue;
      formulas += 1;
      expect([sheet, address, computed(sheets, sheet, address, known)]).toEqual([sheet, address, value]);
    }
  expect(formulas).toBeGreaterThan(40);
  const total = plan.totalCost / 100;
  expect(computed(sheets, 'Summary', addressOf(sheets, 'Summary', 'Total', 'USD'))).toBe(total);
  const scheduled = addressOf(sheets, 'Schedule of values', 'Total', 'Scheduled value (USD)');
  expect(computed(sheets, 'Schedule of values', scheduled)).toBe(total);
  expect(computed(sheets, 'Phases', addressOf(sheets, 'Phases', 'All phases', 'Items'))).toBe(3);
});

/** Whether the program is installed, in which readers open the file; the formulas are computed without it above. */
const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0;

/** The workbook as LibreOffice computes it, from the formulas alone. */
async function recalculated(content: Buffer): Promise<Buffer> {
  const withoutResults = Object.entries(unzipSync(content)).map(([name, bytes]): [string, Uint8Array] => [
    name,
    name.startsWith('xl/worksheets/') ? strToU8(strFromU8(bytes).replaceAll(/<\/f><v>.*?<\/v>/g, '</f>')) : bytes,
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'innspect-xlsx-'));
  try {
    await writeFile(join(folder, 'plan.xlsx'), zipSync(Object.fromEntries(withoutResults)));
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const out = join(folder, 'out');
    const to = ['--headless', '--convert-to', 'xlsx', '--outdir', out, join(folder, 'plan.xlsx')];
    await promisify(execFile)('soffice', [profile, ...to]);
    return await readFile(join(out, 'plan.xlsx'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test.runIf(hasLibreOffice)(
  'LibreOffice computes what the plan says, to the cent, with every overhead',
  async () => {
    const plan = samplePlan(
      [...mixed, { ...chair, title: 'A sofa', low: 401.55, high: 1234.57 }],
      {},
      {
        crews: 2,
        freightPercent: 12.25,
        contingencyPercent: 7.5,
        mobilization: 250_050,
        designFeePercent: 6,
        afterHoursPercent: 1.33,
        regionalPercent: 12,
      },
    );
    const content = await toXlsx(plan, [], timesIn('America/New_York'));
    const sheets = await sheetsOf(await recalculated(content));
    const at = (address: string) => Math.round(Number(sheets.get('Summary')?.get(address)?.value) * 100);
    expect(plan.costLines.map((_line, index) => at(`B${15 + index}`))).toEqual(
      plan.costLines.map(({ amount }) => amount),
    );
    const totals = ['USD', 'Low end (USD)', 'High end (USD)'].map((name) =>
      at(addressOf(sheets, 'Summary', 'Total', name)),
    );
    expect(totals).toEqual([plan.totalCost, plan.costLow, plan.costHigh]);
    expect(plan.costLines).toHaveLength(7);
  },
  120_000,
);

test('the additions of a plan that the sheet could not compute are constants', async () => {
  const costLines = [
    { label: 'Construction cost', amount: 500_000 },
    { label: 'Freight and tax, 12% of FF&E', amount: 60_000 },
  ];
  // Its freight was accepted before it followed the class.
  const plan = samplePlan([mold], { costLines, totalCost: 560_000 });
  const sheets = await sheetsOf(await toXlsx(plan, [], timesIn('America/New_York')));
  const freight = addressOf(sheets, 'Summary', 'Freight and tax, 12% of FF&E', 'USD');
  expect(sheets.get('Summary')?.get(freight)).toEqual({ formula: null, value: 600 });
  expect(computed(sheets, 'Summary', addressOf(sheets, 'Summary', 'Total', 'USD'))).toBe(5600);
});

test('critical work of more than two days has a row of its own in which it is made safe', async () => {
  const { plan, content } = await write([mold]);
  const sheets = await sheetsOf(content);
  const of = (row: string, column: string) => computed(sheets, 'Phases', addressOf(sheets, 'Phases', row, column));
  expect([of('Critical, make safe', 'Window'), of('Critical, make safe', 'Ends on day')]).toEqual(['24–48 hours', 2]);
  expect([of('Critical', 'Window'), of('Critical', 'Ends on day')]).toEqual(['after it is made safe', 5]);
  expect([of('Critical', 'Items'), of('All phases', 'Items')]).toEqual([1, 1]);
  expect(of('All phases', 'Construction cost (USD)')).toBe(Number(plan.items[0]?.estimatedCost) / 100);
});

test('changing a quantity or rejecting a line in the sheet changes every sum that depends on it', async () => {
  const { content } = await write(mixed);
  const sheets = await sheetsOf(content);
  const items = sheets.get('Items');
  const total = () => computed(sheets, 'Summary', addressOf(sheets, 'Summary', 'Total', 'USD')) as number;
  const balance = () =>
    computed(sheets, 'Schedule of values', addressOf(sheets, 'Schedule of values', 'Total', 'Balance to finish (USD)'));
  const added = () =>
    ['Freight and tax on FF&E', 'Contingency'].map((name) =>
      computed(sheets, 'Summary', addressOf(sheets, 'Summary', name, 'USD')),
    );
  const atEnd = (name: string) => computed(sheets, 'Summary', addressOf(sheets, 'Summary', 'Total', name));
  expect([total(), added()]).toEqual([7150 + 110 + 715, [110, 715]]);
  items?.set(addressOf(sheets, 'Items', 'Torn chair', 'Quantity'), { formula: null, value: 10 });
  // 12% of $9,000 and 10% of $15,250 are rounded to $50.
  expect([total(), added()]).toEqual([15_250 + 1100 + 1550, [1100, 1550]]);
  expect([atEnd('Low end (USD)'), atEnd('High end (USD)')]).toEqual([7000 + 480 + 700, 23_500 + 1700 + 2350]);
  expect(balance()).toBe(total());
  items?.set(addressOf(sheets, 'Items', 'A second wall', 'Status'), { formula: null, value: 'Waived' });
  expect([total(), added()]).toEqual([14_000 + 1100 + 1400, [1100, 1400]]);
  // A rate can be changed as well, and freight follows the class.
  sheets.get('Summary')?.set(addressOf(sheets, 'Summary', 'Contingency', 'Rate'), { formula: null, value: 0.075 });
  items?.set(addressOf(sheets, 'Items', 'Torn chair', 'Class'), { formula: null, value: 'Finish' });
  expect(added()).toEqual([0, 1050]);
  expect(computed(sheets, 'Phases', addressOf(sheets, 'Phases', 'All phases', 'Items'))).toBe(2);
  const values = sheets.get('Schedule of values');
  const done = addressOf(sheets, 'Schedule of values', 'Torn chair', 'Completed in this period (USD)');
  values?.set(done, { formula: null, value: 4500 });
  const of = (name: string) =>
    computed(sheets, 'Schedule of values', addressOf(sheets, 'Schedule of values', 'Torn chair', name));
  expect([of('% complete'), of('Balance to finish (USD)'), of('Retainage (USD)')]).toEqual([0.5, 4500, 450]);
});

test('an XLSX freezes its headings, has filters on its lists and names the evidence', async () => {
  const { content } = await write(mixed);
  const files = await textFiles(content);
  const sheet = (index: number) => files.get(`xl/worksheets/sheet${index}.xml`) ?? '';
  expect(sheet(2)).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
  expect(sheet(2)).toMatch(/<autoFilter ref="A1:[A-Z]+5"\/>/);
  expect(sheet(4)).toMatch(/<autoFilter ref="A1:M3"\/>/);
  expect(sheet(5)).toMatch(/ySplit="4"/);
  for (let index = 1; index <= 5; index += 1)
    expect(sheet(index)).toMatch(
      /^.*<worksheet[^>]*><sheetPr><pageSetUpPr fitToPage="1"\/>.*<pageSetup fitToHeight="0" /s,
    );
  const evidence = [...((await sheetsOf(content)).get('Evidence') ?? [])].map(([, { value }]) => value);
  for (const value of [
    'vent.jpg',
    photo.sha256,
    'Nov 20, 2026, 10:30 PM EST',
    '95 min slow',
    'Nov 20, 2026, 11:31 PM EST',
    '43.66000, -70.25000',
    'Camera of the app',
    'defect',
  ])
    expect(evidence).toContain(value);
});

test('due dates are dates, by which a sheet sorts, unless the text says more', async () => {
  const { plan, content } = await write(mixed);
  const sheets = await sheetsOf(content);
  const address = addressOf(sheets, 'Items', plan.items[0]?.title ?? '', 'Due date');
  // The number of days since December 30, 1899.
  const serial = (Date.UTC(2026, 11, 5) - Date.UTC(1899, 11, 30)) / 86_400_000;
  expect(sheets.get('Items')?.get(address)?.value).toBe(serial);
  const later = samplePlan([mold]);
  Object.assign(later.items[0] ?? {}, { dueDateEntered: true, earliestDueDate: '2027-01-10' });
  const other = await sheetsOf(await toXlsx(later, [], timesIn('America/New_York')));
  expect(other.get('Items')?.get(address)?.value).toBe('Dec 05, 2026, but Jan 10, 2027 is the earliest');
});

test('the summary says what the plan leaves out', async () => {
  const summary = async (unconfirmedFindings: number) => {
    const plan = samplePlan([mold], { unconfirmedFindings });
    const content = await toXlsx(plan, [], timesIn('America/New_York'));
    return [...((await sheetsOf(content)).get('Summary') ?? [])].map(([, { value }]) => value);
  };
  const left = '2 findings that nobody has confirmed are not in this plan.';
  expect(await summary(2)).toContain(left);
  expect((await summary(0)).join(' ')).not.toContain('nobody');
});

test('no text of a plan becomes a formula, and a plan without items makes a workbook too', async () => {
  const { content } = await write([{ ...chair, title: '=1+1 \u0001 & <b>' }]);
  const files = await textFiles(content);
  expect(files.get('xl/sharedStrings.xml')).toContain('=1+1  &amp; &lt;b&gt;');
  expect(files.get('xl/sharedStrings.xml')).toContain('=HYPERLINK(');
  expect([...files.values()].join('').match(/<f>[^<]*(HYPERLINK|1\+1)/)).toBeNull();
  const sheets = await sheetsOf((await write([])).content);
  expect(computed(sheets, 'Summary', addressOf(sheets, 'Summary', 'Total', 'USD'))).toBe(0);
});

test('is the same file for the same plan, whenever it is written', async () => {
  const plan = samplePlan([mold, chair]);
  const write = () => toXlsx(plan, evidenceRows(plan, new Map()), timesIn('America/New_York'));
  const first = await write();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  const nextDay = await write();
  vi.useRealTimers();
  expect(nextDay.equals(first)).toBe(true);
});
