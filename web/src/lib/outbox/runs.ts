import { isRunning, type Entry, type Item } from '#web/lib/outbox/entry.ts';
import type { Items } from '#web/lib/outbox/items.ts';
import type { Keeper } from '#web/lib/outbox/keeper.ts';
import { isInterruption, isRefusal, TakenElsewhere, type Attempt, type Kind } from '#web/lib/outbox/kind.ts';

/** The reason given to runs of a person who is no longer here: their results concern nobody. */
const abandoned = new DOMException('Another person uses this page', 'AbortError');

export type Runs = ReturnType<typeof createRuns>;

type Outcome = { saved: unknown } | { error: unknown };

/** Runs the tries to send entries, and writes down how each ends. `onEnd` hears of every end. */
export function createRuns(items: Items, keeper: Keeper, onEnd: (kind: Kind, entry: Entry, outcome: Outcome) => void) {
  const running = new Map<string, { stop: AbortController; item: Item }>();

  function attemptOf({ entry: first, files }: Item, signal: AbortSignal): Attempt<unknown> {
    const { id } = first;
    const whileRunning = (fields: Partial<Item>) => {
      const item = items.find(id);
      if (item && isRunning(item) && !signal.aborted) items.change(id, fields);
    };
    return {
      entry: () => items.find(id)?.entry ?? first,
      files,
      signal,
      enter: (stage) => whileRunning({ stage }),
      progress: (sentBytes) => whileRunning({ sentBytes }),
      checkpoint(checkpoint) {
        const changed = items.changeEntry(id, { checkpoint });
        if (changed) void keeper.update(changed.entry);
      },
    };
  }

  function fail(kind: Kind, id: string, error: unknown) {
    const item = items.find(id);
    // The server may have listed it as saved before this answer was lost.
    if (!item || item.stage === 'saved') return;
    if (error instanceof TakenElsewhere) return items.drop([item]);
    const refused = isRefusal(error);
    const kept = item.kept && !(refused && kind.forgetsRefused);
    const failure = kind.problem(error);
    console.warn(`A ${kind.name} was not sent: ${failure}`, error);
    const entry = { ...item.entry, failure };
    items.change(id, { entry, stage: 'failed', error: failure, interrupted: isInterruption(error), refused, kept });
    if (refused && kind.forgetsRefused) void keeper.forget(id);
    else void keeper.update(entry);
    kind.onFailed?.(item, error);
  }

  async function run(kind: Kind, item: Item): Promise<void> {
    const { id } = item.entry;
    const stop = new AbortController();
    running.set(id, { stop, item });
    items.change(id, { stage: 'sending', error: null, interrupted: false, refused: false, sentBytes: 0 });
    const attempt = attemptOf(item, stop.signal);
    const outcome: Outcome = await kind.send(attempt).then(
      (saved) => ({ saved }),
      (error: unknown) => ({ error }),
    );
    if (running.get(id)?.stop === stop) running.delete(id);
    if (stop.signal.reason === abandoned) return;
    if ('saved' in outcome) {
      items.change(id, { stage: 'saved', error: null });
      void keeper.forget(id);
      kind.onSaved?.(items.find(id) ?? item, outcome.saved);
    } else if (!stop.signal.aborted) fail(kind, id, outcome.error);
    onEnd(kind, item.entry, outcome);
  }

  return {
    run,
    /** Whether an answer is still to come, also for an entry that the server already lists. */
    any: (thing: string, kind: string): boolean =>
      [...running.values()].some(({ item: { entry } }) => entry.thing === thing && entry.kind === kind),
    stop(id: string) {
      running.get(id)?.stop.abort();
      running.delete(id);
    },
    abandonAll() {
      for (const { stop } of running.values()) stop.abort(abandoned);
      running.clear();
    },
  };
}
