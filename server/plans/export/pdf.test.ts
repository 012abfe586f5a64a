import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, test, vi } from 'vitest';
import { noCoverage } from '#contract/coverage.ts';
import type { PhotoMark } from '#contract/photo-marks.ts';
import { checkPdfUa } from '#test/pdf-ua/check.ts';
import type { PhotoEvidence } from '#server/photos/photos.rules.ts';
import { zoneOf } from '#server/properties/zone.rules.ts';
import { createDocumentWriter } from './document-writer.ts';
import { writeDocument } from './documents.ts';
import { createExportsService } from './exports.service.ts';
import { createPdfPage, styles } from './page.ts';
import { samplePlan, type SampleItem } from './sample.test-data.ts';
import { timesIn } from './times.ts';

const mold: SampleItem = {
  category: 'mould',
  severity: 'critical',
  title: 'Mold around the vent',
  description: 'Dark growth on the wall',
  low: 2000,
  high: 8000,
  daysOnSite: 5,
  photoId: 'photo',
  boundingBox: { x: 0.2, y: 0.3, width: 0.4, height: 0.5 },
};
const photo: PhotoEvidence = {
  id: 'photo',
  filename: 'vent.jpg',
  sha256: '0123456789abcdef'.repeat(4),
  takenAt: new Date('2026-11-21T09:30:00Z'),
  uploadedAt: new Date('2026-11-21T09:31:02Z'),
  latitude: 43.66,
  longitude: -70.25,
  marks: [],
  deviceClock: { takenAt: '2026-11-21T07:55:00.000Z', offsetSeconds: 5700, elapsedSeconds: null, setBack: false },
  source: 'camera',
};
const facts = {
  address: '12 Quay Street, Portland, ME 04101',
  owner: 'Robin Vale',
  standard: 'Brand standard 2026',
  caseNumber: 'CASE-2026-0001',
  inspectedAt: '2026-11-20T12:00:00.000Z',
  zone: 'America/New_York',
  score: {
    complianceScore: 58.6,
    coverage: { ...noCoverage, checks: 96, answered: 40, areas: 10, areasScored: 8 },
  },
  leftOut: [{ area: 'Pool', reason: 'The pool is closed' }],
};
const deps = {
  factsOf: async () => facts,
  logo: null,
  documents: { write: writeDocument },
  photos: {
    evidenceOf: async () => new Map([['photo', photo]]),
    printOf: async () =>
      sharp({ create: { width: 800, height: 600, channels: 3, background: '#887766' } })
        .jpeg()
        .toBuffer(),
  },
};
const exports = createExportsService(deps);
const marks: PhotoMark[] = [
  { id: 'a', kind: 'arrow', from: { x: 0.9, y: 0.1 }, to: { x: 0.6, y: 0.35 } },
  { id: 'b', kind: 'circle', box: { x: 0.3, y: 0.3, width: 0.3, height: 0.4 } },
  { id: 'c', kind: 'text', at: { x: 0.95, y: 0.97 }, text: 'Wet behind the tile' },
];
const write = async (...given: Parameters<typeof samplePlan>) =>
  (await exports.fileOf(samplePlan(...given), 'pdf', 'owner')).content;

interface Node {
  role: string;
  alt?: string;
  type?: string;
  id?: string;
  children?: Node[];
}
const below = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(below)];

/** The structure of each page, and its texts by their marked content. Checks that every file read here is PDF/UA-1. */
async function read(pdf: Buffer) {
  expect(await checkPdfUa(pdf)).toEqual([]);
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const open: string[] = [];
    const texts: { text: string; in: string | undefined }[] = [];
    for (const item of items as { type?: string; tag?: string; id?: string; str?: string }[]) {
      if (item.type?.startsWith('beginMarkedContent')) open.push(item.id ?? item.tag ?? '');
      else if (item.type === 'endMarkedContent') open.pop();
      else if (item.str?.trim()) texts.push({ text: item.str, in: open.at(-1) });
    }
    const tree = (await page.getStructTree()) as Node | null;
    pages.push({ nodes: tree ? below(tree) : [], texts, all: texts.map(({ text }) => text).join(' ') });
  }
  return {
    document,
    pages,
    all: pages
      .map(({ all }) => all)
      .join(' ')
      .replaceAll(/\s+/g, ' '),
  };
}

describe('the PDF of a plan', () => {
  test("shows users' marks on a photo, and describes them in words", async () => {
    const marked = { ...deps.photos, evidenceOf: async () => new Map([['photo', { ...photo, marks }]]) };
    const { fileOf } = createExportsService({ ...deps, photos: marked });
    const { pages } = await read((await fileOf(samplePlan([mold]), 'pdf', 'owner')).content);
    const figures = pages.flatMap(({ nodes }) => nodes.filter(({ role }) => role === 'Figure'));
    expect(figures.map(({ alt }) => alt)).toEqual([
      'Photo of: Mold around the vent. Drawn over it: 1 arrow, 1 circle, "Wet behind the tile"',
    ]);
    const drawn = pages.flatMap(({ texts }) => texts.filter((text) => text.in === 'Artifact').map(({ text }) => text));
    expect(drawn.join(' ')).toContain('Wet behind the tile');
  });

  test('prints the further photos of its items small, each once, with the item and the boxes', async () => {
    const sample = samplePlan([mold, { ...mold, title: 'A second wall' }]);
    const part = { id: 'p', imageUrl: null, places: [], boundingBox: mold.boundingBox ?? null };
    const [first, second] = sample.items;
    Object.assign(first?.issue ?? {}, { parts: [{ ...part, photoId: 'wall' }] });
    Object.assign(second?.issue ?? {}, { parts: [{ ...part, photoId: 'wall' }] });
    Object.assign(second ?? {}, { completionPhotos: [{ id: 'repaired', thumbnailUrl: null }] });
    const named = (id: string, filename: string): [string, PhotoEvidence] => [id, { ...photo, id, filename }];
    const known = new Map([['photo', photo], named('wall', 'wall.jpg'), named('repaired', 'repaired.jpg')]);
    const { fileOf } = createExportsService({ ...deps, photos: { ...deps.photos, evidenceOf: async () => known } });
    const { pages } = await read((await fileOf(sample, 'pdf', 'owner')).content);
    const alts = pages.flatMap(({ nodes }) => nodes.flatMap(({ role, alt }) => (role === 'Figure' ? [alt] : [])));
    expect(alts).toEqual([
      'Photo of: Mold around the vent',
      'Photo of: A second wall',
      'wall.jpg: Items 1, 2',
      'repaired.jpg: Item 2, finished work',
    ]);
  });

  test('is tagged: all content has its place in the structure, all else is decoration', async () => {
    const pdf = await write([mold, { ...mold, title: 'A second wall', description: 'One more. '.repeat(900) }]);
    const { document, pages } = await read(pdf);
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
    const { info, metadata } = await document.getMetadata();
    expect(info).toMatchObject({ Title: 'Property improvement plan, Harbour Inn', Language: 'en-US' });
    expect(metadata?.getRaw()).toContain('<pdfuaid:part>1</pdfuaid:part>');
    for (const { nodes, texts } of pages) {
      const ids = new Set(nodes.flatMap(({ type, id }) => (type === 'content' && id ? [id] : [])));
      expect(texts.filter((text) => text.in !== 'Artifact' && !ids.has(text.in ?? ''))).toEqual([]);
    }
    const read_ = pages.flatMap(({ texts }) => texts.filter((text) => text.in !== 'Artifact').map(({ text }) => text));
    expect(read_.join(' ')).toContain('Dark growth on the wall');
    expect(read_.join(' ')).not.toMatch(/Page \d of|DRAFT/);
    const nodes = pages.flatMap((page) => page.nodes);
    const roles = nodes.map(({ role }) => role);
    for (const role of ['Document', 'H1', 'H2', 'H3', 'Sect', 'P', 'L', 'LI', 'Table', 'TR', 'TH', 'TD'])
      expect(roles).toContain(role);
    expect(nodes.filter(({ role }) => role === 'Figure').map(({ alt }) => alt)).toEqual([
      'Photo of: Mold around the vent',
      'Photo of: A second wall',
    ]);
    // Every page needs a tab order, including pages that this test does not read.
    expect(pdf.toString('latin1').split('/Tabs /S').length - 1).toBe(pages.length);
    expect(pdf.toString('latin1')).toContain('/DisplayDocTitle true');
  });

  test("shows the organization's logo", async () => {
    const path = join(tmpdir(), `logo-${process.pid}.png`);
    await sharp({ create: { width: 200, height: 50, channels: 3, background: '#0b6b63' } }).toFile(path);
    const file = await createExportsService({ ...deps, logo: path }).fileOf(samplePlan([mold]), 'pdf', 'owner');
    // A thread of its own, as in the running product, writes the same bytes.
    const documents = createDocumentWriter();
    const inThread = await createExportsService({ ...deps, logo: path, documents }).fileOf(
      samplePlan([mold]),
      'pdf',
      'owner',
    );
    await documents.close();
    expect(inThread.content.equals(file.content)).toBe(true);
    await writeFile(path, 'no picture');
    const without = await createExportsService({ ...deps, logo: path }).fileOf(samplePlan([]), 'pdf', 'owner');
    await rm(path);
    expect((await read(without.content)).pages[0]?.all).toContain('Innspect');
    const { pages } = await read(file.content);
    const figures = pages.flatMap(({ nodes }) => nodes.filter(({ role }) => role === 'Figure'));
    expect(figures.map(({ alt }) => alt)).toEqual(['Logo of the organization', 'Photo of: Mold around the vent']);
    expect(pages[0]?.all).not.toContain('Innspect');
  });

  test('has bookmarks for its parts', async () => {
    const { document } = await read(await write([mold]));
    const outline = (await document.getOutline()).map(({ title }) => title);
    expect(outline).toEqual([
      'Summary',
      'Items',
      'Schedule by item',
      'Critical, due in 24–48 hours to make safe',
      'Evidence',
      'Signatures',
    ]);
  });

  test('lists all items in a table before their cards, with its head on each page', async () => {
    const wall: SampleItem = { ...mold, photoId: undefined };
    const items = Array.from({ length: 24 }, (_, index) => ({ ...wall, title: `Wall ${index + 1}` }));
    items[1] = { ...wall, title: 'Wall 2', status: 'rejected' };
    const { pages, all } = await read(await write(items));
    const head = 'No. Location Required action Quantity Class Due Amount';
    expect(all).toContain(
      `Items ${head} 1 Guest rooms Room 312 Repair: mould 1 each × $5,000 Finish Make safe by Dec 05, 2026 $5,000`,
    );
    expect(all).toMatch(/ 2 Guest rooms [^$]*\$5,000 [^$]* Rejected 3 Guest rooms /);
    const heads = pages.filter(({ all: text }) => text.includes(head));
    expect(heads.length).toBeGreaterThan(1);
    const rows = pages.flatMap(({ nodes }) => nodes.filter(({ role }) => role === 'TR'));
    expect(rows.length).toBeGreaterThan(24);
    // The table ends with the sum, before the first card.
    expect(all).toMatch(/24 Guest rooms .* Construction cost \$115,000 .* 1\. Wall 1 /);
  });

  test('reads each picture once, also one that is missing in the store', async () => {
    const read: string[] = [];
    const { fileOf } = createExportsService({
      ...deps,
      photos: {
        ...deps.photos,
        printOf: (photoId: string) => {
          read.push(photoId);
          return Promise.resolve(null);
        },
      },
    });
    await fileOf(samplePlan([mold, { ...mold, title: 'The same wall' }]), 'pdf', 'owner');
    expect(read).toEqual(['photo']);
  });

  test('shows every amount to the cent, so that sums agree with the lines above them', async () => {
    const entered: SampleItem = { ...mold, photoId: undefined, low: 2100.25, high: 2100.25 };
    const version = {
      number: 1,
      totalCost: 440_110,
      estimatedDays: 5,
      sentAt: '2026-11-22T09:30:00.000Z',
      acceptedAt: null,
      differences: [],
    };
    const items = [entered, { ...entered, low: 1900.3, high: 1900.3 }];
    const { all } = await read(await write(items, { versions: [version] }));
    // 2,100.25 + 1,900.30, and 10% as a planning figure.
    for (const text of [
      'Make safe by Dec 05, 2026 $2,100.25',
      'Make safe by Dec 05, 2026 $1,900.30',
      'Construction cost $4,000.55 Each item follows',
      'Contingency, 10% of construction cost $400 Estimated cost $4,400.55',
      'Estimated cost $4,400.55 $4,400.55 · ',
      'not accepted $4,401.10',
    ])
      expect(all).toContain(text);
  });

  test('breaks the labels of its costs instead of drawing them into the amounts', async () => {
    const costLines = [
      'Design and permit fee, 6.5% of construction cost',
      'After-hours surcharge, 15% of construction cost',
    ];
    const pdf = await write([mold], { costLines: costLines.map((label) => ({ label, amount: 1_250_000 })) });
    const { document } = await read(pdf);
    const { items } = await (await document.getPage(1)).getTextContent();
    const texts = (items as { str: string; transform: number[]; width: number }[])
      .filter(({ str }) => str.trim())
      .map(({ str, transform, width }) => ({ str, x: transform[4] ?? 0, y: Math.round(transform[5] ?? 0), width }));
    const overlapping = [...Map.groupBy(texts, ({ y }) => y).values()].flatMap((line) => {
      const sorted = line.toSorted((a, b) => a.x - b.x);
      return sorted.filter((text, index) => text.x + text.width > (sorted[index + 1]?.x ?? Infinity) + 0.5);
    });
    expect(overlapping).toEqual([]);
    expect(texts.map(({ str }) => str)).toEqual(expect.arrayContaining(['$12,500', 'cost']));
  });

  test('shows in its schedule when each phase and item is planned, with the words of their bars', async () => {
    const crack: SampleItem = { ...mold, category: 'crack', severity: 'low', daysOnSite: 1.5, photoId: undefined };
    const items = Array.from({ length: 40 }, (_, index) => ({ ...crack, title: `Crack ${index + 1}` }));
    const { pages, all } = await read(
      await write([
        { ...mold, daysOnSite: 2 },
        ...items.slice(1),
        { ...crack, title: 'Crack 1', status: 'rejected' as const },
      ]),
    );
    expect(all).toContain('Critical Day 0 to 2 · $5,000 1 item, due in 24–48 hours');
    expect(all).toContain('Minor Day 2 to 32 · $195,000 39 items, later than weeks 3–4');
    expect(all).toContain(
      'Items that are excluded from the totals are not in it. Item Day 0 5 10 15 20 25 30 Planned Due Critical',
    );
    expect(all).toContain('Critical Day 0 to 2 Due in 24–48 hours 1. Mold around the vent Day 0 to 2 Dec 05, 2026');
    expect(all).toMatch(/Minor Day 2 to 32 Later than weeks 3–4 2\. Crack \d+ Day 2 to 4 Dec 05, 2026/);
    expect(all).toMatch(/ Crack \d+ Day 30 to 32 Dec 05, 2026/);
    // The axis is repeated on the second page of the chart.
    expect(pages.filter(({ all: text }) => text.includes('Day 0 5 10 15 20 25 30')).length).toBe(2);
  });

  test('is the same file for the same plan', async () => {
    const first = await write([mold]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    const nextDay = await write([mold]);
    vi.useRealTimers();
    expect(nextDay.equals(first)).toBe(true);
    expect((await write([mold], { updatedAt: '2026-11-22T09:30:00.000Z' })).equals(first)).toBe(false);
  });

  test('states where its photos come from, who signs, and what it is about', async () => {
    const { all } = await read(await write([mold]));
    for (const text of [
      facts.address,
      facts.owner,
      facts.standard,
      facts.caseNumber,
      'Nov 20, 2026, 7:00 AM EST',
      '59%, 8 of 10 areas scored',
      'Not applicable: Pool. The pool is closed',
      '40 of 96 checks answered',
      'vent.jpg',
      photo.sha256.slice(0, 32),
      photo.sha256.slice(32),
      'clock 95 min slow',
      'Nov 21, 2026, 4:31 AM EST',
      '43.66000,',
      'Camera of the app',
      'For the brand',
      'For the owner',
    ])
      expect(all).toContain(text);
  });

  test('has room for the reasons why areas do not apply, however long they are', async () => {
    const reasons = Array.from(
      { length: 9 },
      (_, index) => `Reason ${index}. ${'It is shut for the season. '.repeat(18)}`,
    );
    const leftOut = [...reasons, 'One\n'.repeat(160)].map((reason, index) => ({ area: `Area ${index}`, reason }));
    const placed = createExportsService({ ...deps, factsOf: async () => ({ ...facts, leftOut }) });
    const { document, all } = await read((await placed.fileOf(samplePlan([mold]), 'pdf', 'owner')).content);
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      const below = items.flatMap((item) => ('str' in item && item.transform[5] < 0 ? [item.str] : []));
      expect(below).toEqual([]);
    }
    expect(all).toContain('Not applicable: Area 8. Reason 8.');
  });

  test.each([
    [{ state: 'HI', zipCode: '96815' }, 'Nov 21, 2026, 11:30 PM HST', '2026-11-21'],
    [{ state: 'NY', zipCode: '10019' }, 'Nov 22, 2026, 4:30 AM EST', '2026-11-22'],
    [{ state: 'none', zipCode: '' }, 'Nov 22, 2026, 9:30 AM UTC', '2026-11-22'],
  ])('has the times of a property in %j, and its due dates as they are', async (address, time, day) => {
    const at = '2026-11-22T09:30:00.000Z';
    const plan = samplePlan([{ ...mold, status: 'completed' }], {
      createdAt: at,
      approvedAt: at,
      approvedByName: 'Sam Reed',
      versions: [{ number: 1, totalCost: 1, estimatedDays: 1, sentAt: at, acceptedAt: at, differences: [] }],
    });
    const placed = createExportsService({ ...deps, factsOf: async () => ({ ...facts, zone: zoneOf(address) }) });
    const file = await placed.fileOf(plan, 'pdf', 'owner');
    const { all } = await read(file.content);
    for (const text of [`generated ${time}`, `sent ${time}, accepted ${time}`, `Accepted ${time} Sam Reed`])
      expect(all).toContain(text);
    expect(all).toContain('Dec 05, 2026');
    expect(file.name).toBe(`PIP-Harbour-Inn-${day}.pdf`);
    const csv = (
      await placed.fileOf({ ...plan, items: plan.items.map((item) => ({ ...item, completedAt: at })) }, 'csv', 'owner')
    ).content;
    expect(csv.toString('utf8')).toContain(`"${time}"`);
    expect(csv.toString('utf8')).toContain('"Dec 05, 2026"');
  });

  test('is marked as a draft until it is sent and as changed afterwards, and shows its versions', async () => {
    const version = {
      number: 1,
      totalCost: 500_000,
      estimatedDays: 5,
      sentAt: '2026-11-22T09:30:00.000Z',
      acceptedAt: '2026-11-23T09:30:00.000Z',
      differences: [],
    };
    expect((await read(await write([mold]))).all).toContain('DRAFT');
    const sent = (await read(await write([mold], { versions: [version] }))).all;
    expect(sent).not.toContain('DRAFT');
    expect(sent).toContain(
      'Versions Version Sent Accepted Estimated cost Timeline 1 Nov 22, 2026, 4:30 AM EST Nov 23, 2026, 4:30 AM EST $5,000 5 days',
    );
    const change = { itemId: 'x', title: 'x', place: null, change: 'added' as const, fields: [] };
    // Who signs the second version reads what it changes.
    const fields = [{ name: 'cost' as const, from: '$5,000', to: '$4,200' }];
    const mended = { ...change, title: 'Mold', place: 'Lobby', change: 'changed' as const, fields };
    const differences = [mended, change];
    const next = { ...version, number: 2, acceptedAt: null, differences };
    const approval = { approvedAt: '2026-11-23T09:30:00.000Z', approvedByName: 'Robin Vale' };
    const second = (await read(await write([mold], { ...approval, versions: [version, next] }))).all;
    // Version 2 is not accepted yet, so the paper says which version was.
    expect(second).toContain('Accepted Version 1 Nov 23, 2026, 4:30 AM EST Robin Vale');
    expect(second).toContain('Changes in version 2 Mold, Lobby: Cost: $5,000 → $4,200 x: added Signatures');
    expect((await read(await write([mold], { versions: [version], changes: [change] }))).all).toContain('CHANGED');
  });

  test("of an area whose items were sent with the property's plan is no draft, and says where its items are", async () => {
    const view = { source: 'area', area: 'Lobby', status: 'draft', propertyPlanId: 'x' } as const;
    const note = "The items of this plan are in the property's plan, which is the one that is sent and accepted.";
    const unsent = (await read(await write([mold], { ...view, propertyPlanStatus: 'draft' }))).all;
    for (const text of [note, 'DRAFT', 'Draft, not sent']) expect(unsent).toContain(text);
    const { all } = await read(await write([mold], { ...view, propertyPlanStatus: 'approved' }));
    for (const text of [
      note,
      'Status Approved',
      "Sent in the property's plan",
      "Accepted see the property's plan",
      'Sign that plan.',
    ])
      expect(all).toContain(text);
    expect(all).not.toMatch(/DRAFT|not sent/);
  });

  test('says how many findings nobody has confirmed, and never that none was open while some wait', async () => {
    const nothing = 'No finding was open when the plan was generated';
    expect((await read(await write([], { unconfirmedFindings: 0 }))).all).toContain(nothing);
    const empty = (await read(await write([], { unconfirmedFindings: 1 }))).all;
    expect(empty).toContain('1 finding that nobody has confirmed is not in this plan.');
    expect(empty).not.toContain(nothing);
    const partial = samplePlan([mold], { unconfirmedFindings: 3 });
    const left = '3 findings that nobody has confirmed are not in this plan.';
    expect((await read((await exports.fileOf(partial, 'pdf', 'owner')).content)).all).toContain(left);
    expect((await exports.fileOf(partial, 'csv', 'owner')).content.toString('utf8')).toContain(left);
    expect((await exports.fileOf(samplePlan([mold]), 'csv', 'owner')).content.toString('utf8')).not.toContain('nobody');
  });

  test('prints Chinese, Japanese and Cyrillic names, and embeds only the needed parts of their font', async () => {
    const names = ['上海大饭店', '東京グランドホテル', 'Гостиница Крым', 'Łódź'];
    const pdf = await write([{ ...mold, title: names.join(', ') }], {
      property: {
        id: 'x',
        name: names[0] ?? '',
        city: 'Portland',
        state: 'ME',
        totalRooms: 84,
        timeZone: 'America/New_York',
      },
    });
    const { all } = await read(pdf);
    for (const name of names) expect(all.replaceAll(' ', '')).toContain(name.replaceAll(' ', ''));
    expect(pdf.length).toBeLessThan(200_000);
  });

  test('lines up figures in columns, and does not tear a case number apart', () => {
    const { widthOf } = createPdfPage({ title: '', subject: '', changedAt: new Date(0), times: timesIn('UTC') });
    const width = (text: string) => widthOf(text, styles.body);
    expect(width('$1,111')).toBeCloseTo(width('$4,884'), 3);
    const parts = width('CASE') + width('-') + width('2BHX');
    // Kerning may change it a little; a tabular hyphen is about as wide as a digit.
    expect(Math.abs(width('CASE-2BHX') - parts)).toBeLessThan((width('8') - width('-')) / 2);
  });

  test('labels a finding that nobody has confirmed as unconfirmed', async () => {
    const plan = samplePlan([mold]);
    const unconfirmed = plan.items.map((item) => ({
      ...item,
      issue: item.issue && { ...item.issue, status: 'pending' as const },
    }));
    expect((await read(await write([mold]))).all).not.toContain('Unconfirmed');
    expect((await read(await write([mold], { items: unconfirmed }))).all).toContain('Unconfirmed');
  });
});
