import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { sniff } from '#server/analysis/picture/formats.ts';
import type { Answer } from '#test/client.ts';
import { expectOk, picture, startedRun } from '#test/factories.ts';
import { describeOnEveryStore } from '#test/stores.ts';

/** Milliseconds between swaps of an upload; an upload with null is never swapped. */
const pauses = [5, 5, 5, 5, 10, 40, 160, null];
const page = Buffer.from('<!doctype html><script>alert(document.domain)</script>'.padEnd(4000));
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describeOnEveryStore({}, (get) => {
  let owner: Awaited<ReturnType<ReturnType<typeof get>['app']['person']>>;
  let areaSessionId: string;
  beforeAll(async () => {
    owner = await get().app.person('property');
    areaSessionId = (await startedRun(owner)).areas[0].id;
  });

  const put = (url: string, bytes: Buffer) =>
    fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'content-type': 'image/jpeg' } });

  /** An upload address as the browser sees it. */
  async function address(): Promise<string> {
    const { uploadURL } = await expectOk(owner.post('/api/objects/upload', {}), 'Asking for an address');
    return String(uploadURL).replace(/^http:\/\/localhost(:80)?\//, `${get().origin}/`);
  }

  /** Overwrites the upload with other bytes until the signal aborts. */
  async function swapUntilAborted(url: string, contents: Buffer[], each: number, stop: AbortSignal): Promise<void> {
    for (let turn = 0; !stop.aborted; turn += 1) {
      await put(url, contents[turn % contents.length] ?? page);
      await pause(each);
    }
  }

  /** Registers an upload whose bytes are overwritten during the whole call, if `each` is a pause between swaps. */
  async function register(each: number | null): Promise<Answer> {
    const url = await address();
    const [first, second] = [await picture(), await picture()];
    await put(url, first);
    const stop = new AbortController();
    const swapping = each === null ? null : swapUntilAborted(url, [second, page, first], each, stop.signal);
    const photo = { areaSessionId, filename: 'photo.jpg', url, category: 'lobby' };
    const answer = await owner.post('/api/photos', photo);
    stop.abort();
    await swapping;
    return answer;
  }

  it('a file that is swapped during its registration is stored as it was verified, or not at all', async () => {
    const answers = await Promise.all(pauses.map(register));
    expect(answers.at(-1)?.status).toBe(201);
    const stored = answers.filter(({ status }) => status === 201);
    for (const { body } of stored) {
      const original = await owner.send({ method: 'GET', url: `/api/photos/${body.id}/original` });
      expect([sha256(original.raw), sniff(original.raw)]).toEqual([body.sha256, 'jpeg']);
    }
    const refused = answers.filter((answer) => !stored.includes(answer)).map(({ status }) => status);
    expect(refused.every((status) => status >= 400 && status < 500)).toBe(true);
  });
});
