import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Entry } from '#web/lib/outbox/entry.ts';
import { createKeeper } from '#web/lib/outbox/keeper.ts';

const entry = (id: string, fields: Partial<Entry> = {}): Entry => ({
  id,
  kind: 'photo',
  owner: 'anna',
  thing: 'area-sessions/1',
  payload: { text: id },
  createdAt: 1,
  ...fields,
});
const textsOf = (files: Iterable<Blob>) => Promise.all([...files].map((file) => file.text()));

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('what a device keeps', () => {
  it('is there for a later page of the same person, the oldest first', async () => {
    const keeper = createKeeper();
    const shot = new File(['picture'], 'shot.jpg', { type: 'image/jpeg', lastModified: 7 });
    expect(await keeper.keep(entry('new', { createdAt: 2 }), [shot])).toBe(true);
    await keeper.keep(entry('old'), []);
    await keeper.keep(entry('his', { owner: 'ben' }), []);
    const later = createKeeper();
    expect(await later.entriesOf('anna')).toEqual([entry('old'), entry('new', { createdAt: 2 })]);
    const [file] = await later.filesOf('new');
    expect(file).toMatchObject({ name: 'shot.jpg', type: 'image/jpeg', lastModified: 7 });
    expect(await file?.text()).toBe('picture');
  });

  it('is changed while it is there, and stays forgotten', async () => {
    const keeper = createKeeper();
    await keeper.keep(entry('a'), [new Blob(['x'])]);
    await keeper.update(entry('a', { failure: 'Non 2xx' }));
    expect(await keeper.entriesOf('anna')).toMatchObject([{ failure: 'Non 2xx' }]);
    void keeper.forget('a');
    await keeper.update(entry('a'));
    expect([await keeper.entriesOf('anna'), await keeper.filesOf('a')]).toEqual([[], []]);
  });

  it('keeps a file that grows in pieces, and lets parts of it go', async () => {
    const keeper = createKeeper();
    await keeper.keep(entry('walk'), []);
    for (const [index, text] of ['a', 'b', 'c', 'd'].entries())
      await keeper.addPiece('walk', index < 2 ? 1 : 2, index, new Blob([text]));
    expect(await textsOf((await keeper.partsOf('walk')).values())).toEqual(['ab', 'cd']);
    await keeper.dropPart('walk', 1);
    expect([...(await keeper.partsOf('walk')).keys()]).toEqual([2]);
    await keeper.forget('walk');
    expect((await keeper.partsOf('walk')).size).toBe(0);
  });

  it('is nothing where the browser keeps nothing, and says so once it matters', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const keeper = createKeeper();
    expect([await keeper.keep(entry('a'), []), await keeper.entriesOf('anna')]).toEqual([false, []]);
    expect(warned).toHaveBeenCalledTimes(2);
    await expect(keeper.filesOf('a')).rejects.toThrow();
  });
});

describe('what an earlier version kept', () => {
  it('is moved into the outbox, with nothing lost', async () => {
    const photo = {
      id: 'p',
      file: new File(['picture'], 'boiler.jpg', { type: 'image/jpeg', lastModified: 9 }),
      source: 'camera',
      subject: { category: 'lobby' },
      userId: 'anna',
      holder: { areaSessionId: '12' },
    };
    const take = {
      id: 't',
      userId: 'anna',
      inspectionId: '7',
      filename: 'walk.webm',
      contentType: 'video/webm',
      startedAt: '2026-11-21T09:42:07.000Z',
      upload: { key: 'k', uploadId: 'u' },
      seconds: 12.5,
    };
    const earlier = await openDB('innspect', 2, {
      upgrade(database) {
        database.createObjectStore('photos', { keyPath: 'id' });
        database.createObjectStore('takes', { keyPath: 'id' });
        database.createObjectStore('pieces', { keyPath: ['take', 'part', 'index'] });
      },
    });
    await earlier.put('photos', photo);
    await earlier.put('takes', take);
    await earlier.put('pieces', { take: 't', part: 3, index: 21, bytes: new Blob(['w']) });
    await earlier.put('pieces', { take: 't', part: 3, index: 22, bytes: new Blob(['alk']) });
    earlier.close();

    const keeper = createKeeper();
    const { id, file, userId: owner, source, subject } = photo;
    const payload = { scope: { of: 'area-sessions', id: '12' }, source, subject };
    const { upload, id: recording, userId: _user, ...recorded } = take;
    expect(await keeper.entriesOf(owner)).toEqual([
      { id, kind: 'photo', owner, thing: 'area-sessions/12', payload, createdAt: 9 },
      {
        id: recording,
        kind: 'recording',
        owner,
        thing: 'inspections/7',
        payload: recorded,
        createdAt: Date.parse(take.startedAt),
        checkpoint: upload,
      },
    ]);
    expect((await keeper.filesOf(id))[0]).toMatchObject({ name: file.name, lastModified: 9 });
    const parts = await keeper.partsOf(recording);
    expect([[...parts.keys()], await textsOf(parts.values())]).toEqual([[3], ['walk']]);
  });
});
