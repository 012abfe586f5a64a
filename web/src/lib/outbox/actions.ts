import { isRunning, type Item } from '#web/lib/outbox/entry.ts';
import type { Items } from '#web/lib/outbox/items.ts';
import type { Keeper } from '#web/lib/outbox/keeper.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';
import type { Runs } from '#web/lib/outbox/runs.ts';

interface Parts {
  items: Items;
  runs: Runs;
  keeper: Keeper;
  kindOf: (item: Item) => Kind | undefined;
  /** Starts what may start now in a thing, and notices what is complete. */
  advance: (kind: Kind, thing: string) => void;
}

/** What a person, or a page on their behalf, does with an entry. */
export function createActions({ items, runs, keeper, kindOf, advance }: Parts) {
  function advanceThingOf(item: Item) {
    const kind = kindOf(item);
    if (kind) advance(kind, item.entry.thing);
  }

  /** Changes the entry if it is in one of these stages; answers whether it was. */
  function changeFrom(stages: readonly Item['stage'][], id: string, fields: Partial<Item>): boolean {
    const item = items.find(id);
    if (!item || !stages.includes(item.stage)) return false;
    items.change(id, fields);
    advanceThingOf(item);
    return true;
  }

  return {
    /** Sends what is ready, paused or failed. */
    start(id: string) {
      changeFrom(['ready', 'paused', 'failed'], id, { stage: 'queued', error: null, restored: false });
    },
    /** Stops sending, and keeps what has arrived for when it is started again. */
    pause(id: string) {
      if (changeFrom(['preparing', 'sending'], id, { stage: 'paused' })) runs.stop(id);
    },
    /** The server has it, though the answer to sending it may still be on its way. */
    markSaved(id: string) {
      if (changeFrom(['saving'], id, { stage: 'saved' })) void keeper.forget(id);
    },
    /** Cancels an entry: on this device and, as far as its kind can, on the server. */
    remove(id: string) {
      const item = items.find(id);
      if (!item || item.stage === 'saved') return;
      runs.stop(id);
      items.drop([item]);
      void keeper.forget(id);
      kindOf(item)?.onRemoved?.(item, isRunning(item) || item.stage === 'paused');
      advanceThingOf(item);
    },
    /** Takes an entry off this page's list; what the device keeps of it is for a later page. */
    leave(id: string) {
      const item = items.find(id);
      if (!item || item.stage === 'saved') return;
      runs.stop(id);
      items.drop([item]);
    },
    /** Writes the entry's payload anew. Returns false when it may already have been sent with the payload before. */
    update(id: string, payload: unknown): boolean {
      const item = items.find(id);
      if (!item || item.stage === 'saving' || item.stage === 'saved') return false;
      if (isRunning(item) && !kindOf(item)?.changesWhileSent) return false;
      const changed = items.changeEntry(id, { payload });
      if (changed) void keeper.update(changed.entry);
      return true;
    },
    /** Adds the files that the device did not keep. */
    attach(id: string, files: readonly Blob[]) {
      items.change(id, { files, kept: false });
    },
    /** Marks the entries of a list as restored, as a page that loads later would, unless one of them is being sent. */
    showRestored({ name }: Kind, thing: string) {
      const list = items.of(thing).filter(({ entry }) => entry.kind === name);
      if (list.some((item) => item.stage === 'queued' || isRunning(item))) return;
      items.drop(list.filter(({ stage }) => stage === 'saved'));
      for (const { entry, stage } of list)
        items.change(entry.id, { restored: true, stage: stage === 'paused' ? 'ready' : stage });
    },
  };
}
