import { t } from '#contract/language.ts';
import type { Dependencies } from '#web/lib/outbox/dependencies.ts';
import { isRunning, type Item } from '#web/lib/outbox/entry.ts';
import type { Items } from '#web/lib/outbox/items.ts';
import type { Keeper } from '#web/lib/outbox/keeper.ts';
import type { Comparison, Kind } from '#web/lib/outbox/kind.ts';
import type { Sender } from '#web/lib/outbox/sender.ts';

interface Parts {
  items: Items;
  sender: Sender;
  keeper: Keeper;
  dependencies: Dependencies;
  kindOf: (item: Item) => Kind | undefined;
  /** Starts the next entries of a parent and completes its batch. */
  advance: (kind: Kind, parent: string) => void;
}

/** The actions on entries that a person, or a page on their behalf, can take. */
export function createActions({ items, sender, keeper, dependencies, kindOf, advance }: Parts) {
  function advanceQueueOf(item: Item) {
    const kind = kindOf(item);
    if (kind) advance(kind, item.entry.parent);
  }

  /** Changes the entry if it is in one of these stages; returns whether it was. */
  function changeFrom(stages: readonly Item['stage'][], id: string, fields: Partial<Item>): boolean {
    const item = items.find(id);
    if (!item || !stages.includes(item.stage)) return false;
    items.change(id, fields);
    advanceQueueOf(item);
    return true;
  }

  /**
   * Sends an entry that is ready, paused or failed. It first sends the refused entries that this one waits for, and
   * no longer waits for removed ones.
   */
  function start(id: string) {
    dependencies.dropMissing(id);
    const item = items.find(id);
    for (const refused of item ? dependencies.refusedOf(item.entry) : []) start(refused);
    const queued = { stage: 'queued', error: null, refused: false, waiting: false, restored: false } as const;
    if (changeFrom(['ready', 'paused', 'failed'], id, queued)) dependencies.review(id);
  }

  return {
    start,
    /** Retries every failed entry that was not refused, except those of manual kinds, which a person starts. */
    retryFailed() {
      for (const item of items.all())
        if (item.stage === 'failed' && !item.refused && !kindOf(item)?.manual) start(item.entry.id);
    },
    /** Every item that the device still keeps. */
    all: items.all,
    /** The change's name in the list of waiting changes. */
    labelOf: (item: Item): string => kindOf(item)?.label?.(item.entry.payload) ?? t('Change'),
    /** Both versions of a change that somebody else has changed differently. */
    async compare(id: string): Promise<Comparison> {
      const item = items.find(id);
      const comparison = item && (await kindOf(item)?.compare?.(item.entry.payload));
      if (!comparison) throw new Error('There is nothing to compare');
      return comparison;
    },
    /** How many changes the server does not have yet. */
    unsentCount: () => items.all().filter(({ stage }) => stage !== 'saved').length,
    /** Stops sending; what the server has received is kept for when the entry is started again. */
    pause(id: string) {
      if (changeFrom(['preparing', 'sending'], id, { stage: 'paused' })) sender.stop(id);
    },
    /** Marks an entry as saved because the server lists it, although the answer may still be on its way. */
    markSaved(id: string) {
      if (changeFrom(['saving'], id, { stage: 'saved' })) void keeper.forget(id);
    },
    /** Cancels an entry on this device and, if its kind supports that, on the server. */
    remove(id: string) {
      const item = items.find(id);
      if (!item || item.stage === 'saved') return;
      sender.stop(id);
      items.drop([item]);
      void keeper.remove(id);
      dependencies.markMissing(id);
      kindOf(item)?.onRemoved?.(item, isRunning(item) || item.stage === 'paused');
      advanceQueueOf(item);
      dependencies.review(id);
    },
    /** Removes an entry from this page; the device keeps it for a later page. */
    leave(id: string) {
      const item = items.find(id);
      if (!item || item.stage === 'saved') return;
      sender.stop(id);
      items.drop([item]);
      void dependencies.markReleased(id);
    },
    /** Replaces the entry's payload. Returns false when the old payload may already have been sent. */
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
    showRestored({ name }: Kind, parent: string) {
      const list = items.of(parent).filter(({ entry }) => entry.kind === name);
      if (list.some((item) => item.stage === 'queued' || isRunning(item))) return;
      items.drop(list.filter(({ stage }) => stage === 'saved'));
      for (const { entry, stage } of list)
        items.change(entry.id, { restored: true, stage: stage === 'paused' ? 'ready' : stage });
    },
  };
}
