import { missingDependencies, type Entry, type Item } from '#web/lib/outbox/entry.ts';
import type { Items } from '#web/lib/outbox/items.ts';
import type { Keeper } from '#web/lib/outbox/keeper.ts';
import { MissingDependency } from '#web/lib/outbox/kind.ts';

/**
 * A dependency left this page's list: it was saved, or another page removed it and marked that on the device.
 */
export async function requireDependencies(keeper: Keeper, { id, after }: Entry): Promise<void> {
  if (!after?.length) return;
  const kept = await keeper.find(id);
  if (kept && missingDependencies(kept).length > 0) throw new MissingDependency(kept.missing ?? []);
}

export type Dependencies = ReturnType<typeof createDependencies>;

/** Entries that wait for others by `after`: sent once those are saved, and shown as failed when one never will be. */
export function createDependencies(items: Items, keeper: Keeper, advance: (item: Item) => void) {
  /** Ids of entries that are on this device and not in this page's list. */
  let elsewhere = new Set<string>();

  const waitingFor = (id: string): Item[] =>
    items.all().filter(({ entry, stage }) => stage !== 'saved' && entry.after?.includes(id));
  const refusedOf = ({ after = [] }: Entry): string[] => after.filter((id) => items.find(id)?.refused);
  const cannotBeSent = (entry: Entry): boolean => missingDependencies(entry).length > 0 || refusedOf(entry).length > 0;

  /**
   * Fails the entries that can no longer be sent, and queues those that can be again. Returns whether anything changed.
   */
  function updateStage({ entry, stage, refused }: Item): boolean {
    const isBlocked = cannotBeSent(entry);
    if (isBlocked && stage === 'queued') {
      const error = new MissingDependency([]).message;
      items.change(entry.id, { stage: 'failed', error, refused: true });
      return true;
    }
    if (isBlocked || stage !== 'failed' || !refused) return false;
    items.change(entry.id, { stage: 'queued', error: null, refused: false });
    return true;
  }

  /** Call it when an entry's state has changed: reviews the entries that wait for it, directly or through others. */
  function review(id: string) {
    for (const item of waitingFor(id)) {
      if (updateStage(item)) review(item.entry.id);
      advance(item);
    }
  }

  return {
    review,
    judge: updateStage,
    refusedOf,
    isWaiting: ({ entry }: Item): boolean =>
      cannotBeSent(entry) ||
      (entry.after ?? []).some((id) => {
        const other = items.find(id);
        return other ? other.stage !== 'saved' : elsewhere.has(id);
      }),
    /** Records ids stored on the device but not loaded here. */
    markStored(ids: readonly string[]) {
      elsewhere = new Set(ids.filter((id) => !items.find(id)));
    },
    /** The entry is in this page's list now. */
    markLoaded: (id: string) => void elsewhere.delete(id),
    /** The entry was left to another page; unless it was finished there, it may still be sent. */
    async markReleased(id: string) {
      if (await keeper.has(id)) elsewhere.add(id);
    },
    /** The entry was saved after an earlier refusal. */
    restore(id: string) {
      for (const { entry } of waitingFor(id)) {
        const { missing = [] } = entry;
        if (!missing.includes(id)) continue;
        const changed = items.changeEntry(entry.id, { missing: missing.filter((other) => other !== id) });
        if (changed) void keeper.update(changed.entry);
      }
    },
    /** The entry will never be saved. */
    markMissing(id: string) {
      for (const { entry } of waitingFor(id)) items.changeEntry(entry.id, { missing: [...(entry.missing ?? []), id] });
    },
    /** A person chose to send the entry without the missing ones. */
    dropMissing(id: string) {
      const entry = items.find(id)?.entry;
      if (!entry || missingDependencies(entry).length === 0) return;
      const lost = missingDependencies(entry);
      const changed = items.changeEntry(id, { after: entry.after?.filter((other) => !lost.includes(other)) });
      if (changed) void keeper.update(changed.entry);
    },
  };
}
