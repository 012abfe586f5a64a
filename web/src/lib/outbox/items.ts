import type { Entry, Item } from '#web/lib/outbox/entry.ts';

const none: readonly Item[] = [];

/** The state of an item that has not been sent yet. */
export const unsentState = {
  sentBytes: 0,
  error: null,
  interrupted: false,
  refused: false,
  conflict: false,
  waiting: false,
} as const;

export type Items = ReturnType<typeof createItems>;

/** Immutable lists of entries by parent, oldest first. */
export function createItems() {
  const lists = new Map<string, readonly Item[]>();
  const parentOf = new Map<string, string>();
  const listeners = new Set<() => void>();
  let listed: readonly Item[] | null = null;

  const of = (parent: string): readonly Item[] => lists.get(parent) ?? none;
  const find = (id: string): Item | undefined => of(parentOf.get(id) ?? '').find(({ entry }) => entry.id === id);

  function set(parent: string, items: readonly Item[]) {
    if (items.length > 0) lists.set(parent, items);
    else lists.delete(parent);
    listed = null;
    for (const listener of listeners) listener();
  }

  /** Changes an item if it is still there; returns the changed item. */
  function change(id: string, fields: Partial<Item>): Item | undefined {
    const item = find(id);
    if (!item) return undefined;
    const changed = { ...item, ...fields };
    set(
      item.entry.parent,
      of(item.entry.parent).map((each) => (each === item ? changed : each)),
    );
    return changed;
  }

  return {
    of,
    find,
    change,
    /** Notifies the listeners of a change outside the items. */
    announce() {
      for (const listener of listeners) listener();
    },
    /** Returns the same array until something changes. */
    all: (): readonly Item[] => (listed ??= [...lists.values()].flat()),
    changeEntry(id: string, fields: Partial<Entry>): Item | undefined {
      const item = find(id);
      return item && change(id, { entry: { ...item.entry, ...fields } });
    },
    add(item: Item) {
      const { id, parent } = item.entry;
      parentOf.set(id, parent);
      set(
        parent,
        [...of(parent), item].sort((a, b) => a.entry.createdAt - b.entry.createdAt),
      );
    },
    drop(dropped: readonly Item[]) {
      const ids = new Set(dropped.map(({ entry }) => entry.id));
      for (const id of ids) parentOf.delete(id);
      for (const parent of new Set(dropped.map(({ entry }) => entry.parent)))
        set(
          parent,
          of(parent).filter(({ entry }) => !ids.has(entry.id)),
        );
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
