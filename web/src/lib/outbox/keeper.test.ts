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
  parent: 'area-sessions/1',
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
  it('is there for a later page of the same person, oldest first', async () => {
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

  it('is there as well where the browser stores no files', async () => {
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, row, ...key) {
      if (row.bytes instanceof Blob) throw new DOMException('No files in private windows', 'DataCloneError');
      return put.call(this, row, ...key);
    });
    const keeper = createKeeper();
    const shot = new File(['picture'], 'shot.jpg', { type: 'image/jpeg', lastModified: 7 });
    expect([await keeper.keep(entry('photo'), [shot]), await keeper.reserve()]).toEqual([true, true]);
    await keeper.keep(entry('take'), []);
    expect(await keeper.addPiece('take', 1, 0, new Blob(['second']))).toBe(true);
    const later = createKeeper();
    const [file] = await later.filesOf('photo');
    expect(file).toMatchObject({ name: 'shot.jpg', type: 'image/jpeg', lastModified: 7 });
    expect(await file?.text()).toBe('picture');
    expect(await textsOf((await later.partsOf('take')).values())).toEqual(['second']);
  });

  it('is stored under the field names that earlier versions used', async () => {
    const keeper = createKeeper();
    await keeper.keep(entry('a'), []);
    const database = await openDB('innspect');
    expect(await database.get('entries', 'a')).toMatchObject({ id: 'a', thing: 'area-sessions/1' });
    database.close();
    expect(await keeper.find('a')).toEqual(entry('a'));
  });

  it('can be updated while it is stored, and stays deleted afterwards', async () => {
    const keeper = createKeeper();
    await keeper.keep(entry('a'), [new Blob(['x'])]);
    await keeper.update(entry('a', { failure: 'Non 2xx' }));
    expect(await keeper.entriesOf('anna')).toMatchObject([{ failure: 'Non 2xx' }]);
    void keeper.forget('a');
    await keeper.update(entry('a'));
    expect([await keeper.entriesOf('anna'), await keeper.filesOf('a')]).toEqual([[], []]);
  });

  it('appends pieces to a growing file and drops single parts', async () => {
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

  it('is found by its id', async () => {
    const keeper = createKeeper();
    await keeper.keep(entry('a'), []);
    expect([await keeper.has('a'), await keeper.has('b')]).toEqual([true, false]);
    await keeper.forget('a');
    expect(await keeper.has('a')).toBe(false);
  });

  it('marks what waits for a removed entry, and a page with older data does not clear the mark', async () => {
    const keeper = createKeeper();
    await keeper.keep(entry('finding'), [new Blob(['x'])]);
    await keeper.keep(entry('answer'), []);
    const waiting = entry('photo', { after: ['finding', 'answer'] });
    await keeper.keep(waiting, []);
    await keeper.forget('answer');
    await keeper.remove('finding');
    expect(await keeper.filesOf('finding')).toEqual([]);
    await keeper.update({ ...waiting, failure: 'No connection' });
    expect(await keeper.find('photo')).toMatchObject({ failure: 'No connection', missing: ['finding'] });
    await keeper.update({ ...waiting, missing: [] });
    expect((await keeper.find('photo'))?.missing).toEqual([]);
    expect(await keeper.find('finding')).toBeUndefined();
  });

  it('is locked by one page at a time, and the next one follows when the first has ended or was aborted', async () => {
    const [first, second] = [createKeeper(), createKeeper()];
    const { promise, resolve } = Promise.withResolvers<string>();
    const done: string[] = [];
    const note = (text: string) => void done.push(text);
    const signal = new AbortController().signal;
    const one = first.exclusively('a', () => promise, signal).then(note);
    const stop = new AbortController();
    const stopped = second.exclusively('a', async () => 'stopped', stop.signal);
    const two = second.exclusively('a', async () => 'second', signal).then(note);
    await second.exclusively('b', async () => 'other', signal).then(note);
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    expect(done).toEqual(['other']);
    resolve('first');
    await Promise.all([one, two]);
    expect(done).toEqual(['other', 'first', 'second']);
  });

  it('is handed to another page after a while, because the first one may be suspended', async () => {
    const signal = new AbortController().signal;
    void createKeeper().exclusively('a', () => new Promise(() => undefined), signal);
    const other = createKeeper({ maxWaitMs: 10 });
    expect(await other.exclusively('a', async () => 'other', signal)).toBe('other');
    await expect(other.exclusively('b', () => Promise.reject(new Error('refused')), signal)).rejects.toThrow('refused');
  });

  it('is nothing when the browser allows no storage, which only reading files reports', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const keeper = createKeeper();
    expect([await keeper.keep(entry('a'), []), await keeper.entriesOf('anna')]).toEqual([false, []]);
    expect(warned).toHaveBeenCalledTimes(2);
    await expect(keeper.filesOf('a')).rejects.toThrow();
  });
});

describe('what an earlier version kept', () => {
  it('is moved into the outbox without loss', async () => {
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
      { id, kind: 'photo', owner, parent: 'area-sessions/12', payload, createdAt: 9 },
      {
        id: recording,
        kind: 'recording',
        owner,
        parent: 'inspections/7',
        payload: recorded,
        createdAt: Date.parse(take.startedAt),
        checkpoint: upload,
      },
    ]);
    expect((await keeper.filesOf(id))[0]).toMatchObject({ name: file.name, lastModified: 9 });
    const parts = await keeper.partsOf(recording);
    expect([[...parts.keys()], await textsOf(parts.values())]).toEqual([[3], ['walk']]);
  });

  /** Writes rows as Uppy's Golden Retriever does. */
  async function writeUppyRows(states: Record<string, object>, files: Record<string, Record<string, Blob>>) {
    const database = await openDB('uppy-blobs', 4, {
      upgrade(created) {
        created.createObjectStore('files', { keyPath: 'id' }).createIndex('store', 'store');
        created.createObjectStore('metadata', { keyPath: 'id' });
      },
    });
    for (const [id, state] of Object.entries(states))
      await database.put('metadata', {
        id,
        expires: 1,
        metadata: JSON.stringify({ currentUploads: {}, files: state }),
      });
    for (const [store, contents] of Object.entries(files))
      for (const [fileID, data] of Object.entries(contents))
        await database.put('files', { id: `${store}!${fileID}`, fileID, store, expires: 1, data });
    database.close();
  }
  const uppyFile = (recordId: string, name: string, fields: object = {}) => ({
    name,
    type: 'image/jpeg',
    size: 7,
    meta: { recordId, name, type: 'image/jpeg' },
    progress: { uploadComplete: false },
    ...fields,
  });

  it('in the upload dashboard is moved too: files, descriptions, and the parts already received', async () => {
    const lobby = 'anna.photos.7.lobby';
    const upload = { key: 'k', uploadId: 'u' };
    await writeUppyRows(
      {
        [lobby]: {
          'lobby-desk-7-5': uppyFile('d', 'desk.jpg', {
            error: 'Non 2xx',
            meta: { recordId: 'd', facts: { sha256: 'f00' }, description: 'Chipped' },
          }),
          'lobby-mat-7-6': uppyFile('m', 'mat.jpg', {
            uploadURL: '/uploads/mat',
            response: { body: { key: 'm.jpg' } },
            progress: { uploadComplete: true },
          }),
          'lobby-done-7-6': uppyFile('x', 'done.jpg', { progress: { uploadComplete: true, complete: true } }),
        },
        'ben.recording.8': { 'walk-200-9': uppyFile('w', 'walk.webm', { size: 200, s3Multipart: upload }) },
        'somebody.else': { 'a-1-1': uppyFile('a', 'a.jpg') },
      },
      { [lobby]: { 'lobby-desk-7-5': new File(['picture'], 'desk.jpg', { type: 'image/jpeg', lastModified: 5 }) } },
    );
    const keeper = createKeeper();
    const purpose = { scope: { of: 'inspections', id: '7' }, category: 'lobby' };
    const belonging = { kind: 'gallery-photo', owner: 'anna', parent: 'inspections/7/lobby' };
    expect(await keeper.entriesOf('anna')).toMatchObject([
      {
        ...belonging,
        id: 'd',
        payload: {
          purpose,
          file: { name: 'desk.jpg', type: 'image/jpeg', size: 7, lastModified: 5 },
          texts: { description: 'Chipped' },
        },
        checkpoint: { facts: { sha256: 'f00' } },
        failure: 'Non 2xx',
      },
      {
        ...belonging,
        id: 'm',
        payload: { purpose, file: { name: 'mat.jpg', type: 'image/jpeg', size: 7, lastModified: 6 }, texts: {} },
        checkpoint: { arrived: { name: 'mat.jpg', type: 'image/jpeg', url: '/uploads/mat', key: 'm.jpg' } },
      },
    ]);
    expect(await textsOf(await keeper.filesOf('d'))).toEqual(['picture']);
    expect(await keeper.entriesOf('ben')).toMatchObject([
      {
        id: 'w',
        kind: 'recording-file',
        parent: 'inspections/8/recordings',
        payload: { purpose: { inspectionId: '8' }, file: { name: 'walk.webm', size: 200, lastModified: 9 } },
        checkpoint: { upload },
      },
    ]);
    await vi.waitFor(async () => expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['innspect']));
  });

  it('stays where it is when it cannot be read, and does not prevent anything else from being kept', async () => {
    await writeUppyRows({ 'anna.photos.7.lobby': { 'a-1-1': null } }, {});
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const keeper = createKeeper();
    expect(await keeper.keep(entry('new'), [])).toBe(true);
    expect(await keeper.entriesOf('anna')).toHaveLength(1);
    expect((await indexedDB.databases()).map(({ name }) => name)).toContain('uppy-blobs');
  });
});
