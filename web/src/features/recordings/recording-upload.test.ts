import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Recording, RecordingInput } from '#contract/recordings.ts';
import { createRecordingUpload, type UploadSteps } from '#web/features/recordings/recording-upload.ts';
import type { SentPart } from '#web/lib/transfer/companion.ts';
import type { Sending } from '#web/lib/transfer/send.ts';
import { connectionError, expiredMessage, TransferError } from '#web/lib/transfer/transfer-error.ts';

const MB = 1024 * 1024;
const file = { inspectionId: '7', filename: 'walk.webm', contentType: 'video/webm' };
const chunk = (size: number, value = 0) => new Blob([new Uint8Array(size).fill(value)]);

const recording = (input: RecordingInput): Recording => ({
  id: input.id ?? '',
  inspectionId: '7',
  filename: input.filename,
  contentType: 'video/webm',
  size: 0,
  durationSeconds: input.durationSeconds,
  offsetSeconds: 0,
  startedAt: input.startedAt ?? '',
  createdAt: '',
  ready: false,
  preparation: 'pending',
  url: '',
});

/** Steps that succeed and are watched, but for those given. */
function setUp(changed: Partial<UploadSteps> = {}) {
  const sent: { url: string; size: number }[] = [];
  const complete = vi.fn<UploadSteps['complete']>(async () => undefined);
  const steps = {
    open: vi.fn<UploadSteps['open']>(async () => ({ key: 'k', uploadId: 'u' })),
    sign: vi.fn<UploadSteps['sign']>(async (_upload, part) => `part ${part}`),
    send: vi.fn<UploadSteps['send']>(async ({ url, body, onProgress }: Sending) => {
      const { size } = body as Blob;
      onProgress?.(size);
      sent.push({ url, size });
      return `etag of ${url}`;
    }),
    complete,
    drop: vi.fn<UploadSteps['drop']>(async () => undefined),
    register: vi.fn<UploadSteps['register']>(async (_id, input) => recording(input)),
    ...changed,
  };
  return { upload: createRecordingUpload(file, steps), steps, complete, sent };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const settle = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

describe('a recording', () => {
  it('leaves in parts of at least 5 MB while it is being made, and is registered at the end [9.uploads.6]', async () => {
    const { upload, steps, sent } = setUp();
    for (let n = 0; n < 7; n += 1) upload.add(chunk(2 * MB));
    await settle();
    expect(sent).toEqual([
      { url: 'part 1', size: 6 * MB },
      { url: 'part 2', size: 6 * MB },
    ]);
    expect(upload.get()).toEqual({ status: 'recording', sentBytes: 12 * MB, totalBytes: 14 * MB, error: null });
    const finished = await upload.finish(42);
    expect(sent[2]).toEqual({ url: 'part 3', size: 2 * MB });
    const parts: SentPart[] = [1, 2, 3].map((n) => ({ PartNumber: n, ETag: `etag of part ${n}` }));
    expect(steps.complete).toHaveBeenCalledExactlyOnceWith({ key: 'k', uploadId: 'u' }, parts, expect.anything());
    expect(finished).toMatchObject({ durationSeconds: 42, filename: 'walk.webm' });
    expect(upload.get()).toMatchObject({ status: 'done', sentBytes: 14 * MB });
  });

  it('sends two parts at a time', async () => {
    let open = 0;
    let most = 0;
    const send: UploadSteps['send'] = async () => {
      most = Math.max(most, (open += 1));
      await new Promise((resolve) => setTimeout(resolve, 100));
      open -= 1;
      return 'etag';
    };
    const { upload } = setUp({ send });
    for (let n = 0; n < 5; n += 1) upload.add(chunk(5 * MB));
    const finished = upload.finish(1);
    await settle(1000);
    await finished;
    expect(most).toBe(2);
  });

  it('sends a part again after 0, 1, 3 and 5 seconds, each time to a new address [9.uploads.7]', async () => {
    const times: number[] = [];
    const begun = Date.now();
    const send = vi.fn<UploadSteps['send']>(async () => {
      times.push(Date.now() - begun);
      if (times.length < 5) throw times.length % 2 ? connectionError() : new TransferError(expiredMessage, 403);
      return 'etag';
    });
    const { upload, steps } = setUp({ send });
    upload.add(chunk(5 * MB));
    await settle(20_000);
    expect(times).toEqual([0, 0, 1000, 4000, 9000]);
    expect(steps.sign).toHaveBeenCalledTimes(5);
    expect(upload.get()).toMatchObject({ status: 'recording', sentBytes: 5 * MB });
  });

  it('keeps what could not be sent, and goes on with the next part or when asked', async () => {
    let broken = true;
    const send = vi.fn<UploadSteps['send']>(async () => {
      if (broken) throw new TransferError('The store is full', 507);
      return 'etag';
    });
    const { upload } = setUp({ send });
    upload.add(chunk(5 * MB));
    await settle(20_000);
    expect(upload.get()).toMatchObject({ status: 'error', error: 'The store is full', sentBytes: 0 });
    upload.add(chunk(MB));
    await settle(20_000);
    // Five tries, and none for a chunk that makes no part yet.
    expect(send).toHaveBeenCalledTimes(5);
    upload.add(chunk(4 * MB));
    await settle(20_000);
    expect(upload.get().status).toBe('error');
    broken = false;
    upload.retry();
    await settle();
    expect(upload.get()).toEqual({ status: 'recording', sentBytes: 10 * MB, totalBytes: 10 * MB, error: null });
  });

  it('that failed to finish is finished by asking again, under the same id', async () => {
    const register = vi
      .fn<UploadSteps['register']>()
      .mockRejectedValueOnce(new TransferError('Authorization required', 401))
      .mockImplementation(async (_id, input) => recording(input));
    const { upload, complete, sent } = setUp({ register });
    upload.add(chunk(10));
    await expect(upload.finish(5)).rejects.toThrow('Authorization required');
    expect(upload.get()).toMatchObject({ status: 'error', error: 'Authorization required' });
    const { id } = await upload.finish(5);
    expect(register.mock.calls.map(([, input]) => input.id)).toEqual([id, id]);
    expect([sent.length, complete.mock.calls.length]).toEqual([1, 1]);
  });

  it('begins its upload once, and again when that failed', async () => {
    const open = vi
      .fn<UploadSteps['open']>()
      .mockRejectedValueOnce(new TransferError('Only videos can be uploaded', 415))
      .mockImplementation(async () => ({ key: 'k', uploadId: 'u' }));
    const { upload } = setUp({ open });
    upload.add(chunk(5 * MB));
    upload.add(chunk(5 * MB));
    await settle();
    expect(upload.get().status).toBe('error');
    upload.retry();
    await settle();
    expect(upload.get()).toMatchObject({ status: 'recording', sentBytes: 10 * MB });
    expect(open).toHaveBeenCalledTimes(2);
  });

  it('that is given up is dropped on the server, and what is under way stops', async () => {
    let stopped = false;
    const send: UploadSteps['send'] = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stopped = true;
          reject(new DOMException('stopped', 'AbortError'));
        });
      });
    const { upload, steps } = setUp({ send });
    upload.add(chunk(5 * MB));
    const finished = upload.finish(1);
    const refused = expect(finished).rejects.toThrow('Upload cancelled');
    await settle();
    await upload.abort();
    await refused;
    expect(stopped).toBe(true);
    expect(steps.drop).toHaveBeenCalledExactlyOnceWith({ key: 'k', uploadId: 'u' }, expect.anything());
    expect(upload.get()).toMatchObject({ status: 'aborted', error: null });
    upload.add(chunk(5 * MB));
    expect(upload.get().totalBytes).toBe(5 * MB);
  });

  it('that holds nothing is none', async () => {
    const { upload, steps } = setUp();
    upload.add(chunk(0));
    await expect(upload.finish(0)).rejects.toThrow('Nothing was recorded');
    expect(steps.open).not.toHaveBeenCalled();
  });

  it('tells its listeners, with a new state for each change', async () => {
    const { upload } = setUp();
    const states = new Set([upload.get()]);
    const stop = upload.subscribe(() => states.add(upload.get()));
    upload.add(chunk(5 * MB));
    await upload.finish(1);
    stop();
    expect(states.size).toBeGreaterThan(3);
  });
});
