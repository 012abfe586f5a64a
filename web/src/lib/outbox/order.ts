import { isRunning, type Item } from '#web/lib/outbox/entry.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';

/** The first entry of a thing's list that may be sent now, with its kind. */
export function nextToSend<K extends Pick<Kind, 'atOnce' | 'inOrder'>>(
  items: readonly Item[],
  kindOf: (item: Item) => K | undefined,
): { item: Item; kind: K } | null {
  // Behind an entry in order that is not saved, none in order may start.
  let blocked = false;
  for (const item of items) {
    const kind = kindOf(item);
    if (!kind) continue;
    if (item.stage === 'queued' && !(kind.inOrder && blocked)) {
      const running = items.filter((other) => other.entry.kind === item.entry.kind && isRunning(other));
      if (running.length < kind.atOnce) return { item, kind };
    }
    if (kind.inOrder && item.stage !== 'saved') blocked = true;
  }
  return null;
}
