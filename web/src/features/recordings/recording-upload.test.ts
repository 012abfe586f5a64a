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

describe('a recording that the device keeps', () => {
  function kept() {
    const told: string[] = [];
    const keeper = {
      piece: (part: number, { size }: Blob, seconds: number) => told.push(`piece ${part} ${size} ${seconds}`),
      begun: ({ uploadId }: { uploadId: string }) => told.push(`begun ${uploadId}`),
      sent: (part: number) => told.push(`sent ${part}`),
      forget: () => told.push('forget'),
      release: () => told.push('release'),
    };
    const { steps } = setUp();
    return { told, steps, upload: createRecordingUpload({ ...file, keep: () => keeper }, steps) };
  }

  it('is written down piece by piece, with the part that each belongs to, and forgotten once it is registered', async () => {
    const { told, upload } = kept();
    for (const seconds of [1, 2, 3]) upload.add(chunk(4 * MB), seconds);
    await settle();
    const done = upload.finish(3);
    await settle();
    await done;
    expect(told).toEqual([
      `piece 1 ${4 * MB} 1`,
      `piece 1 ${4 * MB} 2`,
      `piece 2 ${4 * MB} 3`,
      'begun u',
      'sent 1',
      'sent 2',
      'forget',
    ]);
  });

  it('stays there when its page goes, and goes when a person drops it', async () => {
    const first = kept();
    first.upload.add(chunk(MB), 1);
    first.upload.leave();
    expect(first.told).toEqual([`piece 1 ${MB} 1`, 'release']);
    expect(first.steps.drop).not.toHaveBeenCalled();
    const second = kept();
    second.upload.add(chunk(MB), 1);
    await second.upload.abort();
    expect(second.told).toEqual([`piece 1 ${MB} 1`, 'forget']);
  });

  it('is gone on with where it was: only what has not arrived is sent', async () => {
    const { steps, sent, complete } = setUp();
    const begun = {
      id: '2f1a6a52-8a55-4b0c-9d0a-1f2f3c4d5e6f',
      startedAt: '2026-11-21T09:42:07.000Z',
      upload: { key: 'k', uploadId: 'before' },
      parts: [
        { number: 1, etag: 'one', bytes: null },
        { number: 2, etag: null, bytes: chunk(MB) },
      ],
    };
    const done = createRecordingUpload({ ...file, begun }, steps).finish(21);
    await settle();
    expect(await done).toMatchObject({ id: begun.id, startedAt: begun.startedAt, durationSeconds: 21 });
    expect(steps.open).not.toHaveBeenCalled();
    expect(sent).toEqual([{ url: 'part 2', size: MB }]);
    expect(complete.mock.calls[0]?.slice(0, 2)).toEqual([
      begun.upload,
      [
        { PartNumber: 1, ETag: 'one' },
        { PartNumber: 2, ETag: 'etag of part 2' },
      ],
    ]);
  });
});
