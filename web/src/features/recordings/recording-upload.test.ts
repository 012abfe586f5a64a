import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Recording, RecordingInput } from '#contract/recordings.ts';
import type { RecordingSteps } from '#web/features/recordings/recording-kind.ts';
import { createRecordings } from '#web/features/recordings/recording-upload.ts';
import { ApiError, NoConnection } from '#web/lib/api-error.ts';
import { testDevice } from '#web/lib/outbox/device.fixture.ts';
import { createOutbox } from '#web/lib/outbox/outbox.ts';
import { toastStore } from '#web/lib/toast.ts';
import type { Sending } from '#web/lib/transfer/send.ts';

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
  sha256: null,
  filesDeletedAt: null,
  url: '',
});

/** Creates spied steps that succeed unless replaced in `changed`, on a new device by default. */
async function setUp(changed: Partial<RecordingSteps> = {}, device = testDevice()) {
  const sent: { url: string; size: number }[] = [];
  const complete = vi.fn<RecordingSteps['complete']>(async () => 'there');
  const steps = {
    create: vi.fn<RecordingSteps['create']>(async () => ({ key: 'k', uploadId: 'u' })),
    find: vi.fn<RecordingSteps['find']>(async (upload) => ({ upload, etags: new Map() })),
    sign: vi.fn<RecordingSteps['sign']>(async (_upload, part) => `part ${part}`),
    send: vi.fn<RecordingSteps['send']>(async ({ url, body, onProgress }: Sending) => {
      const { size } = body as Blob;
      onProgress?.(size);
      sent.push({ url, size });
      return `etag of ${url}`;
    }),
    complete,
    drop: vi.fn<RecordingSteps['drop']>(async () => undefined),
    register: vi.fn<RecordingSteps['register']>(async (_id, input) => recording(input)),
    ...changed,
  };
  const outbox = createOutbox(device.keeper);
  const { begin } = createRecordings(outbox, device.keeper, steps);
  await outbox.open('anna');
  return { begin, outbox, steps, complete, sent, device };
}
/** Like `setUp`, with a recording that has started. */
async function started(changed: Partial<RecordingSteps> = {}) {
  const parts = await setUp(changed);
  const upload = parts.begin(file);
  const stage = () => parts.outbox.of('inspections/7')[0]?.stage;
  return { ...parts, stage, upload: { ...upload, add: (bytes: Blob) => upload.add(bytes, 1) } };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const settle = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

describe('a recording', () => {
  it('is sent in parts of at least 5 MB while it is being made, and registered at the end [9.uploads.6]', async () => {
    const { upload, steps, sent, stage } = await started();
    for (let n = 0; n < 7; n += 1) upload.add(chunk(2 * MB));
    await settle();
    expect(sent).toEqual([
      { url: 'part 1', size: 6 * MB },
      { url: 'part 2', size: 6 * MB },
    ]);
    expect([stage(), upload.get()]).toEqual(['sending', { sentBytes: 12 * MB, totalBytes: 14 * MB, error: null }]);
    const finished = await upload.finish(42);
    expect(sent[2]).toEqual({ url: 'part 3', size: 2 * MB });
    const parts = [1, 2, 3].map((n) => ({ PartNumber: n, ETag: `etag of part ${n}` }));
    expect(steps.complete).toHaveBeenCalledExactlyOnceWith({ key: 'k', uploadId: 'u' }, parts, expect.anything());
    expect(finished).toMatchObject({ durationSeconds: 42, filename: 'walk.webm' });
    expect([stage(), upload.get().sentBytes]).toEqual(['saved', 14 * MB]);
  });

  it('sends two parts at once', async () => {
    let open = 0;
    let most = 0;
    const send: RecordingSteps['send'] = async () => {
      most = Math.max(most, (open += 1));
      await new Promise((resolve) => setTimeout(resolve, 100));
      open -= 1;
      return 'etag';
    };
    const { upload } = await started({ send });
    for (let n = 0; n < 5; n += 1) upload.add(chunk(5 * MB));
    const finished = upload.finish(1);
    await settle(1000);
    await finished;
    expect(most).toBe(2);
  });

  it('retries a part after 0, 1, 3 and 5 seconds, each time to a new address [9.uploads.7]', async () => {
    const expired = { code: 'upload_address_expired', explained: true };
    const times: number[] = [];
    const begun = Date.now();
    const send = vi.fn<RecordingSteps['send']>(async () => {
      times.push(Date.now() - begun);
      if (times.length < 5)
        throw times.length % 2 ? new NoConnection(undefined) : new ApiError(403, 'Expired', expired);
      return 'etag';
    });
    const { upload, steps, stage } = await started({ send });
    upload.add(chunk(5 * MB));
    await settle(20_000);
    expect(times).toEqual([0, 0, 1000, 4000, 9000]);
    expect(steps.sign).toHaveBeenCalledTimes(5);
    expect([stage(), upload.get().sentBytes]).toEqual(['sending', 5 * MB]);
  });

  it('keeps what could not be sent, and continues with the next part or when asked', async () => {
    let broken = true;
    const send = vi.fn<RecordingSteps['send']>(async () => {
      if (broken) throw new ApiError(507, 'The store is full', { explained: true });
      return 'etag';
    });
    const { upload, stage } = await started({ send });
    upload.add(chunk(5 * MB));
    await settle(20_000);
    expect(stage()).toBe('failed');
    expect(upload.get()).toMatchObject({ error: 'The store is full', sentBytes: 0 });
    upload.add(chunk(MB));
    await settle(20_000);
    // The first part was tried five times; the chunk that does not complete a part started no attempt.
    expect(send).toHaveBeenCalledTimes(5);
    upload.add(chunk(4 * MB));
    await settle(20_000);
    expect(stage()).toBe('failed');
    broken = false;
    upload.retry();
    await settle();
    expect(upload.get()).toEqual({ sentBytes: 10 * MB, totalBytes: 10 * MB, error: null });
  });

  it('whose registration failed is registered by a retry, under the same id', async () => {
    const register = vi
      .fn<RecordingSteps['register']>()
      .mockRejectedValueOnce(new ApiError(401, 'Sign in first'))
      .mockImplementation(async (_id, input) => recording(input));
    // The server no longer has the upload open, because it was completed.
    const { upload, complete, sent } = await started({ register, find: async () => null });
    upload.add(chunk(10));
    await expect(upload.finish(5)).rejects.toMatchObject({ status: 401 });
    expect(upload.get().error).toBe('Authorization required');
    const { id } = await upload.finish(5);
    expect(register.mock.calls.map(([, input]) => input.id)).toEqual([id, id]);
    expect([sent.length, complete.mock.calls.length]).toEqual([1, 1]);
  });

  it('opens its upload once, and again only after a failure', async () => {
    const create = vi
      .fn<RecordingSteps['create']>()
      .mockRejectedValueOnce(new ApiError(415, 'Only videos can be uploaded'))
      .mockImplementation(async () => ({ key: 'k', uploadId: 'u' }));
    const { upload, stage } = await started({ create });
    upload.add(chunk(5 * MB));
    upload.add(chunk(5 * MB));
    await settle();
    expect(stage()).toBe('failed');
    upload.retry();
    await settle();
    expect([stage(), upload.get().sentBytes]).toEqual(['sending', 10 * MB]);
    expect(create).toHaveBeenCalledTimes(2);
  });

  it('that is canceled is deleted on the server, and running requests stop', async () => {
    let stopped = false;
    const send: RecordingSteps['send'] = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stopped = true;
          reject(new DOMException('stopped', 'AbortError'));
        });
      });
    const { upload, steps, outbox } = await started({ send });
    upload.add(chunk(5 * MB));
    const finished = upload.finish(1);
    const refused = expect(finished).rejects.toThrow('Upload cancelled');
    await settle();
    upload.abort();
    await refused;
    expect(stopped).toBe(true);
    expect(steps.drop).toHaveBeenCalledExactlyOnceWith({ key: 'k', uploadId: 'u' }, expect.anything());
    expect(outbox.of('inspections/7')).toEqual([]);
    upload.add(chunk(5 * MB));
    expect(upload.get().totalBytes).toBe(5 * MB);
  });

  it('without content is not registered', async () => {
    const { upload, steps } = await started();
    upload.add(chunk(0));
    await expect(upload.finish(0)).rejects.toThrow('Nothing was recorded');
    expect(steps.create).not.toHaveBeenCalled();
  });

  it('notifies its listeners of each change', async () => {
    const { upload } = await started();
    const states = new Set<string>();
    const stop = upload.subscribe(() => states.add(JSON.stringify(upload.get())));
    upload.add(chunk(5 * MB));
    await upload.finish(1);
    stop();
    expect([...states]).toEqual(
      [
        { sentBytes: 0, totalBytes: 5 * MB, error: null },
        { sentBytes: 5 * MB, totalBytes: 5 * MB, error: null },
      ].map((state) => JSON.stringify(state)),
    );
  });
});

describe('a recording stored on the device', () => {
  const keptOf = ({ pieces }: ReturnType<typeof testDevice>) => pieces.map(({ part, bytes }) => [part, bytes.size]);

  it('is stored piece by piece with the part of each, and deleted once it is registered', async () => {
    const { begin, device } = await setUp({ send: () => new Promise(() => undefined) });
    const upload = begin(file);
    for (const seconds of [1, 2, 3]) upload.add(chunk(4 * MB), seconds);
    await settle();
    expect(keptOf(device)).toEqual([
      [1, 4 * MB],
      [1, 4 * MB],
      [2, 4 * MB],
    ]);
    expect([...device.entries.values()]).toMatchObject([
      { kind: 'recording', owner: 'anna', payload: { ...file, seconds: 3 }, checkpoint: { key: 'k', uploadId: 'u' } },
    ]);
    const other = await setUp();
    const whole = other.begin(file);
    for (const seconds of [1, 2, 3]) whole.add(chunk(4 * MB), seconds);
    await settle();
    expect(keptOf(other.device)).toEqual([[2, 4 * MB]]);
    await whole.finish(3);
    await settle();
    expect([keptOf(other.device), other.device.entries.size]).toEqual([[], 0]);
  });

  it('stays there when its page is closed, and is deleted when a person discards it', async () => {
    const first = await setUp();
    const left = first.begin(file);
    left.add(chunk(MB), 1);
    left.leave();
    await settle();
    expect([keptOf(first.device), first.device.entries.size]).toEqual([[[1, MB]], 1]);
    expect(first.steps.drop).not.toHaveBeenCalled();
    const second = await setUp();
    const dropped = second.begin(file);
    dropped.add(chunk(MB), 1);
    await settle();
    dropped.abort();
    await settle();
    expect([keptOf(second.device), second.device.entries.size]).toEqual([[], 0]);
  });

  const begun = {
    id: '2f1a6a52-8a55-4b0c-9d0a-1f2f3c4d5e6f',
    kind: 'recording',
    owner: 'anna',
    parent: 'inspections/7',
    payload: { ...file, startedAt: '2026-11-21T09:42:07.000Z', seconds: 20.6 },
    createdAt: 1,
    checkpoint: { key: 'k', uploadId: 'before' },
  };
  const leftDevice = () =>
    testDevice({ entries: [begun], pieces: [{ entry: begun.id, part: 2, index: 1, bytes: chunk(MB) }] });

  it('is resumed: only missing parts are sent', async () => {
    const find: RecordingSteps['find'] = async (upload) => ({ upload, etags: new Map([[1, 'one']]) });
    const { steps, sent, complete, device } = await setUp({ find }, leftDevice());
    await settle();
    expect(steps.create).not.toHaveBeenCalled();
    expect(sent).toEqual([{ url: 'part 2', size: MB }]);
    expect(complete.mock.calls[0]?.slice(0, 2)).toEqual([
      begun.checkpoint,
      [
        { PartNumber: 1, ETag: 'one' },
        { PartNumber: 2, ETag: 'etag of part 2' },
      ],
    ]);
    expect(vi.mocked(steps.register).mock.calls[0]?.[1]).toMatchObject({
      id: begun.id,
      startedAt: begun.payload.startedAt,
      durationSeconds: 21,
    });
    expect(toastStore.get()[0]).toMatchObject({
      title: 'Recording saved',
      description: 'The recording was interrupted. Its 00:20 were added to the inspection.',
    });
    expect(device.entries.size).toBe(0);
  });

  it('is only registered if its upload was completed, and reported as lost if that is permanently refused', async () => {
    const find = async () => null;
    const completed = await setUp({ find }, leftDevice());
    await settle();
    expect([completed.sent, vi.mocked(completed.steps.register).mock.calls.length]).toEqual([[], 1]);
    const register = () => Promise.reject(new ApiError(409, 'The inspection was submitted', { explained: true }));
    const refused = await setUp({ find, register }, testDevice({ entries: [begun] }));
    await settle();
    expect(toastStore.get()[0]).toMatchObject({
      title: 'A recording could not be saved',
      description: 'The inspection was submitted',
    });
    expect(refused.device.entries.size).toBe(0);
  });

  it('is left alone while another page is making it', async () => {
    const { begin, device } = await setUp();
    begin(file).add(chunk(MB), 1);
    await settle();
    const other = await setUp({}, device);
    await settle();
    expect([other.outbox.of('inspections/7'), other.sent, device.entries.size]).toEqual([[], [], 1]);
  });
});
