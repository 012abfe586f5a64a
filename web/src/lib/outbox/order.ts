import { isRunning, type Item } from '#web/lib/outbox/entry.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';

/** The first entry of a parent's list that may be sent now, with its kind. */
export function nextToSend<K extends Pick<Kind, 'concurrency' | 'inOrder'>>(
  items: readonly Item[],
  kindOf: (item: Item) => K | undefined,
  waitsForOthers: (item: Item) => boolean = () => false,
): { item: Item; kind: K } | null {
  // In an ordered kind, an unsaved entry blocks the ones after it.
  let blocked = false;
  for (const item of items) {
    const kind = kindOf(item);
    if (!kind) continue;
    if (item.stage === 'queued' && !(kind.inOrder && blocked) && !waitsForOthers(item)) {
      const running = items.filter((other) => other.entry.kind === item.entry.kind && isRunning(other));
      if (running.length < kind.concurrency) return { item, kind };
    }
    if (kind.inOrder && item.stage !== 'saved') blocked = true;
  }
  return null;
}

/**
 * The ids that a new entry of this list waits for: those in `after`, and the unsaved entries that lead all later
 * ones.
 */
export function awaited(
  after: readonly string[] = [],
  items: readonly Item[],
  kindOf: (item: Item) => Kind | undefined,
): { after?: string[] } {
  const leading = items.filter((item) => item.stage !== 'saved' && kindOf(item)?.leads?.(item.entry.payload));
  const ids = new Set([...after, ...leading.map(({ entry }) => entry.id)]);
  return ids.size > 0 ? { after: [...ids] } : {};
}
