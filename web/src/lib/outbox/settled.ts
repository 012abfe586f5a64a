import { outbox } from '#web/lib/outbox/device-outbox.ts';
import type { Item } from '#web/lib/outbox/entry.ts';

/**
 * How the first attempt to send a change ended. `kept`: it stays on the device and waits for a connection or for
 * other changes.
 */
export type Outcome = 'saved' | 'kept' | 'refused';

function outcomeOf(item: Item | undefined): Outcome | null {
  if (!item || item.stage === 'saved') return 'saved';
  if (item.stage === 'failed') return item.refused ? 'refused' : 'kept';
  return item.stage === 'queued' ? 'kept' : null;
}

/**
 * Resolves once a change is saved, refused, or kept for later. A refused change is removed, because its screen shows
 * the refusal at once.
 */
export function settled(id: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const unsubscribe = outbox.subscribe(check);
    function check() {
      const outcome = outcomeOf(outbox.all().find(({ entry }) => entry.id === id));
      if (outcome === null) return;
      unsubscribe();
      if (outcome === 'refused') outbox.remove(id);
      resolve(outcome);
    }
    check();
  });
}
