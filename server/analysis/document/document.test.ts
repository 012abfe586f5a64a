import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nestedForms, hugePicture, manyPages, pageOfSize, pdfFile, rawPdf, slowPage, tableFile } from '#test/pdf.ts';
import { createAnalyzer, type Analyzer } from '../analyzer.service.ts';

let dir: string;
let analyzer: Analyzer;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'documents-'));
  analyzer = createAnalyzer({ workers: 1, engine: 'off', faceBlur: false, documentTimeoutMs: 8000 });
});
afterAll(async () => {
  await analyzer.close();
  await rm(dir, { recursive: true });
});

async function put(bytes: Buffer): Promise<string> {
  const path = join(dir, `${(await readdir(dir)).length}.pdf`);
  await writeFile(path, bytes);
  return path;
}
const read = async (bytes: Buffer) => analyzer.inspectFile(await put(bytes), { allowPdf: true });

describe('a PDF', () => {
  test('is read with its number of pages, its text and a picture of its first page', async () => {
    const bytes = await pdfFile(['Certificate No. 4711\nSprinklers inspected', 'Second page: naïve café']);
    expect(await read(bytes)).toMatchObject({
      format: 'pdf',
      mimeType: 'application/pdf',
      bytes: bytes.length,
      width: 1236,
      height: 1600,
      document: { pageCount: 2, text: 'Certificate No. 4711\nSprinklers inspected\n\nSecond page: naïve café' },
    });
  });

  test('becomes a picture of its first page, and is not analyzed', async () => {
    const path = await put(await pdfFile(['x'], { drawn: true, size: [600, 300] }));
    await expect(analyzer.process(path)).rejects.toMatchObject({ code: 'unsupported_type' });
    const { analysis, height, preview, thumbnail, width } = await analyzer.process(path, { allowPdf: true });
    expect([analysis, width, height]).toEqual([null, 1600, 800]);
    const [large, small] = await Promise.all([sharp(preview).metadata(), sharp(thumbnail).metadata()]);
    expect([large.format, large.width, large.height, small.width, small.height]).toEqual(['webp', 1600, 800, 320, 160]);
    const { data, info } = await sharp(preview).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
    // The rectangle of #334455 that was drawn at 72, 72 points, and the paper around it.
    for (const [i, channel] of at(500, 300).entries()) {
      expect(Math.abs(channel - ([0x33, 0x44, 0x55][i] ?? 0))).toBeLessThan(6);
    }
    expect(at(20, 20).every((channel) => channel > 250)).toBe(true);
  });

  test('without a text layer has no text', async () => {
    expect((await read(await pdfFile(['', ''], { drawn: true }))).document).toEqual({ pageCount: 2, text: null });
  });

  test('that only forbids changes is read like any other', async () => {
    const bytes = await pdfFile(['Open to read'], { ownerPassword: 'secret', permissions: { modifying: false } });
    expect((await read(bytes)).document?.text).toBe('Open to read');
  });

  test('with many words keeps the first of them', async () => {
    const { document } = await read(await pdfFile(Array.from({ length: 40 }, () => 'A word of the text. '.repeat(60))));
    expect([document?.text?.length, document?.text?.at(-1)]).toEqual([20_000, '…']);
  });
});

describe('refused', () => {
  const twoPages = () => pdfFile(['one', 'two']);
  test.each<[string, () => Buffer | Promise<Buffer>, string, number]>([
    ['a password', () => pdfFile(['x'], { userPassword: 'secret' }), 'locked', 422],
    [
      'another kind of password',
      () => pdfFile(['x'], { userPassword: 'secret', pdfVersion: '1.7ext3' }),
      'locked',
      422,
    ],
    ['a beginning and nothing else', () => Buffer.from('%PDF-1.7\nthis is all there is of it\n'), 'unreadable', 422],
    ['half of it', async () => (await twoPages()).subarray(0, 300), 'unreadable', 422],
    ['no pages', () => rawPdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 0/Kids[]>>']), 'unreadable', 422],
    ['501 pages', () => manyPages(501), 'too_many_pages', 413],
    ['100,000 pages', () => manyPages(100_000), 'too_many_pages', 413],
    ['a page of 300 inches', () => pageOfSize(21_600, 100), 'page_too_large', 422],
    ['a page of ten million points', () => pageOfSize(1e7, 1e7), 'page_too_large', 422],
    ['drawings within drawings', () => nestedForms(40, 9), 'too_complex', 422],
    ['minutes of drawing', () => slowPage(100_000), 'too_complex', 422],
  ])('with %s', async (_what, make, code, status) => {
    await expect(read(await make())).rejects.toMatchObject({ name: 'PhotoRejected', code, status });
    // The server still works: the next document is read.
    expect((await read(await twoPages())).document?.pageCount).toBe(2);
  });

  test('a picture that declares more pixels than fit in memory is refused cheaply', async () => {
    const before = process.memoryUsage().rss;
    await read(hugePicture(60_000)).catch(() => undefined);
    expect(process.memoryUsage().rss - before).toBeLessThan(500e6);
    expect((await read(await twoPages())).document?.pageCount).toBe(2);
  });
});

test('lines of requirements are read from bytes', async () => {
  const bytes = await pdfFile([
    '1. Photograph the front desk\n2. Show every extinguisher\n   with its tag\n\nPage 1 of 1',
  ]);
  expect(await analyzer.readLines(bytes)).toEqual({
    pageCount: 1,
    lines: ['Photograph the front desk', 'Show every extinguisher with its tag'],
  });
  const manual = await tableFile([
    ['1', 'Room doors close and latch', 'Guest Rooms', 'Dec 20'],
    ['2', 'Pool gate latches', 'Pool', 'Dec 22'],
  ]);
  expect(await analyzer.readLines(manual)).toEqual({
    pageCount: 2,
    lines: ['Room doors close and latch · Guest Rooms · Dec 20', 'Pool gate latches · Pool · Dec 22', 'Show the lobby'],
  });
  await expect(analyzer.readLines(Buffer.from('a text'))).rejects.toMatchObject({ status: 422 });
});
