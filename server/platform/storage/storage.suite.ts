import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import {
  FileReplacedError,
  FileTooLargeError,
  InvalidKeyError,
  MissingFileError,
} from '#server/platform/storage/storage.errors.ts';
import type { Storage, StoredFiles } from '#server/platform/storage/storage.ts';

export interface StorageUnderTest {
  storage: Storage;
  /** The origin to which uploads are sent. */
  origin: string;
}

const type = { contentType: 'application/octet-stream' };
const foreign = [
  'https://evil.example.com/uploads/photos/a.jpg',
  'file:///etc/passwd',
  'not an address',
  '/uploads/photos/a.jpg',
  '',
];
const badKeys = ['', '/', '../a', 'a/../b', 'a//b', '/a', 'a/', '.hidden', 'a/.hidden', 'a\\b', 'a\0b', 'a b', 'ä'];

const newKey = (): string => `photos/${randomUUID()}/original.jpg`;

export const keysOf = (files: Pick<StoredFiles, 'keys'>): Promise<string[]> => Readable.from(files.keys()).toArray();

/** The tests that every reader of stored files must pass. */
export function describeStoredFiles(make: () => { storage: Storage; files: StoredFiles }): void {
  test('a file that is put can be read and measured, and is gone when removed', async () => {
    const { storage, files } = make();
    const key = newKey();
    expect(await files.head(key)).toBeNull();
    await storage.put(key, Buffer.from('0123456789'), type);
    expect(await files.head(key)).toEqual({ size: 10 });
    expect((await buffer(await files.read(key))).toString()).toBe('0123456789');
    await storage.remove(key);
    await storage.remove(key);
    expect(await files.head(key)).toBeNull();
  });

  test('a range is read by its first and last byte', async () => {
    const { storage, files } = make();
    const key = newKey();
    await storage.put(key, Buffer.from('0123456789'), type);
    expect((await buffer(await files.read(key, { start: 2, end: 4 }))).toString()).toBe('234');
    expect((await buffer(await files.read(key, { start: 7 }))).toString()).toBe('789');
    expect((await buffer(await files.read(key, { end: 1 }))).toString()).toBe('01');
  });

  test('a file can be used from the local disk', async () => {
    const { storage, files } = make();
    const key = newKey();
    await storage.put(key, Buffer.from('local'), type);
    expect(await files.withLocalFile(key, (path) => readFile(path, 'utf8'))).toBe('local');
  });

  test('reading a missing file fails', async () => {
    const { files } = make();
    const key = newKey();
    await expect(files.read(key)).rejects.toThrow(MissingFileError);
    await expect(files.withLocalFile(key, async () => undefined)).rejects.toThrow(MissingFileError);
  });

  test.each(badKeys)('the key %j is not read', async (key) => {
    const { files } = make();
    await expect(files.head(key)).rejects.toThrow(InvalidKeyError);
    await expect(files.read(key)).rejects.toThrow(InvalidKeyError);
    await expect(files.withLocalFile(key, async () => undefined)).rejects.toThrow(InvalidKeyError);
  });

  test('the keys are those of all files, without removed files and incomplete uploads', async () => {
    const { storage, files } = make();
    const before = await keysOf(files);
    const added = [newKey(), newKey(), `recordings/${randomUUID()}`, randomUUID()];
    for (const key of added) await storage.put(key, Buffer.from('x'), type);
    const [begun, removed] = [newKey(), newKey()];
    const uploadId = await storage.multipart.create(begun, type);
    await storage.put(removed, Buffer.from('x'), type);
    await storage.remove(removed);
    expect((await keysOf(files)).toSorted()).toEqual([...before, ...added].toSorted());
    await storage.multipart.abort(begun, uploadId);
  });

  test('a check finds out whether the store is available', async () => {
    await make().files.check();
  });
}

/** The tests that every storage must pass; each adapter's test file calls it with its own factory. */
export function describeStorage(make: () => StorageUnderTest): void {
  describeStoredFiles(() => ({ ...make(), files: make().storage }));

  const uploadTo = (key: string, expiresInSeconds = 60): Promise<string> => {
    const { storage, origin } = make();
    return storage.createUpload({ key, contentType: 'image/jpeg', maxBytes: 1_000_000, expiresInSeconds, origin });
  };
  const put = (url: string, body: Buffer, contentType = 'image/jpeg'): Promise<Response> =>
    fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': contentType } });

  test('a stream is stored completely', async () => {
    const { storage } = make();
    const key = newKey();
    const chunks = Array.from({ length: 40 }, (_, index) => Buffer.alloc(65_536, index));
    await storage.put(key, Readable.from(chunks), type);
    expect((await buffer(await storage.read(key))).equals(Buffer.concat(chunks))).toBe(true);
  });

  test('a snapshot keeps the current file, whatever is sent to its address later', async () => {
    const { storage } = make();
    const [from, to] = [newKey(), newKey()];
    const url = await uploadTo(from);
    await put(url, Buffer.from('judged'));
    expect(await storage.snapshot(from, to, { maxBytes: 6 })).toEqual({ size: 6 });
    await put(url, Buffer.from('swapped afterwards'));
    expect((await buffer(await storage.read(to))).toString()).toBe('judged');
    await storage.remove(from);
    expect((await buffer(await storage.read(to))).toString()).toBe('judged');
  });

  test('a snapshot of a file that is too large is refused', async () => {
    const { storage } = make();
    const [from, to] = [newKey(), newKey()];
    await storage.put(from, Buffer.from('1234567'), type);
    await expect(storage.snapshot(from, to, { maxBytes: 6 })).rejects.toThrow(FileTooLargeError);
    expect(await storage.head(to)).toBeNull();
    expect(await storage.head(from)).toEqual({ size: 7 });
  });

  test('each snapshot made while the file is being replaced is one complete file', async () => {
    const { storage } = make();
    const from = newKey();
    const url = await uploadTo(from);
    const contents = [Buffer.alloc(300_000, 1), Buffer.alloc(20_000, 2)];
    await put(url, contents[0] ?? Buffer.alloc(0));
    const taken = new Map<string, number>();
    for (let round = 0; round < 10; round += 1) {
      const to = newKey();
      const swapping = contents.map((content) => put(url, content));
      const kept = await storage.snapshot(from, to, { maxBytes: 300_000 }).catch((error: unknown) => {
        if (error instanceof FileReplacedError) return null;
        throw error;
      });
      await Promise.all(swapping);
      if (kept) taken.set(to, kept.size);
    }
    for (const [key, size] of taken) {
      const bytes = await buffer(await storage.read(key));
      expect(bytes.length).toBe(size);
      expect(contents.some((content) => content.equals(bytes))).toBe(true);
    }
  });

  test('a snapshot of a missing file is a MissingFileError', async () => {
    const { storage } = make();
    const key = newKey();
    await expect(storage.snapshot(key, newKey(), { maxBytes: 10 })).rejects.toThrow(MissingFileError);
  });

  test.each(badKeys)('the key %j is refused for every change', async (key) => {
    const { storage, origin } = make();
    const request = { key, maxBytes: 10, expiresInSeconds: 60, origin };
    await expect(storage.createUpload(request)).rejects.toThrow(InvalidKeyError);
    await expect(storage.put(key, Buffer.from('x'), type)).rejects.toThrow(InvalidKeyError);
    await expect(storage.snapshot(key, newKey(), { maxBytes: 10 })).rejects.toThrow(InvalidKeyError);
    await expect(storage.snapshot(newKey(), key, { maxBytes: 10 })).rejects.toThrow(InvalidKeyError);
    await expect(storage.remove(key)).rejects.toThrow(InvalidKeyError);
  });

  test('an upload address accepts a PUT, and identifies its key with and without its query [api.running.5, decisions.photos.1]', async () => {
    const { storage, origin } = make();
    const key = newKey();
    const url = await uploadTo(key);
    const answer = await put(url, Buffer.from('picture'));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toMatch(/^"[0-9a-f]+"$/);
    expect(await storage.head(key)).toEqual({ size: 7 });
    expect(storage.keyFromUploadUrl(url, origin)).toBe(key);
    expect(storage.keyFromUploadUrl(url.split('?')[0] ?? '', origin)).toBe(key);
  });

  test('an upload address is valid for its own key, its content type and its time only', async () => {
    const { storage } = make();
    const [key, other] = [newKey(), newKey()];
    const url = await uploadTo(key);
    expect((await put(url.replace(key, other), Buffer.from('x'))).status).toBe(403);
    expect((await put(url.split('?')[0] ?? '', Buffer.from('x'))).status).toBe(403);
    expect((await put(url, Buffer.from('x'), 'image/svg+xml')).status).toBe(403);
    const past = await uploadTo(key, 1);
    await expect.poll(async () => (await put(past, Buffer.from('x'))).status, { timeout: 5000 }).toBe(403);
    expect(await storage.head(other)).toBeNull();
  });

  test.each(foreign)('%j is not an address of this storage', (url) => {
    const { storage, origin } = make();
    expect(storage.keyFromUploadUrl(url, origin)).toBeNull();
  });

  test('an address that leads out of the folder has no key', async () => {
    const { storage, origin } = make();
    const [base = ''] = (await uploadTo('a')).split('?');
    const folder = base.slice(0, -1);
    for (const tail of ['../secrets.json', '%2e%2e/secrets.json', '..%2fsecrets.json', '', '.incoming/x', 'a%00']) {
      expect(storage.keyFromUploadUrl(`${folder}${tail}`, origin)).toBeNull();
    }
  });
}
