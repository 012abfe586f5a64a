import { createActions } from '#web/lib/outbox/actions.ts';
import { createCompletion } from '#web/lib/outbox/completion.ts';
import type { Entry, Item } from '#web/lib/outbox/entry.ts';
import { createItems } from '#web/lib/outbox/items.ts';
import type { Keeper } from '#web/lib/outbox/keeper.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';
import { nextToSend } from '#web/lib/outbox/order.ts';
import { createRuns } from '#web/lib/outbox/runs.ts';

interface NewEntry<Payload> {
  /** Chosen here when left out. */
  id?: string;
  thing: string;
  payload: Payload;
  files?: readonly Blob[];
}

export type Outbox = ReturnType<typeof createOutbox>;

const untried = { sentBytes: 0, error: null, interrupted: false, refused: false } as const;

/** An entry of an earlier page; a manual one shows why it failed there. */
const restoredItem = (entry: Entry, files: readonly Blob[], manual: boolean): Item => {
  const error = manual ? (entry.failure ?? null) : null;
  const stage = !manual ? 'queued' : error === null ? 'ready' : 'failed';
  return { ...untried, entry, files, stage, error, kept: true, fromDevice: true, restored: manual };
};

interface OutboxOptions {
  /** Whether this person is still the one who is signed in; checked before a refusal is believed. */
  isSignedIn?: (owner: string) => Promise<boolean>;
}

/**
 * Sends the changes that a person makes on this device, and keeps them on it until the server has them: each is written
 * down, sent by its kind, tried again after what passes by itself, and forgotten once it is saved.
 */
export function createOutbox(keeper: Keeper, { isSignedIn = async () => true }: OutboxOptions = {}) {
  const kinds = new Map<string, Kind>();
  const items = createItems();
  const kindOf = ({ entry }: Item) => kinds.get(entry.kind);
  const runs = createRuns({
    items,
    keeper,
    isSignedIn,
    retry: (id) => actions.start(id),
    onEnd(kind, { thing }, outcome) {
      if ('saved' in outcome) completion.add(kind, thing, outcome.saved);
      advance(kind, thing);
    },
  });
  const completion = createCompletion(items, runs.any);
  const actions = createActions({ items, runs, keeper, kindOf, advance });
  let owner: string | null = null;
  let newest = 0;

  /** Starts what may start now, and notices what is complete. */
  function advance(kind: Kind, thing: string) {
    for (let next = nextToSend(items.of(thing), kindOf); next; next = nextToSend(items.of(thing), kindOf))
      void runs.run(next.kind, next.item);
    completion.check(kind, thing);
  }

  async function loadEntry(entry: Entry, kind: Kind) {
    const files = kind.readsItsFiles ? [] : await keeper.filesOf(entry.id);
    if (owner !== entry.owner || items.find(entry.id)) return;
    items.add(restoredItem(entry, files, kind.manual ?? false));
    advance(kind, entry.thing);
  }

  /** Loads what earlier pages left of these kinds. */
  async function load(wanted: (kind: Kind) => boolean) {
    if (owner === null) return;
    for (const entry of await keeper.entriesOf(owner)) {
      newest = Math.max(newest, entry.createdAt);
      const kind = kinds.get(entry.kind);
      if (!kind || !wanted(kind)) continue;
      await loadEntry(entry, kind).catch((error: unknown) => {
        // It stays there for the next page.
        console.warn('What this device keeps could not be read', error);
      });
    }
  }

  return {
    of: items.of,
    subscribe: items.subscribe,
    clear: completion.clear,
    /** Whether closing the page would lose a change: the device has no room for it, or its files are too large to keep. */
    wouldLoseChanges: () =>
      items.all().some((item) => item.stage !== 'saved' && !item.kept && !kindOf(item)?.readsItsFiles),
    ...actions,
    /** Adds a kind, unless it was added before, and loads what earlier pages left of it. */
    register<Payload, Saved>(kind: Kind<Payload, Saved>) {
      const existing = kinds.get(kind.name);
      if (existing === kind) return;
      if (existing) throw new Error(`There are two kinds named ${kind.name}`);
      kinds.set(kind.name, kind);
      void load(({ name }) => name === kind.name);
    },
    /** Continues what this person left on the device; what another person left stays there for them. */
    async open(userId: string) {
      if (owner === userId) return;
      runs.abandonAll();
      completion.reset();
      items.drop(items.all());
      owner = userId;
      await load(() => true);
    },
    /** Adds a change, and sends it at once unless its kind waits for a person. Answers its id. */
    add<Payload, Saved>(kind: Kind<Payload, Saved>, { id, thing, payload, files = [] }: NewEntry<Payload>): string {
      if (owner === null) throw new Error('Nobody is signed in');
      // A clock that was set back, or two changes in one millisecond, must not change their order.
      const createdAt = (newest = Math.max(Date.now(), newest + 1));
      const entry: Entry = { id: id ?? crypto.randomUUID(), kind: kind.name, owner, thing, payload, createdAt };
      const kept = files.filter(({ size }) => size <= (kind.keptBytes ?? Infinity));
      const stage = kind.manual ? 'ready' : 'queued';
      items.add({ ...untried, entry, files, stage, kept: false, fromDevice: false, restored: false });
      void keeper.keep(entry, kept).then((written) => {
        items.change(entry.id, { kept: written && kept.length === files.length });
      });
      advance(kind, thing);
      return entry.id;
    },
    /** Continues after the connection or the session is back. */
    resume() {
      for (const item of items.all())
        if (item.stage === 'failed' && !item.refused && !kindOf(item)?.manual) actions.start(item.entry.id);
      void load(({ readsItsFiles }) => readsItsFiles ?? false);
    },
  };
}
