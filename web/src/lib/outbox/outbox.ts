import { readClock } from '#web/lib/device-clock.ts';
import { createActions } from '#web/lib/outbox/actions.ts';
import { createCompletion } from '#web/lib/outbox/completion.ts';
import { createDependencies } from '#web/lib/outbox/dependencies.ts';
import type { Entry, Item } from '#web/lib/outbox/entry.ts';
import { createItems, unsentState } from '#web/lib/outbox/items.ts';
import { createHeld, type Hold } from '#web/lib/outbox/held.ts';
import type { Keeper } from '#web/lib/outbox/keeper.ts';
import { HandledByOtherPage, type Kind } from '#web/lib/outbox/kind.ts';
import { createLoader } from '#web/lib/outbox/loader.ts';
import { awaited, nextToSend } from '#web/lib/outbox/order.ts';
import { createSender } from '#web/lib/outbox/sender.ts';
import { createSignOut } from '#web/lib/outbox/sign-out.ts';
import { createUnwritten } from '#web/lib/outbox/unwritten.ts';

interface NewEntry<Payload> {
  /** Generated when omitted. */
  id?: string;
  parent: string;
  payload: Payload;
  files?: readonly Blob[];
  /** Ids of entries that must be saved first. An id that is not on this device counts as saved. */
  after?: readonly string[];
}

export type Outbox = ReturnType<typeof createOutbox>;

const newItem = (entry: Entry, files: readonly Blob[], manual: boolean): Item => {
  const stage = manual ? 'ready' : 'queued';
  return { ...unsentState, entry, files, stage, kept: false, fromDevice: false, restored: false };
};

/**
 * Returns strictly increasing times, because two changes in one millisecond, or a clock that was set back, must not
 * change their order.
 */
function createClock() {
  let newest = 0;
  return {
    note(createdAt: number) {
      newest = Math.max(newest, createdAt);
    },
    next: (): number => (newest = Math.max(Date.now(), newest + 1)),
  };
}

interface OutboxOptions {
  /** Whether this person is still the one who is signed in; checked before a refusal counts. */
  isSignedIn?: (owner: string) => Promise<boolean>;
  hold?: Hold;
}

/**
 * Keeps the changes that a person makes on this device until the server has saved them. Each change is stored on the
 * device, sent by its kind, retried after temporary failures, and deleted once it is saved.
 */
export function createOutbox(keeper: Keeper, options: OutboxOptions = {}) {
  const { isSignedIn = async () => true, hold = () => false } = options;
  const kinds = new Map<string, Kind>();
  const clock = createClock();
  const items = createItems();
  const kindOf = ({ entry }: Item) => kinds.get(entry.kind);
  const sender = createSender({
    items,
    keeper,
    isSignedIn,
    retry: (id) => actions.start(id),
    async onEnd(kind, { id, parent }, outcome) {
      if ('saved' in outcome) {
        completion.add(kind, parent, outcome.saved);
        dependencies.restore(id);
        unwritten.writeAgain();
      } else if (outcome.error instanceof HandledByOtherPage) await dependencies.markReleased(id);
      else if (kind.dropsRefused && items.find(id)?.refused) dependencies.markMissing(id);
      advance(kind, parent);
      dependencies.review(id);
    },
  });
  const unwritten = createUnwritten({ items, keeper, kindOf });
  const held = createHeld({ items, hold, kindOf, advance });
  const completion = createCompletion(items, sender.any);
  const dependencies = createDependencies(items, keeper, (item) => {
    const kind = kindOf(item);
    if (kind) advance(kind, item.entry.parent);
  });
  const { load } = createLoader({
    items,
    keeper,
    dependencies,
    kinds,
    currentOwner: () => owner,
    onFound: clock.note,
    advance,
  });
  const actions = createActions({ items, sender, keeper, dependencies, kindOf, advance });
  let owner: string | null = null;

  /** Sends the entries that may be sent now, and completes a batch with nothing left to send. */
  function advance(kind: Kind, parent: string) {
    const next = () =>
      nextToSend(items.of(parent), kindOf, (item) => dependencies.isWaiting(item) || held.isHeld(item));
    for (let found = next(); found; found = next()) void sender.send(found.kind, found.item);
    completion.check(kind, parent);
  }

  return {
    of: items.of,
    subscribe: items.subscribe,
    clear: completion.clear,
    unwrittenCount: unwritten.unwrittenCount,
    wouldLoseChanges: unwritten.wouldLoseChanges,
    ...actions,
    ...held,
    ...createSignOut({ items, sender, keeper, completion, kinds }),
    /** Registers a kind, unless it is registered already, and loads the entries of earlier pages for it. */
    register<Payload, Saved>(kind: Kind<Payload, Saved>) {
      const existing = kinds.get(kind.name);
      if (existing === kind) return;
      if (existing) throw new Error(`There are two kinds named ${kind.name}`);
      kinds.set(kind.name, kind);
      void load(({ name }) => name === kind.name);
    },
    /** Continues this person's entries on the device. Those of another person stay stored for them. */
    async open(userId: string) {
      if (owner === userId) return;
      sender.abandonAll();
      completion.reset();
      items.drop(items.all());
      owner = userId;
      await load(() => true);
    },
    /** Adds a change and returns its id. It is sent at once unless its kind is manual. */
    add<Payload, Saved>(
      kind: Kind<Payload, Saved>,
      { id, parent, payload, files = [], after }: NewEntry<Payload>,
    ): string {
      if (owner === null) throw new Error('Nobody is signed in');
      const waits = awaited(after, items.of(parent), kindOf);
      const made = { createdAt: clock.next(), clock: readClock() };
      const entry = { id: id ?? crypto.randomUUID(), kind: kind.name, owner, parent, payload, ...made, ...waits };
      const added = newItem(entry, files, kind.manual ?? false);
      items.add(added);
      void unwritten.write(entry, files, kind);
      sender.dropReplaced(kind as Kind, entry);
      dependencies.updateStage(items.find(entry.id) ?? added);
      advance(kind, parent);
      return entry.id;
    },
    /** Continues when the connection or the session is restored. */
    resume() {
      unwritten.writeAgain();
      actions.retryFailed();
      void load(({ readsItsFiles }) => readsItsFiles ?? false);
    },
  };
}
