import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NoConnection } from '#web/lib/api-error.ts';
import { testDevice } from '#web/lib/outbox/device.fixture.ts';
import type { Keeper } from '#web/lib/outbox/keeper.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';
import { createOutbox } from '#web/lib/outbox/outbox.ts';

const settle = () => vi.advanceTimersByTimeAsync(0);
const offline = new NoConnection(undefined);
const closed = new ApiError(409, 'It was closed');

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Opens a page with findings and their photos. An entry whose text is a key of `errors` fails with that error. */
async function openPage(keeper: Keeper, errors: Record<string, Error> = {}, changed: Partial<Kind<string>> = {}) {
  const sent: string[] = [];
  const kindOf = (name: string): Kind<string> => ({
    name,
    concurrency: 5,
    async send({ entry }) {
      const { payload } = entry();
      if (errors[payload]) throw errors[payload];
      sent.push(payload);
    },
    problem: (error) => (error instanceof ApiError ? error.detail : String(error)),
    ...changed,
  });
  const [finding, photo] = [kindOf('finding'), kindOf('photo')];
  const outbox = createOutbox(keeper);
  // The photo's kind is registered first, when the page does not know the finding that it waits for.
  outbox.register(photo);
  await outbox.open('anna');
  await settle();
  outbox.register(finding);
  await settle();
  const itemOf = (id: string) =>
    [...outbox.of('lobby'), ...outbox.of('photos')].find(({ entry }) => entry.id === id || entry.payload === id);
  return {
    outbox,
    sent,
    errors,
    add: (text: string, after?: string[]) => outbox.add(finding, { parent: 'lobby', payload: text, after }),
    addPhoto: (text: string, after?: string[]) => outbox.add(photo, { parent: 'photos', payload: text, after }),
    stageOf: (id: string) => itemOf(id)?.stage ?? null,
    errorOf: (id: string) => itemOf(id)?.error ?? null,
    itemOf,
  };
}
const open = (errors?: Record<string, Error>, changed?: Partial<Kind<string>>) =>
  openPage(testDevice().keeper, errors, changed);
const notSaved = 'A change before this one was not saved';

describe('a change that waits for others', () => {
  it('is sent once all of them are saved, including those of another parent or kind', async () => {
    const page = await open({ tap: offline, door: offline });
    const [tap, door] = [page.add('tap'), page.add('door')];
    page.addPhoto('of both', [tap, door]);
    page.addPhoto('of neither');
    await settle();
    expect([page.sent, page.stageOf('of both')]).toEqual([['of neither'], 'queued']);
    delete page.errors['tap'];
    page.outbox.start(tap);
    await settle();
    expect(page.sent).toEqual(['of neither', 'tap']);
    delete page.errors['door'];
    page.outbox.start(door);
    await settle();
    expect(page.sent).toEqual(['of neither', 'tap', 'door', 'of both']);
  });

  it('waits for a leading change of its parent, and for none of another parent', async () => {
    const page = await open({ closed: offline }, { leads: (text) => text === 'closed' });
    page.add('closed');
    const later = page.add('later');
    page.addPhoto('elsewhere');
    await settle();
    expect([page.sent, page.stageOf(later)]).toEqual([['elsewhere'], 'queued']);
  });

  it('does not wait for a change that was saved earlier', async () => {
    const page = await open();
    const tap = page.add('tap');
    await settle();
    page.addPhoto('of it', [tap]);
    page.addPhoto('of an old one', ['saved last year']);
    await settle();
    expect(page.sent).toEqual(['tap', 'of it', 'of an old one']);
  });

  it('fails when a change that it waits for is removed, and a person may send it without that', async () => {
    const page = await open({ tap: offline });
    const tap = page.add('tap');
    const picture = page.addPhoto('of it', [tap]);
    page.addPhoto('of that', [picture]);
    page.add('in the same place', [tap]);
    await settle();
    page.outbox.remove(tap);
    page.outbox.resume();
    await settle();
    for (const text of ['of it', 'of that', 'in the same place']) expect(page.errorOf(text)).toBe(notSaved);
    expect(page.sent).toEqual([]);
    page.outbox.start(picture);
    await settle();
    expect(page.sent).toEqual(['of it', 'of that']);
    expect(page.itemOf('of it')?.entry.after).toEqual([]);
  });

  it('fails when a change that it waits for is refused, and is sent once that is accepted after all', async () => {
    const page = await open({ tap: closed });
    const tap = page.add('tap');
    const picture = page.addPhoto('of it', [tap]);
    await settle();
    expect([page.stageOf('of it'), page.errorOf('of it')]).toEqual(['failed', notSaved]);
    page.addPhoto('another', [tap]);
    expect(page.errorOf('another')).toBe(notSaved);
    // Sending the photo also retries the refused finding that it waits for.
    page.outbox.start(picture);
    await settle();
    expect([page.sent, page.errorOf('tap'), page.errorOf('of it')]).toEqual([[], 'It was closed', notSaved]);
    delete page.errors['tap'];
    page.outbox.start(tap);
    await settle();
    expect(page.sent).toEqual(['tap', 'of it', 'another']);
  });

  it('is sent as soon as a refused change, which the device no longer has, is accepted', async () => {
    const { keeper, entries } = testDevice();
    const page = await openPage(keeper, { tap: closed }, { dropsRefused: true });
    const tap = page.add('tap');
    const picture = page.addPhoto('of it', [tap]);
    await settle();
    expect(entries.get(picture)).toMatchObject({ missing: [tap] });
    delete page.errors['tap'];
    page.outbox.start(tap);
    await settle();
    expect([page.sent, entries.size]).toEqual([['tap', 'of it'], 0]);
  });

  it('tells for each failure whether it is retried automatically', async () => {
    const page = await open({ tap: offline, door: new ApiError(503, 'Not now'), wall: closed, floor: new Error('?') });
    for (const text of ['tap', 'door', 'wall', 'floor']) page.add(text);
    await settle();
    expect(page.outbox.of('lobby').map(({ waiting, refused }) => [waiting, refused])).toEqual([
      [true, false],
      [true, false],
      [false, true],
      [false, false],
    ]);
  });
});

describe('a change that waits for others, after a reload,', () => {
  it('still waits for them, even when their kind is registered later', async () => {
    const { keeper } = testDevice();
    const first = await openPage(keeper, { tap: offline });
    first.addPhoto('of it', [first.add('tap')]);
    await settle();
    const later = await openPage(keeper);
    await settle();
    expect(later.sent).toEqual(['tap', 'of it']);
  });

  it('is sent when they were saved before the reload', async () => {
    const { keeper } = testDevice();
    const first = await openPage(keeper, { 'of it': offline });
    first.addPhoto('of it', [first.add('tap')]);
    await settle();
    const later = await openPage(keeper);
    expect([first.sent, later.sent]).toEqual([['tap'], ['of it']]);
  });

  it.each([
    ['removed', { tap: offline }, {}, 'of it'],
    ['refused and forgotten', { tap: closed }, { dropsRefused: true }, 'of it'],
  ])('still needs a person where one was %s', async (what, errors, changed, sent) => {
    const { keeper } = testDevice();
    const first = await openPage(keeper, errors, changed);
    const tap = first.add('tap');
    const picture = first.addPhoto('of it', [tap]);
    await settle();
    if (what === 'removed') first.outbox.remove(tap);
    const later = await openPage(keeper);
    expect([later.sent, later.errorOf('of it')]).toEqual([[], notSaved]);
    later.outbox.start(picture);
    await settle();
    expect(later.sent).toEqual([sent]);
  });
});

describe('a change that waits for others, in two tabs,', () => {
  async function twoTabs() {
    const { keeper } = testDevice();
    const errors = { tap: offline, 'of it': offline };
    const first = await openPage(keeper, { ...errors });
    const tap = first.add('tap');
    first.addPhoto('of it', [tap]);
    await settle();
    const second = await openPage(keeper, { ...errors });
    delete second.errors['of it'];
    return { tap, first, second };
  }

  it('is sent once the other tab has saved them', async () => {
    const { tap, first, second } = await twoTabs();
    delete first.errors['tap'];
    first.outbox.start(tap);
    await settle();
    second.outbox.resume();
    await settle();
    expect([first.sent, second.sent]).toEqual([['tap'], ['of it']]);
  });

  it('fails when the other tab has removed one', async () => {
    const { tap, first, second } = await twoTabs();
    first.outbox.remove(tap);
    await settle();
    second.outbox.resume();
    await settle();
    expect([second.sent, second.stageOf('tap'), second.errorOf('of it')]).toEqual([[], null, notSaved]);
  });
});

describe('a change that replaces an older one', () => {
  const replaces = {
    concurrency: 1,
    replaces: (newer: string, older: string) => newer.split(' ')[0] === older.split(' ')[0],
  };

  it('is sent instead of the older one', async () => {
    const { keeper, entries } = testDevice();
    const page = await openPage(keeper, { 'mat pass': offline, 'lamp fail': closed }, replaces);
    for (const text of ['mat pass', 'lamp fail', 'mat fail', 'lamp pass', 'desk pass']) page.add(text);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([page.sent, page.outbox.of('lobby'), entries.size]).toEqual([['mat fail', 'lamp pass', 'desk pass'], [], 0]);
  });

  it('is sent after an older one that is being sent, which is dropped if it fails', async () => {
    const { keeper, entries } = testDevice();
    const answers: ((error?: Error) => void)[] = [];
    const sent: string[] = [];
    const page = await openPage(
      keeper,
      {},
      {
        ...replaces,
        send: ({ entry }) =>
          new Promise((resolve, reject) => {
            sent.push(entry().payload);
            answers.push((error) => (error ? reject(error) : resolve(null)));
          }),
      },
    );
    for (const text of ['mat pass', 'mat fail', 'mat not_applicable']) page.add(text);
    await settle();
    expect(sent).toEqual(['mat pass']);
    answers[0]?.(offline);
    await settle();
    expect(sent).toEqual(['mat pass', 'mat not_applicable']);
    answers[1]?.();
    await vi.advanceTimersByTimeAsync(600_000);
    expect([sent.length, page.outbox.of('lobby'), entries.size]).toEqual([2, [], 0]);
  });
});
