import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { photoLimits, type Photo } from '#contract/photos.ts';
import { createPhotoKind, type PhotoSubject } from '#web/features/photos/upload/photo-kind.ts';
import { createUploadQueue, unsavedUploads, remainingCapacity } from '#web/features/photos/upload/upload-queue.ts';
import { ApiError, NoConnection, StorageError } from '#web/lib/api-error.ts';
import { testDevice } from '#web/lib/outbox/device.fixture.ts';
import { createOutbox } from '#web/lib/outbox/outbox.ts';
import type { Scope } from '#web/lib/scope.ts';
import { toastStore } from '#web/lib/toast.ts';
import type { send } from '#web/lib/transfer/send.ts';

const connection = vi.hoisted(() => ({ isThere: (): boolean => true }));
vi.mock('#web/lib/connection.ts', () => ({ connection }));

type Steps = Parameters<typeof createPhotoKind>[0] & object;
type Put = typeof send;

const lobby: PhotoSubject = { category: 'lobby', description: 'Front desk' };
const scope: Scope = { of: 'area-sessions', id: '12' };
const file = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: 'image/jpeg' });
const photo = (id: string | undefined) => ({ id, aiAnalysis: null }) as Partial<Photo> as Photo;
const badGateway = new StorageError(new ApiError(502, 'Bad Gateway', { statusText: 'Bad Gateway' }));
const never: Put = () => new Promise(() => undefined);

async function setUp({
  device = testDevice(),
  ...steps
}: Partial<Steps> & { device?: ReturnType<typeof testDevice> } = {}) {
  const calls = {
    requestUpload: vi.fn<Steps['requestUpload']>(async ({ name }) => `/uploads/${name}`),
    send: vi.fn<Put>(async () => null),
    registerPhoto: vi.fn<Steps['registerPhoto']>(async (_scope, { id }) => photo(id)),
    ...steps,
  };
  const outbox = createOutbox(device.keeper);
  const kind = createPhotoKind(calls);
  outbox.register(kind);
  await outbox.open('anna');
  return { outbox, queue: createUploadQueue(outbox, kind, scope), calls, device };
}
const lastToast = () => toastStore.get()[0];

/** Lets pending promises settle. */
const settle = async () => {
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the upload queue', () => {
  it('saves every file under its own id and clears the list 1.5 s later [4.upload.3, 9.uploads.12]', async () => {
    const registerPhoto = vi.fn<Steps['registerPhoto']>(async (_scope, { id }) => photo(id));
    const { queue } = await setUp({ registerPhoto });
    expect(queue.add([file('a.jpg'), file('b.jpg')], 'gallery', lobby)).toEqual([]);
    const ids = queue.get().map(({ id }) => id);
    await settle();
    expect(registerPhoto.mock.calls.map(([, { id }]) => id)).toEqual(ids);
    expect(queue.get().map(({ status }) => status)).toEqual(['success', 'success']);
    expect(lastToast()).toMatchObject({ title: '2 photos uploaded' });
    await vi.advanceTimersByTimeAsync(1499);
    expect(queue.get()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(queue.get()).toEqual([]);
  });

  it("keeps a photo's room without a connection and sends it once there is one", async () => {
    const subject: PhotoSubject = { category: 'guest_rooms', room: 'Room 312' };
    const first = await setUp({ send: vi.fn<Put>().mockRejectedValue(new NoConnection(undefined)) });
    first.queue.add([file('a.jpg')], 'camera', subject);
    await settle();
    await first.outbox.open('nobody');
    const registerPhoto = vi.fn<Steps['registerPhoto']>(async (_scope, { id }) => photo(id));
    const later = await setUp({ device: first.device, registerPhoto });
    expect(later.queue.get()).toMatchObject([{ subject }]);
    await settle();
    expect(registerPhoto.mock.calls).toMatchObject([[scope, { room: 'Room 312' }, {}]]);
  });

  it('refuses files over 10 MB and more than ten unfinished ones, each with a message [5.uploads.1, 5.uploads.2, 9.uploads.1]', async () => {
    const { queue } = await setUp({ send: never });
    const many = Array.from({ length: 11 }, (_, index) => file(`${index}.jpg`));
    const refused = queue.add([file('big.jpg', photoLimits.bytes + 1), ...many], 'gallery', lobby);
    expect(refused).toEqual([
      'File big.jpg is too large. Max size: 10MB',
      'At most 10 files can wait at a time; 1 file was left out',
    ]);
    await settle();
    expect(queue.get().filter(({ status }) => status === 'uploading')).toHaveLength(3);
    expect(queue.get().filter(({ status }) => status === 'pending')).toHaveLength(7);
  });

  it('refuses empty files and files other than pictures, except PDFs for certificates, each with a message', async () => {
    const { queue } = await setUp({ send: never });
    const [notes, pdf] = [new File(['x'], 'notes.txt', { type: 'text/plain' }), new File(['%PDF'], 'permit.PDF')];
    const heic = new File(['x'], 'IMG_1.HEIC');
    expect(queue.add([file('none.jpg', 0), notes, pdf, heic], 'gallery', lobby)).toEqual([
      'File none.jpg is empty',
      'File notes.txt is not a picture',
      'File permit.PDF is a PDF, which only Certificates take',
    ]);
    expect(queue.add([pdf], 'gallery', { category: 'certificates' })).toEqual([]);
    expect(queue.get().map(({ file: { name } }) => name)).toEqual(['IMG_1.HEIC', 'permit.PDF']);
  });

  it('registers again under the same id, without sending a stored file twice', async () => {
    const registerPhoto = vi
      .fn<Steps['registerPhoto']>()
      .mockRejectedValueOnce(new NoConnection(undefined))
      .mockImplementation(async (_scope, { id }) => photo(id));
    const { outbox, queue, calls } = await setUp({ registerPhoto });
    queue.add([file('a.jpg')], 'camera', lobby);
    await settle();
    const [item] = queue.get();
    expect(item).toMatchObject({ status: 'error', error: 'Waiting for signal', interrupted: true });
    expect(lastToast()).toMatchObject({
      title: 'Waiting for signal',
      description: 'a.jpg is sent once there is a connection.',
    });
    outbox.resume();
    await settle();
    expect(calls.send).toHaveBeenCalledTimes(1);
    expect(registerPhoto.mock.calls.map(([, { id }]) => id)).toEqual([item?.id, item?.id]);
    expect(queue.get()[0]?.status).toBe('success');
  });

  it('says once that a photo waits, not for each while the bar says that the server cannot be reached', async () => {
    vi.spyOn(connection, 'isThere').mockReturnValueOnce(true).mockReturnValue(false);
    const { queue } = await setUp({ send: vi.fn<Put>().mockRejectedValue(new NoConnection(undefined)) });
    queue.add([file('first.jpg'), file('second.jpg'), file('third.jpg')], 'camera', lobby);
    await settle();
    expect(queue.get().map(({ error }) => error)).toEqual(Array.from({ length: 3 }, () => 'Waiting for signal'));
    const said = toastStore.get().map(({ description }) => description);
    expect(said.filter((each) => /^(first|second|third)/.test(String(each)))).toEqual([
      'first.jpg is sent once there is a connection.',
    ]);
  });

  it('sends a refused file again only when asked', async () => {
    const registerPhoto = vi
      .fn<Steps['registerPhoto']>()
      .mockRejectedValueOnce(new ApiError(422, 'The file is damaged'))
      .mockImplementation(async (_scope, { id }) => photo(id));
    const { outbox, queue, calls } = await setUp({ registerPhoto });
    queue.add([file('a.jpg')], 'gallery', lobby);
    await settle();
    expect(queue.get()[0]?.error).toBe('The file is damaged');
    outbox.resume();
    await settle();
    expect(registerPhoto).toHaveBeenCalledTimes(1);
    queue.retry(queue.get()[0]?.id ?? '');
    await settle();
    expect(calls.send).toHaveBeenCalledTimes(2);
    expect(queue.get()[0]?.status).toBe('success');
  });

  it('moves a file from pending to uploading to error, and from there to success [4.upload.1]', async () => {
    const send = vi.fn<Put>().mockRejectedValueOnce(badGateway).mockResolvedValue(null);
    const { queue } = await setUp({ send });
    const seen: (string | undefined)[] = [];
    queue.subscribe(() => {
      const status = queue.get()[0]?.status;
      if (seen.at(-1) !== status) seen.push(status);
    });
    queue.add([file('a.jpg')], 'gallery', lobby);
    await settle();
    expect(queue.get()[0]?.error).toBe('Upload failed: Bad Gateway');
    queue.retry(queue.get()[0]?.id ?? '');
    await settle();
    expect(seen).toEqual(['pending', 'uploading', 'error', 'pending', 'uploading', 'success']);
  });

  it('says that the upload failed when there is no other reason [8.toasts.22]', async () => {
    const { queue } = await setUp({ send: vi.fn<Put>().mockRejectedValue(new Error('')) });
    queue.add([file('a.jpg')], 'gallery', lobby);
    await settle();
    expect(queue.get()[0]?.error).toBe('Upload failed');
    expect(lastToast()?.description).toBe('a.jpg: Upload failed');
  });

  it('lets pending and failed files be removed, but not saved ones [4.upload.2]', async () => {
    const send = vi.fn<Put>().mockRejectedValueOnce(badGateway).mockResolvedValue(null);
    const { queue } = await setUp({ send });
    queue.add([file('failed.jpg'), file('saved.jpg')], 'gallery', lobby);
    await settle();
    for (const { id } of queue.get()) queue.remove(id);
    expect(queue.get().map((item) => item.file.name)).toEqual(['saved.jpg']);
    const stuck = await setUp({ send: never });
    stuck.queue.add([file('1.jpg'), file('2.jpg'), file('3.jpg'), file('waits.jpg')], 'gallery', lobby);
    await settle();
    const waiting = stuck.queue.get().find(({ status }) => status === 'pending');
    expect(waiting?.file.name).toBe('waits.jpg');
    stuck.queue.remove(waiting?.id ?? '');
    expect(stuck.queue.get()).toHaveLength(3);
    expect(lastToast()?.title).not.toBe('Upload cancelled');
  });

  it('reports the bytes sent, and cancels an upload that is removed', async () => {
    let signal: AbortSignal | undefined;
    const send: Put = (sending) =>
      new Promise((_resolve, reject) => {
        signal = sending.signal;
        sending.onProgress?.(4.5);
        sending.signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
      });
    const registerPhoto = vi.fn<Steps['registerPhoto']>();
    const { queue } = await setUp({ send, registerPhoto });
    queue.add([file('a.jpg')], 'gallery', lobby);
    await settle();
    expect(queue.get()[0]).toMatchObject({ status: 'uploading', progress: 45 });
    queue.remove(queue.get()[0]?.id ?? '');
    await settle();
    expect(signal?.aborted).toBe(true);
    expect([queue.get(), registerPhoto.mock.calls]).toEqual([[], []]);
    // A removed upload does not count as failed.
    expect(lastToast()).toMatchObject({ title: 'Upload cancelled', description: 'a.jpg' });
  });

  it('counts a photo that the server lists as saved, although the answer to its registration is still expected', async () => {
    let answer = (_photo: Photo): void => undefined;
    const registerPhoto = vi.fn<Steps['registerPhoto']>(() => new Promise((resolve) => (answer = resolve)));
    const { queue, device } = await setUp({ registerPhoto });
    queue.add([file('1.jpg'), file('2.jpg'), file('3.jpg'), file('4.jpg')], 'camera', lobby);
    await settle();
    const [first, , , fourth] = queue.get();
    expect(fourth?.status).toBe('pending');
    queue.reconcile([{ id: first?.id ?? '', analysisStatus: 'pending' }]);
    await settle();
    expect(queue.get().map(({ status }) => status)).toEqual(['success', 'uploading', 'uploading', 'uploading']);
    expect([...device.entries.keys()]).not.toContain(first?.id);
    answer(photo('late'));
    await settle();
    expect(queue.get()[3]?.status).toBe('success');
  });

  it('shows the local preview until the photo is analyzed', async () => {
    const revoked = vi.spyOn(URL, 'revokeObjectURL');
    const { queue } = await setUp();
    queue.add([file('a.jpg')], 'camera', lobby);
    const { id, preview } = queue.get()[0] ?? { id: '', preview: '' };
    await vi.advanceTimersByTimeAsync(1500);
    expect(queue.get()).toEqual([]);
    queue.reconcile([{ id, analysisStatus: 'pending' }]);
    expect(queue.previewOf(id)).toBe(preview);
    expect(revoked).not.toHaveBeenCalled();
    queue.reconcile([{ id, analysisStatus: 'done' }]);
    expect(queue.previewOf(id)).toBeUndefined();
    expect(revoked).toHaveBeenCalledWith(preview);
  });

  it('keeps a file on the device until it is uploaded, removed, or permanently refused', async () => {
    const registerPhoto = vi
      .fn<Steps['registerPhoto']>()
      .mockRejectedValueOnce(new NoConnection(undefined))
      .mockRejectedValueOnce(new ApiError(401, 'Sign in first'))
      .mockRejectedValueOnce(new ApiError(409, 'The area is in review'));
    const { outbox, queue, device } = await setUp({ registerPhoto });
    queue.add([file('basement.jpg'), file('late.jpg'), file('closed.jpg')], 'camera', lobby);
    const [basement, late, closed] = queue.get();
    const keptIds = () => [...device.entries.keys()];
    await settle();
    expect(queue.get().map(({ interrupted, kept }) => [interrupted, kept])).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
    expect(unsavedUploads(queue.get()).map(({ id }) => id)).toEqual([closed?.id]);
    expect(remainingCapacity(queue.get())).toBe(photoLimits.filesPerUpload - 1);
    expect(keptIds()).toEqual([basement?.id, late?.id]);
    queue.remove(late?.id ?? '');
    expect(keptIds()).toEqual([basement?.id]);
    registerPhoto.mockImplementation(async (_scope, { id }) => photo(id));
    outbox.resume();
    await settle();
    expect(keptIds()).toEqual([]);
  });

  it('would lose a file that the device does not store', async () => {
    const { queue } = await setUp({ device: testDevice({ room: false }), send: never });
    queue.add([file('a.jpg')], 'camera', lobby);
    await settle();
    expect(unsavedUploads(queue.get())).toHaveLength(1);
  });

  it("continues an earlier page's uploads once", async () => {
    const first = await setUp({ send: never });
    first.queue.add([file('left.jpg')], 'camera', lobby);
    const [left] = first.queue.get();
    await settle();
    const { outbox, queue, calls } = await setUp({ device: first.device });
    await outbox.open('anna');
    await settle();
    expect(calls.registerPhoto).toHaveBeenCalledExactlyOnceWith(
      scope,
      {
        id: left?.id,
        ...lobby,
        filename: 'left.jpg',
        source: 'camera',
        url: '/uploads/left.jpg',
        deviceClock: { takenAt: expect.any(String), sentAt: expect.any(String), elapsedMs: expect.any(Number) },
      },
      { signal: expect.any(AbortSignal) },
    );
    expect(queue.get()[0]).toMatchObject({ id: left?.id, status: 'success' });
  });
});
