import sharp from 'sharp';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, test, vi } from 'vitest';
import { writeDocument } from './documents.ts';
import { createExportsService, fileName } from './exports.service.ts';
import { runsOf } from './fonts.ts';
import { samplePlan, type SampleItem } from './sample.test-data.ts';
import { disclaimer } from './texts.ts';
import { timesIn } from './times.ts';

const mould: SampleItem = {
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

const asked: string[] = [];
const documents = { write: writeDocument };
const exports = createExportsService({
  factsOf: async () => null,
  logo: null,
  documents,
  photos: {
    evidenceOf: async () => new Map(),
    printOf: async (photoId) => {
      asked.push(photoId);
      return sharp({ create: { width: 800, height: 600, channels: 3, background: '#887766' } })
        .jpeg()
        .toBuffer();
    },
  },
});
const plan = samplePlan([mould, chair]);

/** The text of each page. */
async function pagesOf(pdf: Buffer): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  return texts;
}

describe('PDF', () => {
  test('states the figures, the computation of the total, the schedule and the disclaimer [domain.words.1, domain.words.2, domain.words.3]', async () => {
    const file = await exports.fileOf(plan, 'pdf', 'owner');
    expect(file.type).toBe('application/pdf');
    const [cover = '', ...rest] = await pagesOf(file.content);
    for (const text of ['Property improvement plan', 'Harbour Inn, Portland, ME', '84 keys', 'Pending approval']) {
      expect(cover).toContain(text);
    }
    // 5,000 + 900 works, 12 % of 900 rounded to 5, 10 % of 5,900.
    for (const amount of ['$5,900', '$110', '$590', '$6,600']) expect(cover).toContain(amount);
    expect(cover).toContain('61 days');
    expect(cover.replaceAll(/\s+/g, ' ')).toContain(disclaimer);
    const items = rest.join(' ');
    for (const text of [
      'Mold around the vent',
      'Mold · ',
      'Dark growth on the wall',
      '$2,000–8,000',
      'Torn chair',
      '60 days',
      'Guest rooms',
    ]) {
      expect(`${cover} ${items}`).toContain(text);
    }
  });
  test('numbers its pages', async () => {
    const many = samplePlan(Array.from({ length: 12 }, (_, index) => ({ ...mould, title: `Spot ${index}` })));
    const pages = await pagesOf((await exports.fileOf(many, 'pdf', 'owner')).content);
    expect(pages.length).toBeGreaterThan(3);
    pages.forEach((text, index) => expect(text).toContain(`Page ${index + 1} of ${pages.length}`));
  });
  test('counts rejected items separately, and repeats the phase at the top of a page', async () => {
    const many = samplePlan([
      { ...mould, title: 'The neighbor’s', status: 'rejected' },
      ...Array.from({ length: 9 }, (_, index) => ({ ...mould, title: `Spot ${index}` })),
      ...Array.from({ length: 9 }, (_, index) => ({ ...chair, title: `Chair ${index}` })),
    ]);
    const [cover = '', ...rest] = (await pagesOf((await exports.fileOf(many, 'pdf', 'owner')).content)).map((text) =>
      text.replaceAll(/\s+/g, ' '),
    );
    expect(cover).toContain('Total issues 18 9 critical · 9 minor · 1 rejected');
    expect(rest.join(' ')).toContain('AI 91% · confirmed');
    const seen = rest.map((text) => [
      /(\w+), due in (?:24–48 hours to make safe|weeks 3–4), continued/.exec(text)?.[1] ?? 'heading',
      ...new Set(text.match(/Spot|Chair/g)),
    ]);
    // The first of these pages are the table and the schedule, and the last has the place to sign.
    expect(seen).toEqual([
      ['heading'],
      ['heading', 'Spot', 'Chair'],
      ['Critical', 'Spot'],
      ['Critical', 'Spot'],
      ['Critical', 'Spot'],
      ['heading', 'Chair'],
      ['Minor', 'Chair'],
      ['Minor', 'Chair'],
      ['heading'],
    ]);
  });
  test('reads a picture shared by several items once', async () => {
    asked.length = 0;
    const twice = await exports.fileOf(samplePlan([mould, { ...mould, title: 'The same wall' }]), 'pdf', 'owner');
    const once = await exports.fileOf(samplePlan([mould]), 'pdf', 'owner');
    expect(asked).toEqual(['photo', 'photo']);
    const pictures = (file: Buffer) => file.toString('latin1').split('/Subtype /Image').length - 1;
    expect([pictures(once.content), pictures(twice.content)]).toEqual([1, 1]);
  });
  test('are made one after another for one account, so that others wait for one of them', async () => {
    const begun: ((file: Buffer) => void)[] = [];
    const slow = createExportsService({
      factsOf: async () => null,
      logo: null,
      documents: { write: () => new Promise((resolve) => begun.push(resolve)) },
      photos: { evidenceOf: async () => new Map(), printOf: async () => null },
    });
    const file = (account: string) => slow.fileOf(samplePlan([]), 'pdf', account);
    const busy = ['busy', 'busy', 'busy'].map(file);
    const other = file('other');
    await vi.waitFor(() => expect(begun.length).toBeGreaterThan(1));
    begun.at(-1)?.(Buffer.from('other'));
    expect((await other).content.toString()).toBe('other');
    expect(begun).toHaveLength(2);
    for (const [n, place] of [0, 2, 3].entries()) {
      await vi.waitFor(() => expect(begun).toHaveLength(Math.max(2, place + 1)));
      begun[place]?.(Buffer.from(`${n}`));
      expect((await busy[n])?.content.toString()).toBe(`${n}`);
    }
  });
  test('can be made without items, without pictures, and with more text than fits on a page', async () => {
    expect(await pagesOf((await exports.fileOf(samplePlan([]), 'pdf', 'owner')).content)).toHaveLength(1);
    const lost = createExportsService({
      factsOf: async () => null,
      logo: null,
      documents,
      photos: { evidenceOf: async () => new Map(), printOf: async () => null },
    });
    const long = samplePlan([
      { ...mould, description: 'A long sentence about one wall. '.repeat(150), title: 'x'.repeat(200) },
    ]);
    const pages = await pagesOf((await lost.fileOf(long, 'pdf', 'owner')).content);
    expect(
      pages
        .join(' ')
        .replaceAll(/\s+/g, ' ')
        .match(/A long sentence/g),
    ).toHaveLength(150);
  });
});

test('text is drawn with the font of its script', () => {
  expect(
    runsOf('text', 'Łódź, Крым 漢').map(({ subset, text }) => ({ subset: subset.replace(/\d+/, 'n'), text })),
  ).toEqual([
    { subset: 'latin-ext', text: 'Ł' },
    { subset: 'latin', text: 'ód' },
    { subset: 'latin-ext', text: 'ź' },
    { subset: 'latin', text: ', ' },
    { subset: 'cyrillic', text: 'Крым' },
    { subset: 'latin', text: ' ' },
    { subset: 'han-n', text: '漢' },
  ]);
});

describe('CSV', () => {
  test('starts with a byte order mark, has one line per item, and neutralizes formulas', async () => {
    const { content, type } = await exports.fileOf(plan, 'csv', 'owner');
    expect(type).toBe('text/csv; charset=utf-8');
    expect([...content.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = content.toString('utf8').slice(1).split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)).toBe('');
    expect(lines[1]).toContain('Mold around the vent');
    expect(lines[2]).toContain(`"'=HYPERLINK(""http://example.com"",""open"")"`);
  });
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠SUM(A1)'])(
    '%j becomes text',
    async (title) => {
      const { content } = await exports.fileOf(samplePlan([{ ...chair, title, note: '' }]), 'csv', 'owner');
      expect(content.toString('utf8')).toMatch(new RegExp(`[,"]'${title.replaceAll(/[+()]/g, '\\$&')}[,"]`));
    },
  );
  test('quotes cells that contain a comma, a quote or a line break', async () => {
    const title = 'Chair, "blue"\nby the window';
    const text = (await exports.fileOf(samplePlan([{ ...chair, title }]), 'csv', 'owner')).content.toString('utf8');
    expect(text).toContain('"Chair, ""blue""\nby the window"');
  });
});

test.each([
  ['Harbour Inn', 'PIP-Harbour-Inn-2026-11-21.pdf'],
  ['Hôtel "Été"\r\nSet-Cookie: a=b', 'PIP-Hotel-Ete-Set-Cookie-a-b-2026-11-21.pdf'],
  ['../../etc/passwd', 'PIP-etc-passwd-2026-11-21.pdf'],
  ['旅館', 'PIP-property-2026-11-21.pdf'],
])('the file of %j has a safe name', (name, expected) => {
  expect(fileName({ ...plan, property: { ...plan.property, name } }, 'pdf', timesIn('UTC'))).toBe(expected);
});
