import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { photoLimits } from '#contract/photos.ts';
import { ConnectionLost } from '#web/features/photos/upload/put-file.ts';
import {
  createUploadQueue,
  losable,
  roomIn,
  type PhotoSubject,
  type UploadSteps,
} from '#web/features/photos/upload/upload-queue.ts';
import { ApiError } from '#web/lib/api-error.ts';

const lobby: PhotoSubject = { category: 'lobby', description: 'Front desk' };
const file = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: 'image/jpeg' });

function setUp(steps: Partial<UploadSteps<string>> = {}) {
  const saved: string[] = [];
  const calls: UploadSteps<string> = {
    address: vi.fn(async ({ name }) => `/uploads/${name}`),
    put: vi.fn(async () => undefined),
    register: vi.fn(async ({ id }) => id),
    keep: vi.fn(async () => true),
    forget: vi.fn(),
    onSaved: (id) => saved.push(id),
    onFailed: vi.fn(),
    onCancelled: vi.fn(),
    ...steps,
  };
  return { queue: createUploadQueue(calls), calls, saved };
}

/** Lets every step that is ready run. */
const settle = async () => {
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the upload queue', () => {
  it('saves every file under an id of its own and clears the list 1.5 s later [4.upload.3, 9.uploads.12]', async () => {
    const { queue, saved } = setUp();
    expect(queue.add([file('a.jpg'), file('b.jpg')], 'gallery', lobby)).toEqual([]);
    const ids = queue.get().map(({ id }) => id);
    await settle();
    expect(saved).toEqual(ids);
    expect(queue.get().map(({ status }) => status)).toEqual(['success', 'success']);
    await vi.advanceTimersByTimeAsync(1499);
    expect(queue.get()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(queue.get()).toEqual([]);
  });

  it('refuses files over 10 MB and more than ten unfinished ones, each with its sentence [5.uploads.1, 5.uploads.2, 9.uploads.1]', async () => {
    const { queue } = setUp({ put: () => new Promise(() => undefined) });
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

  it('refuses what is empty or no picture, and a PDF but for certificates, each with its sentence', () => {
    const { queue } = setUp({ put: () => new Promise(() => undefined) });
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

  it('registers again under the same id, without sending an arrived file twice', async () => {
    const register = vi
      .fn<UploadSteps<string>['register']>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockImplementation(async ({ id }) => id);
    const { queue, calls, saved } = setUp({ register });
    queue.add([file('a.jpg')], 'camera', lobby);
    await settle();
    expect(queue.get()[0]).toMatchObject({ status: 'error', error: 'No connection' });
    expect(calls.onFailed).toHaveBeenCalledWith(queue.get()[0]?.file, 'No connection');
    queue.resume();
    await settle();
    expect(calls.put).toHaveBeenCalledTimes(1);
    expect(register.mock.calls.map(([upload]) => upload.id)).toEqual([saved[0], saved[0]]);
  });

  it('sends a refused file anew and only when asked', async () => {
    const register = vi
      .fn<UploadSteps<string>['register']>()
      .mockRejectedValueOnce(new ApiError(422, 'The file is damaged'))
      .mockImplementation(async ({ id }) => id);
    const { queue, calls } = setUp({ register });
    queue.add([file('a.jpg')], 'gallery', lobby);
    await settle();
    expect(queue.get()[0]?.error).toBe('The file is damaged');
    queue.resume();
    await settle();
    expect(register).toHaveBeenCalledTimes(1);
    queue.retry(queue.get()[0]?.id ?? '');
    await settle();
    expect(calls.put).toHaveBeenCalledTimes(2);
    expect(queue.get()[0]?.status).toBe('success');
  });

  it('takes a file from pending over uploading to error, and from there to success [4.upload.1]', async () => {
    const put = vi.fn<UploadSteps<string>['put']>().mockRejectedValueOnce(new Error('Upload failed: Bad Gateway'));
    const { queue } = setUp({ put });
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

  it('says that the upload failed where nobody says why [8.toasts.22]', async () => {
    const { queue, calls } = setUp({ put: vi.fn().mockRejectedValue(new Error('')) });
    queue.add([file('a.jpg')], 'gallery', lobby);
    await settle();
    expect(queue.get()[0]?.error).toBe('Upload failed');
    expect(calls.onFailed).toHaveBeenCalledWith(queue.get()[0]?.file, 'Upload failed');
  });

  it('lets pending and failed files be removed, a saved one not [4.upload.2]', async () => {
    const put = vi.fn<UploadSteps<string>['put']>().mockRejectedValueOnce(new Error('Upload failed: Bad Gateway'));
    const { queue } = setUp({ put });
    queue.add([file('failed.jpg'), file('saved.jpg')], 'gallery', lobby);
    await settle();
    for (const { id } of queue.get()) queue.remove(id);
    expect(queue.get().map((item) => item.file.name)).toEqual(['saved.jpg']);
    const stuck = setUp({ put: () => new Promise(() => undefined) });
    stuck.queue.add([file('1.jpg'), file('2.jpg'), file('3.jpg'), file('waits.jpg')], 'gallery', lobby);
    await settle();
    const waiting = stuck.queue.get().find(({ status }) => status === 'pending');
    expect(waiting?.file.name).toBe('waits.jpg');
    stuck.queue.remove(waiting?.id ?? '');
    expect(stuck.queue.get()).toHaveLength(3);
    expect(stuck.calls.onCancelled).not.toHaveBeenCalled();
  });

  it('reports the bytes sent and cancels an upload that is removed', async () => {
    let signal: AbortSignal | undefined;
    const put: UploadSteps<string>['put'] = (_url, _file, options) =>
      new Promise((_resolve, reject) => {
        options.onProgress(45);
        signal = options.signal;
        options.signal.addEventListener('abort', () => reject(new ConnectionLost()));
      });
    const { queue, calls, saved } = setUp({ put });
    queue.add([file('a.jpg')], 'gallery', lobby);
    await settle();
    expect(queue.get()[0]).toMatchObject({ status: 'uploading', progress: 45 });
    queue.remove(queue.get()[0]?.id ?? '');
    await settle();
    expect(signal?.aborted).toBe(true);
    expect(queue.get()).toEqual([]);
    expect(saved).toEqual([]);
    // What a person has taken away has not failed.
    expect(calls.onFailed).not.toHaveBeenCalled();
    expect(calls.onCancelled).toHaveBeenCalledTimes(1);
  });

  it('takes a photo that the server lists for saved, while its answer still waits for the analysis', async () => {
    let answer = (_id: string): void => undefined;
    const register = vi.fn<UploadSteps<string>['register']>(() => new Promise((resolve) => (answer = resolve)));
    const { queue, calls, saved } = setUp({ register });
    queue.add([file('1.jpg'), file('2.jpg'), file('3.jpg'), file('4.jpg')], 'camera', lobby);
    await settle();
    const [first, , , fourth] = queue.get();
    expect(fourth?.status).toBe('pending');
    queue.know([{ id: first?.id ?? '', analysisStatus: 'pending' }]);
    await settle();
    expect(queue.get().map(({ status }) => status)).toEqual(['success', 'uploading', 'uploading', 'uploading']);
    expect(calls.forget).toHaveBeenCalledWith(first?.id);
    expect(saved).toEqual([]);
    answer('late');
    await settle();
    expect(saved).toEqual(['late']);
  });

  it('shows the local picture until the photo is analysed', async () => {
    const revoked = vi.spyOn(URL, 'revokeObjectURL');
    const { queue } = setUp();
    queue.add([file('a.jpg')], 'camera', lobby);
    const { id, preview } = queue.get()[0] ?? { id: '', preview: '' };
    await vi.advanceTimersByTimeAsync(1500);
    expect(queue.get()).toEqual([]);
    queue.know([{ id, analysisStatus: 'pending' }]);
    expect(queue.previewOf(id)).toBe(preview);
    expect(revoked).not.toHaveBeenCalled();
    queue.know([{ id, analysisStatus: 'done' }]);
    expect(queue.previewOf(id)).toBeUndefined();
    expect(revoked).toHaveBeenCalledWith(preview);
    revoked.mockRestore();
  });

  it('keeps a file on the device until it is uploaded, taken away, or refused for good', async () => {
    const register = vi
      .fn<UploadSteps<string>['register']>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockRejectedValueOnce(new ApiError(401, 'Sign in first'))
      .mockRejectedValueOnce(new ApiError(409, 'The area is in review'));
    const { queue, calls } = setUp({ register });
    queue.add([file('basement.jpg'), file('late.jpg'), file('closed.jpg')], 'camera', lobby);
    const [basement, late, closed] = queue.get();
    await settle();
    expect(queue.get().map(({ lost, kept }) => [lost, kept])).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
    expect(losable(queue.get()).map(({ id }) => id)).toEqual([closed?.id]);
    expect(roomIn(queue.get())).toBe(photoLimits.filesPerUpload - 1);
    expect(calls.forget).toHaveBeenCalledExactlyOnceWith(closed?.id);
    queue.remove(late?.id ?? '');
    expect(calls.forget).toHaveBeenLastCalledWith(late?.id);
    register.mockImplementation(async ({ id }) => id);
    queue.resume();
    await settle();
    expect(calls.forget).toHaveBeenLastCalledWith(basement?.id);
  });

  it('would lose what the device does not keep', async () => {
    const { queue } = setUp({ keep: async () => false, put: () => new Promise(() => undefined) });
    queue.add([file('a.jpg')], 'camera', lobby);
    await settle();
    expect(losable(queue.get())).toHaveLength(1);
  });

  it('goes on with what an earlier page left, once', async () => {
    const { queue, calls, saved } = setUp();
    const left = { id: 'left', file: file('left.jpg'), source: 'camera' as const, subject: lobby };
    queue.restore([left]);
    queue.restore([left]);
    await settle();
    expect(saved).toEqual(['left']);
    expect(calls.register).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(left));
    expect(calls.keep).not.toHaveBeenCalled();
  });
});
