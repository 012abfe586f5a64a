import type { Item } from '#web/lib/outbox/entry.ts';
import type { Items } from '#web/lib/outbox/items.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';

/** Whether this person's large changes have to wait for a cheaper connection. */
export type Hold = (owner: string) => boolean;

interface Parts {
  items: Items;
  hold: Hold;
  kindOf: (item: Item) => Kind | undefined;
  advance: (kind: Kind, parent: string) => void;
}

/** Manages the changes with files that wait for a cheaper connection. */
export function createHeld({ items, hold, kindOf, advance }: Parts) {
  const isHeld = (item: Item): boolean =>
    item.stage === 'queued' && (kindOf(item)?.waitsForWifi?.(item) ?? false) && hold(item.entry.owner);
  return {
    isHeld,
    heldCount: (): number => items.all().filter(isHeld).length,
    /** Call it when the result of `hold` may have changed. */
    reviewHeld() {
      for (const item of items.all()) {
        const kind = item.stage === 'queued' ? kindOf(item) : undefined;
        if (kind) advance(kind, item.entry.parent);
      }
      items.announce();
    },
  };
}
