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
  settle: (kind: Kind, thing: string) => void;
}

/** What a person, or a page for them, does with an entry. */
export function createActions({ items, runs, keeper, kindOf, settle }: Parts) {
  function settleThingOf(item: Item) {
    const kind = kindOf(item);
    if (kind) settle(kind, item.entry.thing);
  }

  /** Changes the entry where it is in one of these stages, and goes on from there. */
  function from(stages: readonly Item['stage'][], id: string, fields: Partial<Item>): boolean {
    const item = items.find(id);
    if (!item || !stages.includes(item.stage)) return false;
    items.change(id, fields);
    settleThingOf(item);
    return true;
  }

  return {
    /** Sends what is held, paused or failed. */
    start(id: string) {
      from(['held', 'paused', 'failed'], id, { stage: 'waiting', error: null, restored: false });
    },
    /** Stops sending, and keeps what has arrived for when it is started again. */
    pause(id: string) {
      if (from(['preparing', 'sending'], id, { stage: 'paused' })) runs.stop(id);
    },
    /** The server has it, though the answer to sending it may still be on its way. */
    markSaved(id: string) {
      if (from(['saving'], id, { stage: 'saved' })) void keeper.forget(id);
    },
    /** Gives an entry up, here and, as far as its kind can, on the server. */
    remove(id: string) {
      const item = items.find(id);
      if (!item || item.stage === 'saved') return;
      runs.stop(id);
      items.drop([item]);
      void keeper.forget(id);
      kindOf(item)?.onRemoved?.(item, isRunning(item) || item.stage === 'paused');
      settleThingOf(item);
    },
    /** Stops with an entry on this page; what the device keeps of it is for a later one. */
    leave(id: string) {
      const item = items.find(id);
      if (!item || item.stage === 'saved') return;
      runs.stop(id);
      items.drop([item]);
    },
    /** Writes down anew what an entry says. */
    update(id: string, payload: unknown) {
      const changed = items.changeEntry(id, { payload });
      if (changed) void keeper.update(changed.entry);
    },
    /** Gives an entry the files that the device did not keep. */
    attach(id: string, files: readonly Blob[]) {
      items.change(id, { files });
    },
    /** Lets what waits for a person wait as after a reload: nobody looks at it any more. */
    park(thing: string) {
      const waiting = items.of(thing).filter((item) => kindOf(item)?.manual && item.stage !== 'saved');
      if (waiting.some((item) => item.stage === 'waiting' || isRunning(item))) return;
      for (const { entry, stage } of waiting)
        items.change(entry.id, { restored: true, stage: stage === 'paused' ? 'held' : stage });
    },
  };
}
