import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { InvalidKeyError, MissingUploadError, PartsRejectedError } from '#server/platform/storage/storage.errors.ts';
import type { NamedPart } from '#server/platform/storage/storage.ts';
import type { StorageUnderTest } from './storage.suite.ts';

const MB = 1024 * 1024;
const limit = { maxBytes: 40 * MB };

/** The tests that every storage must pass for multipart uploads and for forms of a browser. */
export function describeMultipart(make: () => StorageUnderTest): void {
  const begin = async () => {
    const { storage, origin } = make();
    const key = `uploads/${randomUUID()}`;
    const uploadId = await storage.multipart.create(key, { contentType: 'video/webm' });
    const sign = (partNumber: number, expiresInSeconds = 60) =>
      storage.multipart.sign({ key, uploadId, partNumber, expiresInSeconds, origin, ...limit });
    const send = async (partNumber: number, bytes: Buffer): Promise<NamedPart> => {
      const answer = await fetch(await sign(partNumber), { method: 'PUT', body: new Uint8Array(bytes) });
      expect(answer.status).toBe(200);
      return { partNumber, etag: (answer.headers.get('etag') ?? '').replaceAll('"', '') };
    };
    return { storage, parts: storage.multipart, key, uploadId, sign, send };
  };
  const rejected = (promise: Promise<unknown>) => expect(promise).rejects.toThrow(PartsRejectedError);
  const missing = (promise: Promise<unknown>) => expect(promise).rejects.toThrow(MissingUploadError);

  test('parts that arrive in any order, even twice, make the file', async () => {
    const { storage, parts, key, uploadId, send } = await begin();
    const [first, second, last] = [Buffer.alloc(5 * MB, 1), Buffer.alloc(6 * MB, 2), Buffer.from('the end')];
    const named: NamedPart[] = [];
    named[2] = await send(30, last);
    await send(2, Buffer.from('another try, broken off'));
    named[0] = await send(1, first);
    named[1] = await send(2, second);
    expect(await parts.list(key, uploadId)).toEqual([
      { ...named[0], size: first.length },
      { ...named[1], size: second.length },
      { ...named[2], size: last.length },
    ]);
    expect(await storage.head(key)).toBeNull();
    // ETags are accepted with quotes too, as they are in response headers.
    await parts.complete(
      key,
      uploadId,
      named.map(({ partNumber, etag }) => ({ partNumber, etag: `"${etag}"` })),
      limit,
    );
    const file = await buffer(await storage.read(key));
    expect(file.equals(Buffer.concat([first, second, last]))).toBe(true);
    await missing(parts.list(key, uploadId));
    await missing(parts.complete(key, uploadId, named, limit));
  });

  test('a single part may be small and have any number', async () => {
    const { storage, parts, key, uploadId, send } = await begin();
    await parts.complete(key, uploadId, [await send(10_000, Buffer.from('all of it'))], limit);
    expect((await buffer(await storage.read(key))).toString()).toBe('all of it');
  });

  test('missing, changed, unordered, too small or too large parts make no file', async () => {
    const { storage, parts, key, uploadId, send } = await begin();
    const small = await send(1, Buffer.from('small'));
    const last = await send(2, Buffer.from('last'));
    await rejected(parts.complete(key, uploadId, [], limit));
    await rejected(parts.complete(key, uploadId, [small, last], limit));
    await rejected(parts.complete(key, uploadId, [last, small], limit));
    await rejected(parts.complete(key, uploadId, [small, small], limit));
    await rejected(parts.complete(key, uploadId, [{ partNumber: 3, etag: last.etag }], limit));
    await rejected(parts.complete(key, uploadId, [{ partNumber: 1, etag: last.etag }], limit));
    await rejected(parts.complete(key, uploadId, [last], limit));
    expect(await storage.head(key)).toBeNull();
    const large = await send(1, Buffer.alloc(5 * MB));
    const tight = { maxBytes: 5 * MB + 3 };
    await expect(parts.complete(key, uploadId, [large, last], tight)).rejects.toMatchObject({ tooLarge: true });
    await parts.complete(key, uploadId, [large, last], limit);
    expect(await storage.head(key)).toEqual({ size: 5 * MB + 4 });
  });

  test('a completed file never changes, whatever is sent at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { storage, parts, key, uploadId, send, sign } = await begin();
      const part = await send(1, Buffer.from('judged'));
      const other = async (): Promise<void> => {
        const answer = await fetch(await sign(1), { method: 'PUT', body: 'swapped' });
        const etag = answer.headers.get('etag') ?? '';
        await parts.complete(key, uploadId, [{ partNumber: 1, etag }], limit);
      };
      const [first, second] = await Promise.allSettled([parts.complete(key, uploadId, [part], limit), other()]);
      const whole = (await storage.head(key)) ? (await buffer(await storage.read(key))).toString() : null;
      const expected = first.status === 'fulfilled' ? 'judged' : second.status === 'fulfilled' ? 'swapped' : null;
      expect(whole).toBe(expected);
    }
  });

  test('a dropped upload is gone, accepts no part, and can be dropped again', async () => {
    const { storage, parts, key, uploadId, send, sign } = await begin();
    const part = await send(1, Buffer.from('part'));
    const url = await sign(2);
    await parts.abort(key, uploadId);
    await parts.abort(key, uploadId);
    await missing(parts.list(key, uploadId));
    await missing(parts.complete(key, uploadId, [part], limit));
    expect((await fetch(url, { method: 'PUT', body: 'late' })).status).toBe(404);
    expect(await storage.head(key)).toBeNull();
    await missing(parts.list(key, 'unknown'));
    await missing(parts.list(key, '../..'));
    await missing(parts.list(`uploads/${randomUUID()}`, uploadId));
  });

  test('the address of a part is valid for that part, that upload and its time only', async () => {
    const { storage, key, uploadId, sign } = await begin();
    const other = await begin();
    const forged = async (change: (url: URL) => void, from?: string) => {
      const url = new URL(from ?? (await sign(1)));
      change(url);
      return (await fetch(url, { method: 'PUT', body: 'x' })).status;
    };
    expect(await forged((url) => url.searchParams.set('partNumber', '2'))).toBe(403);
    expect(await forged((url) => url.searchParams.set('uploadId', other.uploadId))).toBe(403);
    expect(await forged((url) => (url.pathname = url.pathname.replace(key, other.key)))).toBe(403);
    // It cannot be used to put the whole file either.
    expect(
      await forged((url) => {
        url.searchParams.delete('partNumber');
        url.searchParams.delete('uploadId');
      }),
    ).toBe(403);
    expect(await storage.multipart.list(key, uploadId)).toEqual([]);
    const past = await sign(1, 1);
    await expect.poll(() => forged(() => undefined, past), { timeout: 5000 }).toBe(403);
  });

  test('uploads started before a time are removed, later ones are not', async () => {
    const { parts, key, uploadId, send } = await begin();
    await send(1, Buffer.from('part'));
    await parts.removeStale(new Date(Date.now() - 60_000));
    expect(await parts.list(key, uploadId)).toHaveLength(1);
    await parts.removeStale(new Date(Date.now() + 60_000));
    await missing(parts.list(key, uploadId));
  });

  test('no upload starts with an invalid key', async () => {
    const { parts } = await begin();
    await expect(parts.create('../a', { contentType: 'video/webm' })).rejects.toThrow(InvalidKeyError);
  });

  const post = (url: string, fields: Record<string, string>, bytes: Buffer): Promise<Response> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'photo.png');
    return fetch(url, { method: 'POST', body: form });
  };

  test('a form accepts one file, as its last field, up to its limit', async () => {
    const { storage, origin } = make();
    const key = `uploads/${randomUUID()}`;
    const terms = { key, contentType: 'image/png', maxBytes: 100_000, expiresInSeconds: 60, origin };
    const { url, fields } = await storage.createForm(terms);
    expect(fields['key']).toBe(key);
    const bytes = Buffer.alloc(100_000, 5);
    const answer = await post(url, fields, bytes);
    expect(answer.status).toBe(201);
    expect((await buffer(await storage.read(key))).equals(bytes)).toBe(true);
    expect(storage.locationOf(key, origin)).toBe(`${url}/${key}`);
    expect(storage.keyFromUploadUrl(storage.locationOf(key, origin), origin)).toBe(key);
    await storage.remove(key);
    expect((await post(url, fields, Buffer.alloc(100_001))).status).toBeGreaterThanOrEqual(400);
    expect(await storage.head(key)).toBeNull();
  });

  test('a form is valid for its own key, content type and time only', async () => {
    const { storage, origin } = make();
    const key = `uploads/${randomUUID()}`;
    const terms = { key, contentType: 'image/png', maxBytes: 1000, expiresInSeconds: 60, origin };
    const { url, fields } = await storage.createForm(terms);
    const status = async (changed: Record<string, string>) => (await post(url, changed, Buffer.from('x'))).status;
    expect(await status({ ...fields, key: `uploads/${randomUUID()}` })).toBe(403);
    expect(await status({ ...fields, 'Content-Type': 'text/html' })).toBe(403);
    const { key: own } = fields;
    expect(await status({ key: own ?? '', 'Content-Type': 'image/png' })).toBeGreaterThanOrEqual(400);
    const past = await storage.createForm({ ...terms, expiresInSeconds: 1 });
    await expect
      .poll(async () => (await post(past.url, past.fields, Buffer.from('x'))).status, { timeout: 5000 })
      .toBe(403);
    await storage.remove(key);
  });
}
