import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { uploadDefaults } from '#web/features/uploads/chosen-file.ts';
import { createFileKind, type FilePayload } from '#web/features/uploads/file-kind.ts';
import { createUploads, type UploadOptions } from '#web/features/uploads/uploads.ts';
import { FileTile } from '#web/features/uploads/widget/file-tile.tsx';
import { ApiError, NoConnection, StorageError } from '#web/lib/api-error.ts';
import { testDevice } from '#web/lib/outbox/device.fixture.ts';
import type { Entry } from '#web/lib/outbox/entry.ts';
import { createOutbox } from '#web/lib/outbox/outbox.ts';
import { toastStore } from '#web/lib/toast.ts';
import type { ArrivedFile, FileTarget } from '#web/lib/transfer/file-sender.ts';

const MB = 1024 * 1024;
type Target = Required<FileTarget<FilePayload<string>, string, { pages: number }>>;
type Steps = { [Step in 'prepare' | 'address' | 'send' | 'register']: Mock<Target[Step]> };

async function setUp(
  fields: Partial<UploadOptions<string>> = {},
  {
    device = testDevice(),
    ...steps
  }: Partial<Steps> & { inParts?: boolean; device?: ReturnType<typeof testDevice> } = {},
) {
  const target = {
    prepare: vi.fn<Target['prepare']>(async () => ({ pages: 2 })),
    address: vi.fn<Target['address']>(async ({ name }) => ({ method: 'PUT', url: `/uploads/${name}` })),
    send: vi.fn<Target['send']>(async () => null),
    register: vi.fn<Target['register']>(async ({ id }) => id),
    ...steps,
  } satisfies Steps & { inParts?: boolean };
  const onBatchDone = vi.fn();
  const kind = createFileKind<string, string, { pages: number }>({ name: 'test', onBatchDone, ...target });
  const outbox = createOutbox(device.keeper);
  outbox.register(kind);
  await outbox.open('anna');
  const options = {
    kind,
    parent: 'cases/7',
    purpose: 'plan',
    accept: ['image/*'],
    acceptText: 'pictures',
    metaFields: [],
  };
  const uploads = createUploads(outbox, { ...options, ...uploadDefaults, ...fields });
  const states = () => uploads.get().map(({ state }) => state);
  return { uploads, states, outbox, device, target, onBatchDone };
}
const many = { maxFiles: 10 };
const file = (name: string, size = 4, type = 'image/jpeg') =>
  new File([new Uint8Array(size)], name, { type, lastModified: 1 });
const never = () => new Promise<never>(() => undefined);

/** Lets pending promises settle. */
const settle = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('an upload dashboard accepts', () => {
  it('one file of at most 10485760 bytes by default [2.uploader.3, 2.uploader.4, 5.uploads.4, 9.uploads.2]', async () => {
    const { uploads } = await setUp();
    expect(uploads.add([file('large.jpg', 10_485_761)])).toEqual(['File large.jpg is too large. Max size: 10MB']);
    expect(uploads.add([file('fits.jpg', 10_485_760)])).toEqual([]);
    expect(uploads.add([file('second.jpg')])).toEqual(['You can only upload 1 file; 1 file was left out']);
    expect(uploads.get().map(({ name }) => name)).toEqual(['fits.jpg']);
  });

  it('the files that its page allows', async () => {
    const { uploads } = await setUp({ maxFiles: 2, maxBytes: 8, accept: ['image/*', '.heic', 'video/webm'] });
    expect(uploads.add([file('notes.txt', 4, 'text/plain')])).toEqual(['You can only upload: pictures']);
    expect(uploads.add([file('none.png', 0, 'image/png')])).toEqual(['An empty file was left out']);
    expect(uploads.add([file('IMG_1.HEIC', 4, ''), file('b.webm', 8, 'video/webm;codecs=vp8')])).toEqual([]);
    expect(uploads.add([file('c.png', 4, 'image/png')])).toEqual(['You can only upload 2 files; 1 file was left out']);
    // The extension tells the type that the device did not report.
    expect(uploads.get().map(({ type }) => type)).toEqual(['image/heic', 'video/webm;codecs=vp8']);
  });

  it('no file twice, and only the first ones of too many', async () => {
    const { uploads } = await setUp({ maxFiles: 2 });
    expect(uploads.add([file('a.jpg')])).toEqual([]);
    expect(uploads.add([file('a.jpg')])).toEqual(['File a.jpg is chosen already']);
    expect(uploads.add([file('b.jpg'), file('c.jpg'), file('d.jpg')])).toEqual([
      'You can only upload 2 files; 2 files were left out',
    ]);
    expect(uploads.get().map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg']);
  });

  it('files that wait for a person to start them [2.uploader.2]', async () => {
    const { uploads, states, target } = await setUp();
    uploads.add([file('a.jpg')]);
    await settle(60_000);
    expect([states(), target.prepare.mock.calls, target.address.mock.calls]).toEqual([['waiting'], [], []]);
    uploads.start();
    await settle();
    expect(states()).toEqual(['complete']);
  });
});

describe('a file of an upload dashboard', () => {
  it('is prepared, sent and registered under its own id, and the list is cleared 1.5 s after the last', async () => {
    const { uploads, states, device, target, onBatchDone } = await setUp(many);
    uploads.add([file('a.jpg'), file('b.jpg')]);
    const [first] = uploads.get();
    uploads.describe(first?.id ?? '', { description: 'Chipped' });
    uploads.start();
    await settle();
    expect(target.register.mock.calls[0]?.slice(0, 2)).toMatchObject([
      { id: first?.id, payload: { purpose: 'plan', texts: { description: 'Chipped' } } },
      { name: 'a.jpg', type: 'image/jpeg', facts: { pages: 2 }, url: '/uploads/a.jpg', key: null },
    ]);
    expect(onBatchDone).toHaveBeenCalledExactlyOnceWith(uploads.get().map(({ id }) => id));
    expect([states(), device.entries.size]).toEqual([['complete', 'complete'], 0]);
    await settle(1499);
    expect(states()).toHaveLength(2);
    await settle(1);
    expect(states()).toEqual([]);
  });

  it('can be paused, resumed and removed', async () => {
    const { uploads, states, device, target } = await setUp(many, { send: vi.fn(never) });
    uploads.add([file('a.jpg'), file('b.jpg')]);
    const [a, b] = uploads.get().map(({ id }) => id);
    uploads.start();
    await settle();
    uploads.pauseOrResume(a ?? '');
    expect(states()).toEqual(['paused', 'uploading']);
    uploads.pauseAll();
    expect(states()).toEqual(['paused', 'paused']);
    uploads.resumeAll();
    await settle();
    expect([states(), target.prepare.mock.calls.length]).toEqual([['uploading', 'uploading'], 2]);
    uploads.remove(b ?? '');
    expect(toastStore.get()[0]).toMatchObject({ title: 'Upload cancelled', description: 'b.jpg' });
    uploads.cancelAll();
    expect([states(), device.entries.size]).toEqual([[], 0]);
  });

  it.each([
    [new StorageError(new ApiError(400, 'no words')), 'Non 2xx'],
    [new StorageError(new ApiError(413, 'no words')), 'Non 2xx'],
    [new StorageError(new ApiError(501, 'Not implemented', { explained: true })), 'Not implemented'],
    [new ApiError(401, 'Sign in first'), 'Authorization required'],
    [
      new Error('This file can no longer be read on this device. Choose it again'),
      'This file can no longer be read on this device. Choose it again',
    ],
  ])('that fails by %s says why, keeps its file, and is tried again when asked', async (error, words) => {
    const send = vi.fn<Target['send']>().mockRejectedValueOnce(error).mockResolvedValue(null);
    const { uploads, states, device, target, outbox } = await setUp({}, { send });
    uploads.add([file('a.jpg')]);
    uploads.start();
    await settle();
    const [failed] = uploads.get();
    expect(failed).toMatchObject({ state: 'error', error: words });
    expect(device.entries.get(failed?.id ?? '')?.failure).toBe(words);
    outbox.resume();
    await settle();
    expect(states()).toEqual(['error']);
    uploads.retry(failed?.id ?? '');
    await settle();
    expect([states(), target.prepare.mock.calls.length]).toEqual([['complete'], 1]);
  });

  it.each([
    [new NoConnection(undefined), 1],
    [new ApiError(500, 'Broken'), 1],
    [new ApiError(401, 'Sign in first'), 1],
    [new ApiError(403, 'The token is old'), 1],
    [new ApiError(413, 'It is too large', { explained: true }), 2],
    [new ApiError(409, 'It is in review', { explained: true }), 2],
    [new ApiError(422, 'It is damaged', { explained: true }), 2],
  ])('whose registration failed by %s is sent %d times', async (error, times) => {
    const register = vi
      .fn<Target['register']>()
      .mockRejectedValueOnce(error)
      .mockImplementation(async ({ id }) => id);
    const { uploads, states, target } = await setUp({}, { register });
    uploads.add([file('a.jpg')]);
    uploads.start();
    await settle();
    expect(states()).toEqual(['error']);
    uploads.start();
    await settle();
    expect([states(), target.send.mock.calls.length]).toEqual([['complete'], times]);
    expect(new Set(register.mock.calls.map(([{ id }]) => id)).size).toBe(1);
  });

  it('has to be chosen again if the device can no longer read it', async () => {
    const send = vi
      .fn<Target['send']>()
      .mockRejectedValueOnce(new DOMException('', 'NotReadableError'))
      .mockResolvedValue(null);
    const { uploads, states } = await setUp({}, { send });
    uploads.add([file('a.jpg')]);
    uploads.start();
    await settle();
    expect(uploads.get()[0]?.error).toBe('This file can no longer be read on this device. Choose it again');
    const again = file('a.jpg');
    expect(uploads.add([again])).toEqual([]);
    uploads.start();
    await settle();
    expect(states()).toEqual(['complete']);
    expect(send.mock.calls[1]?.[0].body).toBe(again);
  });

  it('is sent from memory if the device has no room', async () => {
    const { uploads, states, device } = await setUp({}, { device: testDevice({ room: false }) });
    uploads.add([file('a.jpg')]);
    await settle();
    expect(device.entries.size).toBe(0);
    uploads.start();
    await settle();
    expect(states()).toEqual(['complete']);
  });
});

describe('a dashboard after a reload', () => {
  it('shows unfinished files and continues them when asked, without repeating finished steps', async () => {
    const register = vi.fn<Target['register']>(never);
    const first = await setUp(many, { register });
    first.uploads.add([file('a.jpg'), file('b.jpg')]);
    const [a, b] = first.uploads.get().map(({ id }) => id);
    first.uploads.retry(a ?? '');
    await settle();
    const second = await setUp(many, { device: first.device });
    expect(second.uploads.get()).toMatchObject([
      { id: a, state: 'waiting', restored: true, contentMissing: false },
      { id: b, state: 'waiting', restored: true, contentMissing: false },
    ]);
    await settle(60_000);
    expect(second.target.register).not.toHaveBeenCalled();
    second.uploads.start();
    await settle();
    // The first file had been stored.
    expect(second.target.send.mock.calls.map(([{ url }]) => url)).toEqual(['/uploads/b.jpg']);
    expect(second.states()).toEqual(['complete', 'complete']);
  });

  it('sends a file again that the server no longer has', async () => {
    const register = vi.fn<Target['register']>(never);
    const first = await setUp({}, { register });
    first.uploads.add([file('a.jpg')]);
    first.uploads.start();
    await settle();
    const refuse = vi
      .fn<Target['register']>()
      .mockRejectedValueOnce(new ApiError(400, 'The file was not uploaded'))
      .mockImplementation(async ({ id }) => id);
    const second = await setUp({}, { device: first.device, register: refuse });
    second.uploads.start();
    await settle();
    expect([second.states(), second.target.send.mock.calls.length]).toEqual([['complete'], 1]);
  });

  it('asks for a file that was too large to store, and accepts only the same file', async () => {
    const limits = { maxBytes: 100 * MB };
    const large = file('walk.jpg', 11 * MB);
    const first = await setUp(limits);
    first.uploads.add([large]);
    await settle();
    // The device has not stored the content of this file.
    expect(first.device.files.get(first.uploads.get()[0]?.id ?? '')).toEqual([]);
    const { uploads, states } = await setUp(limits, { device: first.device });
    expect(uploads.get()).toMatchObject([{ contentMissing: true, restored: true }]);
    expect(uploads.add([file('walk.jpg', 12 * MB)])).toEqual(['You can only upload 1 file; 1 file was left out']);
    expect(uploads.add([large])).toEqual([]);
    expect(uploads.get()).toMatchObject([{ contentMissing: false, restored: true }]);
    uploads.start();
    await settle();
    expect(states()).toEqual(['complete']);
  });

  it("shows nothing of another person's files", async () => {
    const first = await setUp();
    first.uploads.add([file('a.jpg')]);
    await settle();
    const { uploads, outbox } = await setUp({}, { device: first.device });
    await outbox.open('ben');
    expect(uploads.get()).toEqual([]);
    await outbox.open('anna');
    expect(uploads.get()).toHaveLength(1);
  });
});

describe('how a file is sent', () => {
  async function sent(size: number, inParts: boolean) {
    const calls = vi.fn<typeof fetch>(never);
    vi.stubGlobal('fetch', calls);
    const { uploads, target } = await setUp(
      { maxBytes: 200 * MB },
      { inParts, address: vi.fn<Target['address']>(never) },
    );
    uploads.add([file('walk.jpg', size)]);
    uploads.start();
    await settle();
    vi.unstubAllGlobals();
    return { whole: target.address.mock.calls.length, calls: calls.mock.calls.map(([path]) => path) };
  }

  it('is sent in parts above 100 MB if the target allows it, otherwise whole [9.uploads.4, 7.companion.9]', async () => {
    expect(await sent(100 * MB, true)).toEqual({ whole: 1, calls: [] });
    expect(await sent(100 * MB + 1, false)).toEqual({ whole: 1, calls: [] });
    const large = await sent(100 * MB + 1, true);
    expect(large.whole).toBe(0);
    expect(large.calls[0]).toMatch(/^\/api\/(csrf-token|s3\/multipart)$/);
  });

  it('is only registered if its upload in parts was completed and the answer lost', async () => {
    const entry: Entry = {
      id: 'a',
      kind: 'test',
      owner: 'anna',
      parent: 'cases/7',
      payload: { purpose: 'plan', file: { name: 'walk.jpg', type: 'image/jpeg', size: 4, lastModified: 1 }, texts: {} },
      createdAt: 1,
      checkpoint: { facts: { pages: 1 }, upload: { key: 'k', uploadId: 'u' } },
    };
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
    const { uploads, outbox, target } = await setUp({}, { device: testDevice({ entries: [entry] }) });
    outbox.attach('a', [file('walk.jpg')]);
    uploads.start();
    await settle();
    expect(target.send).not.toHaveBeenCalled();
    const arrived: ArrivedFile<object> = {
      name: 'walk.jpg',
      type: 'image/jpeg',
      facts: { pages: 1 },
      url: '',
      key: 'k',
    };
    expect(target.register.mock.calls[0]?.[1]).toEqual(arrived);
  });

  it('is limited to six requests at a time, in order [9.uploads.3]', async () => {
    const ends = new Map<string, () => void>();
    const send = vi.fn<Target['send']>(({ url }) => new Promise((resolve) => ends.set(url, () => resolve(null))));
    const { uploads } = await setUp(many, { send });
    uploads.add(Array.from({ length: 9 }, (_, index) => file(`${index}.jpg`)));
    uploads.start();
    await settle();
    const begun = () => send.mock.calls.map(([{ url }]) => Number(/\d/.exec(url)?.[0]));
    expect(begun()).toEqual([0, 1, 2, 3, 4, 5]);
    ends.get('/uploads/3.jpg')?.();
    await settle();
    expect(begun()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    // A file that is removed while it waits is not sent.
    uploads.remove(uploads.get()[7]?.id ?? '');
    ends.get('/uploads/0.jpg')?.();
    await settle();
    expect(begun()).toEqual([0, 1, 2, 3, 4, 5, 6, 8]);
  });
});

describe('required metadata', () => {
  const metaFields = [
    { id: 'room', name: 'Room', required: true },
    { id: 'caption', name: 'Caption', required: true },
    { id: 'note', name: 'Note' },
  ];

  it('must be filled in before anything is sent [5.uploads.5]', async () => {
    const { uploads, states, target } = await setUp({ ...many, metaFields });
    uploads.add([file('a.jpg'), file('b.jpg')]);
    const [a, b] = uploads.get().map(({ id }) => id);
    const filled = { room: 'Lobby', caption: 'Desk' };
    uploads.describe(b ?? '', filled);
    await settle();
    const changed = vi.fn();
    uploads.subscribe(changed);
    uploads.start();
    await settle();
    expect([changed.mock.calls.length, target.prepare.mock.calls, states()]).toEqual([1, [], ['error', 'waiting']]);
    const tile = () => {
      const [first] = uploads.get();
      if (!first) throw new Error('The file is gone');
      const fieldName = (field: string) => metaFields.find((each) => each.id === field)?.name ?? field;
      return renderToStaticMarkup(
        createElement(FileTile, { file: first, uploads: { ...uploads, previewOf: () => null }, fieldName }),
      );
    };
    expect(tile()).toContain('Missing required meta fields: Room, Caption');
    uploads.describe(a ?? '', { caption: 'Mat', room: ' ' });
    expect(tile()).toContain('Missing required meta field: Room');
    uploads.describe(a ?? '', filled);
    expect(states()).toEqual(['waiting', 'waiting']);
    uploads.start();
    await settle();
    expect(states()).toEqual(['complete', 'complete']);
  });
});
