import { missingDependencies, type Entry, type Item } from '#web/lib/outbox/entry.ts';
import type { Items } from '#web/lib/outbox/items.ts';
import type { Keeper } from '#web/lib/outbox/keeper.ts';
import { MissingDependency } from '#web/lib/outbox/kind.ts';

/**
 * Throws when an awaited entry was removed by another page, which has marked that on the device. Otherwise an awaited
 * entry that is gone from this page's list was saved.
 */
export async function requireDependencies(keeper: Keeper, { id, after }: Entry): Promise<void> {
  if (!after?.length) return;
  const kept = await keeper.find(id);
  if (kept && missingDependencies(kept).length > 0) throw new MissingDependency(kept.missing ?? []);
}

export type Dependencies = ReturnType<typeof createDependencies>;

/**
 * Manages entries that wait for others through `after`. They are sent once those are saved, and fail when one of them
 * never will be.
 */
export function createDependencies(items: Items, keeper: Keeper, advance: (item: Item) => void) {
  /** Ids of entries that are stored on this device but missing from this page's list. */
  let elsewhere = new Set<string>();

  const waitingFor = (id: string): Item[] =>
    items.all().filter(({ entry, stage }) => stage !== 'saved' && entry.after?.includes(id));
  const refusedOf = ({ after = [] }: Entry): string[] => after.filter((id) => items.find(id)?.refused);
  const cannotBeSent = (entry: Entry): boolean => missingDependencies(entry).length > 0 || refusedOf(entry).length > 0;

  /**
   * Fails a queued entry that can no longer be sent, and queues a failed one that can be sent again. Returns whether
   * anything changed.
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

  /**
   * Updates the entries that wait for this one, directly or through others. Call it when an entry's state has
   * changed.
   */
  function review(id: string) {
    for (const item of waitingFor(id)) {
      if (updateStage(item)) review(item.entry.id);
      advance(item);
    }
  }

  return {
    review,
    updateStage,
    refusedOf,
    isWaiting: ({ entry }: Item): boolean =>
      cannotBeSent(entry) ||
      (entry.after ?? []).some((id) => {
        const other = items.find(id);
        return other ? other.stage !== 'saved' : elsewhere.has(id);
      }),
    /** Records the ids of entries that are stored on the device but not loaded by this page. */
    markStored(ids: readonly string[]) {
      elsewhere = new Set(ids.filter((id) => !items.find(id)));
    },
    /** Records that the entry is now in this page's list. */
    markLoaded: (id: string) => void elsewhere.delete(id),
    /** Records that another page now handles the entry; unless it has finished, the entry may still be sent. */
    async markReleased(id: string) {
      if (await keeper.has(id)) elsewhere.add(id);
    },
    /** Records that the entry was saved after an earlier refusal. */
    restore(id: string) {
      for (const { entry } of waitingFor(id)) {
        const { missing = [] } = entry;
        if (!missing.includes(id)) continue;
        const changed = items.changeEntry(entry.id, { missing: missing.filter((other) => other !== id) });
        if (changed) void keeper.update(changed.entry);
      }
    },
    /** Records that the entry will never be saved. */
    markMissing(id: string) {
      for (const { entry } of waitingFor(id)) items.changeEntry(entry.id, { missing: [...(entry.missing ?? []), id] });
    },
    /** Drops the missing entries from `after`, because a person chose to send this one without them. */
    dropMissing(id: string) {
      const entry = items.find(id)?.entry;
      if (!entry || missingDependencies(entry).length === 0) return;
      const lost = missingDependencies(entry);
      const changed = items.changeEntry(id, { after: entry.after?.filter((other) => !lost.includes(other)) });
      if (changed) void keeper.update(changed.entry);
    },
  };
}
