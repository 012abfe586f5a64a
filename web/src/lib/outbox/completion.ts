import { isRunning, type Item } from '#web/lib/outbox/entry.ts';
import type { Items } from '#web/lib/outbox/items.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';

/** How long, in ms, saved entries stay in their list. */
const clearDelay = 1500;

/** When nothing in a list is left to send, tells its kind once and clears the list after a short delay. */
export function createCompletion(items: Items, isAnswering: (parent: string, kind: string) => boolean) {
  const saved = new Map<string, unknown[]>();
  const clearings = new Map<string, ReturnType<typeof setTimeout>>();
  const itemsOf = (kind: Kind, parent: string): Item[] =>
    items.of(parent).filter(({ entry }) => entry.kind === kind.name);

  function clear(kind: Kind, parent: string) {
    const list = itemsOf(kind, parent);
    const done = list.filter(({ stage }) => stage === 'saved');
    if (!kind.clearsTogether || done.length === list.length) items.drop(done);
  }

  return {
    clear,
    add(kind: Kind, parent: string, record: unknown) {
      const key = `${kind.name} ${parent}`;
      saved.set(key, [...(saved.get(key) ?? []), record]);
    },
    check(kind: Kind, parent: string) {
      const key = `${kind.name} ${parent}`;
      clearTimeout(clearings.get(key));
      clearings.delete(key);
      const list = itemsOf(kind, parent);
      if (list.some((item) => item.stage === 'queued' || isRunning(item))) return;
      if (list.length > 0)
        clearings.set(
          key,
          setTimeout(() => clear(kind, parent), clearDelay),
        );
      const records = saved.get(key);
      if (!records || isAnswering(parent, kind.name)) return;
      saved.delete(key);
      kind.onBatchDone?.(records);
    },
    reset() {
      for (const clearing of clearings.values()) clearTimeout(clearing);
      clearings.clear();
      saved.clear();
    },
  };
}

export type Completion = ReturnType<typeof createCompletion>;
