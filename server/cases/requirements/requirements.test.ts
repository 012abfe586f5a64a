import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { manyPages, pdfFile } from '#test/pdf.ts';

let app: TestApp;
let admin: Awaited<ReturnType<TestApp['person']>>;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
afterAll(() => app.close());

const send = async (payload: Buffer | string, contentType = 'application/pdf', who = admin) => {
  who.csrfToken ??= (await who.get('/api/csrf-token')).body.csrfToken;
  return who.send({
    method: 'POST',
    url: '/api/admin/requirements-text',
    headers: { 'content-type': contentType, 'x-csrf-token': who.csrfToken ?? '' },
    payload,
  });
};

describe('requirements from a PDF', () => {
  it('are its lines', async () => {
    const { status, body } = await send(await pdfFile(['• Photograph the front desk\n• Show every extinguisher']));
    expect([status, body]).toEqual([
      200,
      { pageCount: 1, lines: ['Photograph the front desk', 'Show every extinguisher'] },
    ]);
  });

  it('are empty when it has no text layer', async () => {
    expect((await send(await pdfFile(['', ''], { drawn: true }))).body).toEqual({ pageCount: 2, lines: [] });
  });

  it('are limited to the number and length that a case accepts', async () => {
    const page = Array.from({ length: 40 }, (_, n) => `${n}. Item`).join('\n');
    const { body } = await send(await pdfFile(Array.from({ length: 15 }, () => page)));
    expect(body.lines).toHaveLength(500);
    const long = await send(await pdfFile([`${'word '.repeat(400)}.`]));
    expect(long.body.lines.map((line: string) => line.length)).toEqual([1000]);
  });

  it.each<[string, () => Promise<Buffer> | Buffer, number, RegExp]>([
    ['a locked one', () => pdfFile(['x'], { userPassword: 'secret' }), 422, /locked with a password/],
    ['a broken one', () => Buffer.from('%PDF-1.7 and nothing else'), 422, /damaged or incomplete/],
    ['a text', () => Buffer.from('Photograph the front desk'), 422, /damaged or incomplete/],
    ['an empty one', () => Buffer.alloc(0), 422, /damaged or incomplete/],
    ['an endless one', () => manyPages(100_000), 413, /more than 500 pages/],
    ['one above 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1), 413, /too large/],
  ])('are not read from %s', async (_what, make, status, detail) => {
    const answer = await send(await make());
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(detail)]);
  });

  it('are read from PDFs only, and for admins only', async () => {
    expect((await send('{}', 'application/json')).status).toBe(415);
    expect((await send('text', 'text/plain')).status).toBe(415);
    expect((await admin.post('/api/admin/requirements-text')).status).toBe(415);
    expect((await send(await pdfFile(['x']), 'application/pdf', await app.person('property'))).status).toBe(403);
  });
});
