import { createActions } from '#web/lib/outbox/actions.ts';
import { createDoneThings } from '#web/lib/outbox/done-things.ts';
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

/** An entry of an earlier page: one that waits for a person says why it failed there. */
const restoredItem = (entry: Entry, files: readonly Blob[], manual: boolean): Item => {
  const error = manual ? (entry.failure ?? null) : null;
  const stage = !manual ? 'waiting' : error === null ? 'held' : 'failed';
  return { ...untried, entry, files, stage, error, kept: true, restored: manual };
};

/**
 * Sends the changes that a person makes on this device, and keeps them on it until the server has them: each is written
 * down, sent by its kind, tried again after what passes by itself, and forgotten once it is saved.
 */
export function createOutbox(keeper: Keeper) {
  const kinds = new Map<string, Kind>();
  const items = createItems();
  const kindOf = ({ entry }: Item) => kinds.get(entry.kind);
  const runs = createRuns(items, keeper, (kind, { thing }, outcome) => {
    if ('saved' in outcome) done.add(kind, thing, outcome.saved);
    settle(kind, thing);
  });
  const done = createDoneThings(items, runs.any);
  const actions = createActions({ items, runs, keeper, kindOf, settle });
  let owner: string | null = null;

  /** Starts what may start now, and notices what is through. */
  function settle(kind: Kind, thing: string) {
    for (let next = nextToSend(items.of(thing), kindOf); next; next = nextToSend(items.of(thing), kindOf))
      void runs.run(next.kind, next.item);
    done.check(kind, thing);
  }

  async function loadEntry(entry: Entry, kind: Kind) {
    if (kind.keptFor !== undefined && Date.now() - entry.createdAt > kind.keptFor) return keeper.forget(entry.id);
    const files = kind.readsItsFiles ? [] : await keeper.filesOf(entry.id);
    if (owner !== entry.owner || items.find(entry.id)) return;
    items.add(restoredItem(entry, files, kind.manual ?? false));
    settle(kind, entry.thing);
  }

  /** Takes in what earlier pages left of these kinds. */
  async function load(wanted: (kind: Kind) => boolean) {
    if (owner === null) return;
    for (const entry of await keeper.entriesOf(owner)) {
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
    clear: done.clear,
    ...actions,
    /** Makes a kind known, and takes in what earlier pages left of it. */
    register<Payload, Saved>(kind: Kind<Payload, Saved>) {
      if (kinds.has(kind.name)) throw new Error(`There are two kinds named ${kind.name}`);
      kinds.set(kind.name, kind);
      void load(({ name }) => name === kind.name);
    },
    /** Goes on with what this person left on the device; what another person left stays there for them. */
    async open(userId: string) {
      if (owner === userId) return;
      runs.abandonAll();
      done.reset();
      items.drop(items.all());
      owner = userId;
      await load(() => true);
    },
    /** Takes a change, and sends it at once unless its kind waits for a person. Answers its id. */
    add<Payload, Saved>(kind: Kind<Payload, Saved>, { id, thing, payload, files = [] }: NewEntry<Payload>): string {
      if (owner === null) throw new Error('Nobody is signed in');
      const createdAt = Date.now();
      const entry: Entry = { id: id ?? crypto.randomUUID(), kind: kind.name, owner, thing, payload, createdAt };
      const kept = files.filter(({ size }) => size <= (kind.keptBytes ?? Infinity));
      items.add({ ...untried, entry, files, stage: kind.manual ? 'held' : 'waiting', kept: false, restored: false });
      void keeper.keep(entry, kept).then((written) => {
        items.change(entry.id, { kept: written && kept.length === files.length });
      });
      settle(kind, thing);
      return entry.id;
    },
    /** Goes on after the connection or the session is back. */
    resume() {
      for (const item of items.all())
        if (item.stage === 'failed' && !item.refused && !kindOf(item)?.manual) actions.start(item.entry.id);
      void load(({ readsItsFiles }) => readsItsFiles ?? false);
    },
  };
}
