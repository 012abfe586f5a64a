import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppOnStore } from '#test/stores.ts';
import { FetchRequest } from '#test/xhr.ts';

const MB = 1024 * 1024;
/** The part of the widget's interface that this test uses; its own types would require those of a browser. */
interface Widget {
  use(plugin: unknown, options: { companionEndpoint: string; shouldUseMultipart: boolean }): Widget;
  addFile(file: { name: string; type: string; data: Blob; meta: object }): void;
  upload(): Promise<{
    failed: { error: string }[];
    successful: { response: { body: { location: string; key: string } } }[];
  }>;
  destroy(): void;
}
const load = async (name: string): Promise<unknown> => ((await import(name)) as { default: unknown }).default;

const own = { fetch: globalThis.fetch };

/** Tests that the upload widget's unmodified client works with the calls. */
export function describeWidget(get: () => AppOnStore): void {
  const asked: string[] = [];
  beforeAll(async () => {
    const owner = await get().app.person('property');
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    // A browser adds these headers to requests to the page's own server.
    const asBrowser: typeof fetch = (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      if (!url.startsWith(`${get().origin}/api/`)) return own.fetch(input, init);
      asked.push(`${init?.method ?? 'GET'} ${new URL(url).pathname.replace(/[0-9a-f-]{36}/, ':id')}`);
      const headers = new Headers(init?.headers);
      headers.set('cookie', cookie);
      if (init?.method && init.method !== 'GET') headers.set('origin', get().origin);
      headers.set('sec-fetch-site', 'same-origin');
      return own.fetch(input, { ...init, headers });
    };
    Object.assign(globalThis, { fetch: asBrowser, XMLHttpRequest: FetchRequest });
  });
  afterAll(() => {
    globalThis.fetch = own.fetch;
    Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
  });

  const uploaded = async (data: Blob, name: string, shouldUseMultipart: boolean) => {
    asked.length = 0;
    const Uppy = (await load('@uppy/core')) as new () => Widget;
    const uppy = new Uppy().use(await load('@uppy/aws-s3'), {
      companionEndpoint: `${get().origin}/api`,
      shouldUseMultipart,
    });
    uppy.addFile({ name, type: data.type, data, meta: { inspectionId: 'x', empty: null } });
    const result = await uppy.upload();
    uppy.destroy();
    expect(result.failed.map(({ error }) => error)).toEqual([]);
    return result.successful[0]?.response.body ?? { key: '', location: '' };
  };
  const stored = async (key: string) => buffer(await get().app.storage.read(key));

  it('accepts files in parts from the unmodified widget', async () => {
    const bytes = Buffer.alloc(11 * MB, 'walk');
    const { key, location } = await uploaded(new Blob([bytes], { type: 'video/webm' }), 'walk.webm', true);
    expect((await stored(key)).equals(bytes)).toBe(true);
    expect(location).toBe(get().app.storage.locationOf(key, get().origin));
    expect(asked).toEqual([
      'POST /api/s3/multipart',
      'GET /api/s3/multipart/:id/1',
      'GET /api/s3/multipart/:id/2',
      'GET /api/s3/multipart/:id/3',
      'POST /api/s3/multipart/:id/complete',
    ]);
  });

  it('accepts files in one part from the unmodified widget', async () => {
    const bytes = Buffer.alloc(MB, 'photo');
    const { key, location } = await uploaded(new Blob([bytes], { type: 'image/jpeg' }), 'lobby.jpg', false);
    expect((await stored(key)).equals(bytes)).toBe(true);
    expect(location).toBe(get().app.storage.locationOf(key, get().origin));
    expect(asked).toEqual(['GET /api/s3/params']);
  });
}
