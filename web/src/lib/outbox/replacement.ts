import { isRunning, type Entry, type Item } from '#web/lib/outbox/entry.ts';
import type { Items } from '#web/lib/outbox/items.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';

const replaces = (kind: Kind, newer: Entry, older: Entry): boolean =>
  newer.kind === older.kind &&
  newer.createdAt > older.createdAt &&
  (kind.replaces?.(newer.payload, older.payload) ?? false);

/** Whether a newer entry replaces this one. */
export const isReplaced = (items: Items, kind: Kind, entry: Entry): boolean =>
  items.of(entry.parent).some((other) => replaces(kind, other.entry, entry));

/** The older entries that this one replaces, except one that is being sent. */
export const replacedBy = (items: Items, kind: Kind, entry: Entry): Item[] =>
  items
    .of(entry.parent)
    .filter((item) => item.stage !== 'saved' && !isRunning(item) && replaces(kind, entry, item.entry));
