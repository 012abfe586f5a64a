import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NoConnection } from '#web/lib/api-error.ts';
import { testDevice } from '#web/lib/outbox/device.fixture.ts';
import type { Entry } from '#web/lib/outbox/entry.ts';
import type { Attempt, Kind } from '#web/lib/outbox/kind.ts';
import { createOutbox } from '#web/lib/outbox/outbox.ts';

/**
 * An example of a kind that a later feature might add: notes on a finding, saved in the order in which they were
 * made.
 */
interface Note {
  text: string;
}
function noteKind(send: (entry: Entry<Note>) => Promise<string>, changed: Partial<Kind<Note, string>> = {}) {
  return {
    name: 'note',
    concurrency: 1,
    inOrder: true,
    send: ({ entry }: Attempt<Note>) => send(entry()),
    problem: (error: unknown) => (error instanceof Error ? error.message : 'It failed'),
    ...changed,
  } satisfies Kind<Note, string>;
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const parent = 'findings/7';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function setUp(
  send: (entry: Entry<Note>) => Promise<string> = async ({ id }) => id,
  changed: Partial<Kind<Note, string>> = {},
  kept: Entry[] = [],
  options: Parameters<typeof createOutbox>[1] = {},
) {
  const { keeper, entries } = testDevice({ entries: kept });
  const outbox = createOutbox(keeper, options);
  const kind = noteKind(send, changed);
  outbox.register(kind);
  await outbox.open('anna');
  const add = (text: string, files?: Blob[]) => outbox.add(kind, { parent, payload: { text }, files });
  const stages = () => outbox.of(parent).map(({ stage }) => stage);
  return { outbox, kind, entries, add, stages };
}
const left = (id: string, owner = 'anna', createdAt = 1): Entry => ({
  id,
  kind: 'note',
  owner,
  parent,
  payload: { text: id },
  createdAt,
});

describe('the outbox', () => {
  it('keeps a change on the device until the server has it, and clears the list 1.5 s later', async () => {
    const answers: (() => void)[] = [];
    const { outbox, entries, add, stages } = await setUp(
      ({ id }) => new Promise((resolve) => answers.push(() => resolve(id))),
    );
    const id = add('The tap drips');
    await settle();
    expect([stages(), outbox.of(parent)[0]?.kept]).toEqual([['sending'], true]);
    expect(entries.get(id)).toMatchObject({ kind: 'note', owner: 'anna', parent, payload: { text: 'The tap drips' } });
    answers[0]?.();
    await settle();
    expect([stages(), entries.size]).toEqual([['saved'], 0]);
    await vi.advanceTimersByTimeAsync(1499);
    expect(stages()).toEqual(['saved']);
    await vi.advanceTimersByTimeAsync(1);
    expect(stages()).toEqual([]);
  });

  it('sends an ordered kind one by one, and nothing after one that failed', async () => {
    const sent: string[] = [];
    let refuse = true;
    const { outbox, add, stages } = await setUp(async ({ id, payload: { text } }) => {
      if (refuse && text === 'second') throw new ApiError(409, 'It was closed');
      sent.push(text);
      return id;
    });
    add('first');
    const second = add('second');
    add('third');
    await settle();
    expect([sent, stages()]).toEqual([['first'], ['saved', 'failed', 'queued']]);
    refuse = false;
    outbox.start(second);
    await settle();
    expect(sent).toEqual(['first', 'second', 'third']);
  });

  it('lets other kinds and parents pass one that failed', async () => {
    const { outbox, add, stages } = await setUp(() => Promise.reject(new ApiError(409, 'It was closed')));
    const picture: Kind<null> = { name: 'picture', concurrency: 2, send: async () => null, problem: String };
    outbox.register(picture);
    add('refused');
    outbox.add(picture, { parent, payload: null });
    outbox.add(picture, { parent: 'findings/8', payload: null });
    await settle();
    expect([stages(), outbox.of('findings/8').map(({ stage }) => stage)]).toEqual([['failed', 'saved'], ['saved']]);
  });

  it('continues automatically after a lost connection or an ended session, but not after a refusal', async () => {
    const errors = new Map<string, Error>([
      ['offline', new NoConnection(undefined)],
      ['signed out', new ApiError(401, 'Sign in first')],
      ['refused', new ApiError(409, 'It was closed')],
    ]);
    const { outbox, add, stages } = await setUp(
      async ({ id, payload: { text } }) => {
        const error = errors.get(text);
        if (error) throw error;
        return id;
      },
      { inOrder: false, concurrency: 3 },
    );
    for (const text of errors.keys()) add(text);
    await settle();
    expect(outbox.of(parent).map(({ interrupted, refused }) => [interrupted, refused])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
    errors.clear();
    outbox.resume();
    await settle();
    expect(stages()).toEqual(['saved', 'saved', 'failed']);
  });

  it('retries temporary failures automatically with growing delays, and reports only the first', async () => {
    const begun = Date.now();
    const at: number[] = [];
    const onFailed = vi.fn();
    const { add, stages } = await setUp(
      async ({ id }) => {
        at.push((Date.now() - begun) / 1000);
        if (at.length === 1) throw new ApiError(503, 'Not now');
        if (at.length === 2) throw new ApiError(429, 'Too many', { retryAfter: 25_000 });
        if (at.length === 3) throw new NoConnection(undefined);
        return id;
      },
      { onFailed },
    );
    add('busy');
    await vi.advanceTimersByTimeAsync(4999);
    expect(stages()).toEqual(['failed']);
    await vi.advanceTimersByTimeAsync(45_001);
    expect([at, stages()]).toEqual([[0, 5, 30, 50], ['saved']]);
    expect(onFailed).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['was refused', new ApiError(409, 'It was closed'), {}],
    ['failed by a fault of our own', new TypeError('undefined is not a function'), {}],
    ['waits for a person', new ApiError(503, 'Not now'), { manual: true }],
  ])('does not send again by itself what %s', async (_what, error, changed) => {
    const send = vi.fn().mockRejectedValue(error);
    const { outbox, add, stages } = await setUp(send, changed);
    outbox.start(add('once'));
    await vi.advanceTimersByTimeAsync(600_000);
    expect([send.mock.calls.length, stages()]).toEqual([1, ['failed']]);
  });

  it('does not retry what was removed, or what another person left, during the wait', async () => {
    const send = vi.fn().mockRejectedValue(new ApiError(503, 'Not now'));
    const { outbox, add } = await setUp(send, { inOrder: false, concurrency: 2 });
    const removed = add('removed');
    add('hers');
    await settle();
    outbox.remove(removed);
    await outbox.open('ben');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("counts and deletes one person's changes at sign-out, and nothing of others", async () => {
    const send = vi.fn().mockRejectedValue(new ApiError(503, 'Not now'));
    const { outbox, add, entries } = await setUp(send, {}, [left('his', 'ben'), { ...left('unknown'), kind: 'later' }]);
    add('hers');
    await settle();
    expect(await outbox.countUnsent('anna')).toBe(2);
    await outbox.deleteAll('anna');
    expect(await outbox.countUnsent('anna')).toBe(0);
    expect([...entries.keys()]).toEqual(['his']);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('sends a payload that changed before sending, and refuses to change one that is being sent', async () => {
    const sent: string[] = [];
    const answers: (() => void)[] = [];
    const { outbox, add } = await setUp(({ id, payload: { text } }) => {
      sent.push(text);
      return new Promise((resolve) => answers.push(() => resolve(id)));
    });
    const [first, second] = [add('first'), add('second')];
    await settle();
    expect(outbox.update(first, { text: 'too late' })).toBe(false);
    expect(outbox.update(second, { text: 'in time' })).toBe(true);
    answers[0]?.();
    await settle();
    expect(sent).toEqual(['first', 'in time']);
    expect(outbox.update(first, { text: 'after it was saved' })).toBe(false);
  });

  it('lets a kind that reads its payload last change it until it is being saved', async () => {
    const steps: (() => void)[] = [];
    const saved: string[] = [];
    const { outbox, add } = await setUp(undefined, {
      changesWhileSent: true,
      async send(attempt) {
        await new Promise<void>((resolve) => steps.push(resolve));
        attempt.enter('saving');
        saved.push(attempt.entry().payload.text);
        return new Promise(() => undefined);
      },
    });
    const id = add('first');
    await settle();
    expect(outbox.update(id, { text: 'second' })).toBe(true);
    steps[0]?.();
    await settle();
    expect([outbox.update(id, { text: 'too late' }), saved]).toEqual([false, ['second']]);
  });

  it.each([
    ['an unsent note', {}, true],
    ['what its kind keeps piece by piece', { readsItsFiles: true }, false],
  ])('tells whether closing the page would lose %s that the device has no room for', async (_what, changed, lost) => {
    const outbox = createOutbox(testDevice({ room: false }).keeper);
    const kind = noteKind(() => new Promise(() => undefined), changed);
    outbox.register(kind);
    await outbox.open('anna');
    outbox.add(kind, { parent, payload: { text: 'The tap drips' } });
    await settle();
    expect(outbox.wouldLoseChanges()).toBe(lost);
  });

  it('stores a change that the device had no room for once another was sent, and counts it until then', async () => {
    const device = testDevice({ room: false });
    const outbox = createOutbox(device.keeper);
    const answers: (() => void)[] = [];
    const kind = noteKind(({ id }) => new Promise((resolve) => answers.push(() => resolve(id))), { inOrder: false });
    outbox.register(kind);
    await outbox.open('anna');
    const ids = ['First', 'Second'].map((text) => outbox.add(kind, { parent, payload: { text } }));
    await settle();
    expect([outbox.unwrittenCount(), device.entries.size]).toEqual([2, 0]);
    device.setRoom(true);
    answers[0]?.();
    await settle();
    expect([outbox.unwrittenCount(), [...device.entries.keys()]]).toEqual([0, [ids[1]]]);
    expect(outbox.wouldLoseChanges()).toBe(false);
  });

  it('loses nothing that is stored on the device', async () => {
    const { outbox, add } = await setUp(() => new Promise(() => undefined));
    add('The tap drips');
    await settle();
    expect(outbox.wouldLoseChanges()).toBe(false);
  });

  it('stores why a change failed, and deletes a refused one only if its kind says so', async () => {
    const refuse = () => Promise.reject(new ApiError(422, 'That is no text'));
    const first = await setUp(refuse);
    const id = first.add('?');
    await settle();
    expect(first.entries.get(id)?.failure).toBe('422: That is no text');
    const second = await setUp(refuse, { dropsRefused: true });
    second.add('?');
    await settle();
    expect([second.entries.size, second.outbox.of(parent)[0]?.kept]).toEqual([0, false]);
  });

  it('registers a kind once, and rejects another of the same name', async () => {
    const { outbox, kind } = await setUp();
    outbox.register(kind);
    expect(() => outbox.register({ ...kind })).toThrow('There are two kinds named note');
  });

  it('clears the error of an earlier attempt when it tries again', async () => {
    const send = vi
      .fn()
      .mockRejectedValueOnce(new ApiError(500, 'Broken'))
      .mockReturnValue(new Promise(() => undefined));
    const { outbox, entries, add } = await setUp(send);
    const id = add('again');
    await settle();
    expect(entries.get(id)?.failure).toBe('500: Broken');
    outbox.start(id);
    await settle();
    expect([outbox.of(parent)[0]?.error, entries.get(id)?.failure]).toEqual([null, undefined]);
  });

  it("continues an earlier page's entries, once and in order, even when their kind is registered later", async () => {
    const sent: string[] = [];
    const { keeper } = testDevice({ entries: [left('late', 'anna', 2), left('early', 'anna', 1), left('his', 'ben')] });
    const outbox = createOutbox(keeper);
    await outbox.open('anna');
    expect(outbox.of(parent)).toEqual([]);
    outbox.register(noteKind(async ({ id }) => String(sent.push(id))));
    await outbox.open('anna');
    await settle();
    expect(sent).toEqual(['early', 'late']);
  });

  it('deletes a saved entry only once the saved record is stored on the device', async () => {
    const stored = Promise.withResolvers<void>();
    const store = vi.fn(() => stored.promise);
    const { entries, add, stages } = await setUp(undefined, { store });
    const id = add('smoke detector');
    await settle();
    expect([stages(), [...entries.keys()]]).toEqual([['sending'], [id]]);
    expect(store).toHaveBeenCalledWith({ text: 'smoke detector' }, id);
    stored.resolve();
    await settle();
    expect([stages(), [...entries.keys()]]).toEqual([['saved'], []]);
  });

  it("leaves one person's entries alone when another signs in on the same page", async () => {
    let answer = (_id: string): void => undefined;
    const onSaved = vi.fn();
    const { outbox, entries, add } = await setUp(() => new Promise((resolve) => (answer = resolve)), { onSaved });
    const id = add('hers');
    await settle();
    await outbox.open('ben');
    answer(id);
    await settle();
    expect([outbox.of(parent), [...entries.keys()], onSaved.mock.calls]).toEqual([[], [id], []]);
    await outbox.open('anna');
    expect(outbox.of(parent).map(({ entry }) => entry.id)).toEqual([id]);
  });

  it('ignores a refusal that was meant for somebody else who has signed in on this device', async () => {
    let signedIn = 'ben';
    const isSignedIn = async (owner: string) => owner === signedIn;
    const refuse = () =>
      signedIn === 'anna' ? Promise.resolve('saved') : Promise.reject(new ApiError(404, 'There is no such finding'));
    const { outbox, entries, add, stages } = await setUp(refuse, { dropsRefused: true }, [], { isSignedIn });
    const id = add('hers');
    await settle();
    expect(outbox.of(parent)[0]).toMatchObject({ stage: 'failed', interrupted: true, refused: false, kept: true });
    expect(entries.has(id)).toBe(true);
    signedIn = 'anna';
    outbox.resume();
    await settle();
    expect([stages(), entries.size]).toEqual([['saved'], 0]);
  });

  it("keeps the order of changes when the device's clock is set back", async () => {
    vi.setSystemTime(2_000_000);
    const { outbox, add } = await setUp(() => new Promise(() => undefined), {}, [left('before', 'anna', 3_000_000)]);
    add('first');
    vi.setSystemTime(1_000_000);
    add('second');
    add('third');
    const texts = outbox.of(parent).map(({ entry }) => (entry as Entry<Note>).payload.text);
    expect(texts).toEqual(['before', 'first', 'second', 'third']);
    const times = outbox.of(parent).map(({ entry }) => entry.createdAt);
    expect(new Set(times).size).toBe(4);
  });

  it('drops what another page of this device has finished', async () => {
    const send = vi.fn(async () => 'saved');
    const { outbox, entries } = await setUp(send, { manual: true, inOrder: false }, [left('a'), left('b')]);
    entries.delete('a');
    outbox.start('a');
    outbox.start('b');
    await settle();
    expect([outbox.of(parent).map(({ entry }) => entry.id), send.mock.calls.length]).toEqual([['b'], 1]);
  });

  it('sends a refused entry again, even though the device no longer stores it', async () => {
    const send = vi.fn().mockRejectedValueOnce(new ApiError(422, 'That is no text')).mockResolvedValue('saved');
    const { outbox, entries, stages } = await setUp(send, { dropsRefused: true }, [left('a')]);
    await settle();
    expect([stages(), entries.size]).toEqual([['failed'], 0]);
    outbox.start('a');
    await settle();
    expect(stages()).toEqual(['saved']);
  });

  it('tells the kind about a removed change, and neither sends nor keeps it', async () => {
    const onRemoved = vi.fn();
    const onFailed = vi.fn();
    let signal: AbortSignal | undefined;
    const { outbox, entries, add, stages } = await setUp(undefined, {
      onRemoved,
      onFailed,
      send: (attempt) => {
        signal = attempt.signal;
        return new Promise((_resolve, reject) =>
          attempt.signal.addEventListener('abort', () => reject(attempt.signal.reason)),
        );
      },
    });
    const [first, second] = [add('first'), add('second')];
    await settle();
    outbox.remove(second);
    outbox.remove(first);
    await settle();
    expect(signal?.aborted).toBe(true);
    expect(onRemoved.mock.calls.map(([{ entry }, started]) => [entry.id, started])).toEqual([
      [second, false],
      [first, true],
    ]);
    expect([stages(), entries.size, onFailed.mock.calls]).toEqual([[], 0, []]);
  });

  it('counts an entry that the server lists as saved, and reports the batch once the last answer is there', async () => {
    const answers: (() => void)[] = [];
    const onBatchDone = vi.fn();
    const { outbox, add, stages } = await setUp(undefined, {
      onBatchDone,
      async send(attempt) {
        attempt.enter('saving');
        await new Promise<void>((resolve) => answers.push(resolve));
        return attempt.entry().payload.text;
      },
    });
    const first = add('first');
    await settle();
    outbox.markSaved(first);
    expect(stages()).toEqual(['saved']);
    expect(onBatchDone).not.toHaveBeenCalled();
    add('second');
    await settle();
    for (const answer of answers) answer();
    await settle();
    expect(onBatchDone).toHaveBeenCalledExactlyOnceWith(['first', 'second']);
  });

  it('continues from the checkpoint of an earlier attempt, also after a reload', async () => {
    const seen: unknown[] = [];
    const send = vi.fn(async (attempt: Attempt<Note>): Promise<string> => {
      seen.push(attempt.entry().checkpoint);
      attempt.checkpoint(7);
      throw new NoConnection(undefined);
    });
    const { outbox, entries, add } = await setUp(undefined, { send });
    add('long');
    await settle();
    outbox.resume();
    await settle();
    await setUp(undefined, { send }, [...entries.values()]);
    await settle();
    expect(seen).toEqual([undefined, 7, 7]);
  });
});

describe('a change of a manual kind', () => {
  it('is sent when it is started, can be paused, and continues', async () => {
    const sent = vi.fn();
    const { outbox, add, stages } = await setUp(undefined, {
      manual: true,
      inOrder: false,
      send: ({ signal }) =>
        new Promise((resolve, reject) => {
          sent(resolve);
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    const id = add('draft');
    await settle();
    expect([stages(), sent.mock.calls.length]).toEqual([['ready'], 0]);
    outbox.start(id);
    outbox.pause(id);
    await settle();
    expect([stages(), sent.mock.calls.length]).toEqual([['paused'], 1]);
    outbox.start(id);
    await settle();
    expect([stages(), sent.mock.calls.length]).toEqual([['sending'], 2]);
    sent.mock.calls[1]?.[0]();
    await settle();
    expect(stages()).toEqual(['saved']);
  });

  it('waits again after a reload or when nobody looks at it, and shows why it failed', async () => {
    const failed = { ...left('failed'), failure: 'Non 2xx' };
    const { outbox, kind, stages } = await setUp(undefined, { manual: true, inOrder: false }, [left('draft'), failed]);
    expect(outbox.of(parent).map(({ stage, error, restored }) => [stage, error, restored])).toEqual([
      ['ready', null, true],
      ['failed', 'Non 2xx', true],
    ]);
    outbox.start('failed');
    await settle();
    expect(stages()).toEqual(['ready', 'saved']);
    outbox.resume();
    outbox.showRestored(kind, parent);
    await settle();
    expect(stages()).toEqual(['ready']);
  });

  it('is shown as restored by a later screen, and as ready when paused, but not while one is being sent', async () => {
    const { outbox, kind, add, stages } = await setUp(() => new Promise(() => undefined), {
      manual: true,
      concurrency: 2,
    });
    const [paused, sent, drafted] = [add('paused'), add('sent'), add('draft')];
    outbox.start(paused);
    await settle();
    outbox.pause(paused);
    outbox.start(sent);
    await settle();
    outbox.showRestored(kind, parent);
    expect(stages()).toEqual(['paused', 'queued', 'ready']);
    outbox.remove(sent);
    outbox.showRestored(kind, parent);
    expect(outbox.of(parent).map(({ entry, stage, restored }) => [entry.id, stage, restored])).toEqual([
      [paused, 'ready', true],
      [drafted, 'ready', true],
    ]);
  });

  it('is kept no matter how long it waits', async () => {
    vi.setSystemTime(Date.UTC(2026, 10, 22));
    const { outbox, entries } = await setUp(undefined, { manual: true }, [left('old', 'anna', Date.UTC(2025, 10, 22))]);
    expect([outbox.of(parent).map(({ entry }) => entry.id), [...entries.keys()]]).toEqual([['old'], ['old']]);
  });

  it('needs its file again if the device did not store it', async () => {
    const { outbox, add } = await setUp(undefined, { manual: true, maxStoredBytes: 3 });
    const id = add('video', [new Blob(['large'])]);
    await settle();
    expect(outbox.of(parent)[0]).toMatchObject({ kept: false, files: [{ size: 5 }] });
    outbox.attach(id, [new Blob(['again'])]);
    expect(outbox.of(parent)[0]?.files).toHaveLength(1);
  });
});
