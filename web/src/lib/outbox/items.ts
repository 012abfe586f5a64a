import type { Entry, Item } from '#web/lib/outbox/entry.ts';

const none: readonly Item[] = [];

export type Items = ReturnType<typeof createItems>;

/** The entries on their way, by thing and in the order in which they were made; each list is a new one when it changes. */
export function createItems() {
  const things = new Map<string, readonly Item[]>();
  const thingOf = new Map<string, string>();
  const listeners = new Set<() => void>();

  const of = (thing: string): readonly Item[] => things.get(thing) ?? none;
  const find = (id: string): Item | undefined => of(thingOf.get(id) ?? '').find(({ entry }) => entry.id === id);

  function set(thing: string, items: readonly Item[]) {
    if (items.length > 0) things.set(thing, items);
    else things.delete(thing);
    for (const listener of listeners) listener();
  }

  /** Changes an item, if it is still there; answers it as it is then. */
  function change(id: string, fields: Partial<Item>): Item | undefined {
    const item = find(id);
    if (!item) return undefined;
    const changed = { ...item, ...fields };
    set(
      item.entry.thing,
      of(item.entry.thing).map((each) => (each === item ? changed : each)),
    );
    return changed;
  }

  return {
    of,
    find,
    change,
    all: (): Item[] => [...things.values()].flat(),
    changeEntry(id: string, fields: Partial<Entry>): Item | undefined {
      const item = find(id);
      return item && change(id, { entry: { ...item.entry, ...fields } });
    },
    add(item: Item) {
      const { id, thing } = item.entry;
      thingOf.set(id, thing);
      set(
        thing,
        [...of(thing), item].sort((a, b) => a.entry.createdAt - b.entry.createdAt),
      );
    },
    drop(dropped: readonly Item[]) {
      const ids = new Set(dropped.map(({ entry }) => entry.id));
      for (const id of ids) thingOf.delete(id);
      for (const thing of new Set(dropped.map(({ entry }) => entry.thing)))
        set(
          thing,
          of(thing).filter(({ entry }) => !ids.has(entry.id)),
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
