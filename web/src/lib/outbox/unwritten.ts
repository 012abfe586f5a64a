import type { Entry, Item } from '#web/lib/outbox/entry.ts';
import type { Items } from '#web/lib/outbox/items.ts';
import type { Keeper } from '#web/lib/outbox/keeper.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';

interface Parts {
  items: Items;
  keeper: Keeper;
  kindOf: (item: Item) => Kind | undefined;
}

/** Writes new entries to the device, and later those for which there was no room. */
export function createUnwritten({ items, keeper, kindOf }: Parts) {
  const unwritten = new Set<string>();
  let writing: Promise<void> = Promise.resolve();

  async function write(entry: Entry, files: readonly Blob[], kind: Pick<Kind, 'maxStoredBytes'>): Promise<boolean> {
    const kept = files.filter(({ size }) => size <= (kind.maxStoredBytes ?? Infinity));
    const written = await keeper.keep(entry, kept);
    const item = items.find(entry.id);
    if (written || !item) unwritten.delete(entry.id);
    else unwritten.add(entry.id);
    items.change(entry.id, { kept: written && kept.length === files.length });
    return written;
  }

  async function writeWaiting(): Promise<void> {
    for (const id of unwritten) {
      const item = items.find(id);
      const kind = item && kindOf(item);
      if (!item || !kind || item.stage === 'saved') unwritten.delete(id);
      else if (!(await write(item.entry, item.files, kind))) return;
    }
  }

  return {
    write,
    /** How many changes the device had no room for. */
    unwrittenCount: (): number =>
      [...unwritten].filter((id) => items.find(id)?.stage !== 'saved' && items.find(id)).length,
    /**
     * Whether closing the page would lose a change, because the device has no room for it or its files are too large
     * to keep.
     */
    wouldLoseChanges: (): boolean =>
      items.all().some((item) => item.stage !== 'saved' && !item.kept && !kindOf(item)?.readsItsFiles),
    /** Tries again to store the changes that had no room, because something was deleted. */
    writeAgain() {
      if (unwritten.size > 0) writing = writing.then(writeWaiting);
    },
  };
}
