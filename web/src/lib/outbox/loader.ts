import type { Dependencies } from '#web/lib/outbox/dependencies.ts';
import { missingDependencies, type Entry, type Item } from '#web/lib/outbox/entry.ts';
import { unsentState, type Items } from '#web/lib/outbox/items.ts';
import type { Keeper } from '#web/lib/outbox/keeper.ts';
import { MissingDependency, type Kind } from '#web/lib/outbox/kind.ts';

interface Parts {
  items: Items;
  keeper: Keeper;
  dependencies: Dependencies;
  kinds: ReadonlyMap<string, Kind>;
  /** The person whose changes this page shows; null when nobody is signed in. */
  currentOwner: () => string | null;
  /** Called with the time of each stored entry, including those that are not loaded. */
  onFound: (createdAt: number) => void;
  advance: (kind: Kind, parent: string) => void;
}

/** An item for an entry of an earlier page; one of a manual kind shows why it failed there. */
const restoredItem = (entry: Entry, files: readonly Blob[], manual: boolean): Item => {
  const refused = missingDependencies(entry).length > 0;
  const error = refused ? new MissingDependency([]).message : manual ? (entry.failure ?? null) : null;
  const stage = error !== null ? 'failed' : manual ? 'ready' : 'queued';
  return { ...unsentState, entry, files, stage, error, refused, kept: true, fromDevice: true, restored: manual };
};

/** Loads the entries that earlier pages left on the device. */
export function createLoader({ items, keeper, dependencies, kinds, currentOwner, onFound, advance }: Parts) {
  async function loadEntry(entry: Entry, kind: Kind) {
    const files = kind.readsItsFiles ? [] : await keeper.filesOf(entry.id);
    if (currentOwner() !== entry.owner || items.find(entry.id)) return;
    items.add(restoredItem(entry, files, kind.manual ?? false));
    dependencies.markLoaded(entry.id);
    advance(kind, entry.parent);
    dependencies.review(entry.id);
  }

  return {
    /** Loads the entries of these kinds. */
    async load(wanted: (kind: Kind) => boolean): Promise<void> {
      const owner = currentOwner();
      if (owner === null) return;
      const entries = await keeper.entriesOf(owner);
      dependencies.markStored(entries.map(({ id }) => id));
      for (const entry of entries) {
        onFound(entry.createdAt);
        const kind = kinds.get(entry.kind);
        if (!kind || !wanted(kind)) continue;
        await loadEntry(entry, kind).catch((error: unknown) => {
          // The entry stays on the device for the next page.
          console.warn('The data stored on this device could not be read', error);
        });
      }
    },
  };
}
