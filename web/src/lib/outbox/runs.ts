import { ApiError } from '#web/lib/api-error.ts';
import { isRunning, type Entry, type Item } from '#web/lib/outbox/entry.ts';
import type { Items } from '#web/lib/outbox/items.ts';
import type { Keeper } from '#web/lib/outbox/keeper.ts';
import { isInterruption, isRefusal, LeftToAnotherPage, type Attempt, type Kind } from '#web/lib/outbox/kind.ts';
import { createRetries } from '#web/lib/outbox/retries.ts';
import { isRetryable } from '#web/lib/transfer/retry-rules.ts';

/** Why runs are aborted when another person signs in: their results are of no use to anybody. */
const abandoned = new DOMException('Another person uses this page', 'AbortError');

export type Runs = ReturnType<typeof createRuns>;

type Outcome = { saved: unknown } | { error: unknown };

interface Parts {
  items: Items;
  keeper: Keeper;
  /** Whether the owner is still the one who is signed in: another tab may have signed in somebody else. */
  isSignedIn: (owner: string) => Promise<boolean>;
  /** Sends a failed entry again. */
  retry: (id: string) => void;
  /** Called with the outcome of every run. */
  onEnd: (kind: Kind, entry: Entry, outcome: Outcome) => void;
}

/** Runs the tries to send entries, and writes down how each ends. */
export function createRuns({ items, keeper, isSignedIn, retry, onEnd }: Parts) {
  const running = new Map<string, { stop: AbortController; item: Item }>();
  const retries = createRetries((id) => {
    if (items.find(id)?.stage === 'failed') retry(id);
  });

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

  /** A refusal counts only if its owner was signed in: to anybody else the server denies that the thing exists. */
  async function checkRefusal(error: unknown, { owner }: Entry): Promise<unknown> {
    const signedIn = !isRefusal(error) || (await isSignedIn(owner).catch(() => false));
    return signedIn ? error : new ApiError(401, 'Somebody else is signed in');
  }

  function fail(kind: Kind, id: string, error: unknown) {
    const item = items.find(id);
    // The server may have listed it as saved before this answer was lost.
    if (!item || item.stage === 'saved') return;
    if (error instanceof LeftToAnotherPage) return items.drop([item]);
    const refused = isRefusal(error);
    const forgotten = refused && kind.forgetsRefused;
    const failure = kind.problem(error);
    console.warn(`A ${kind.name} was not sent: ${failure}`, error);
    const entry = { ...item.entry, failure };
    items.change(id, { entry, stage: 'failed', error: failure, interrupted: isInterruption(error), refused });
    if (forgotten) {
      items.change(id, { kept: false, fromDevice: false });
      void keeper.forget(id);
    } else void keeper.update(entry);
    if (!retries.has(id)) kind.onFailed?.(item, error);
    if (!refused && !kind.manual && isRetryable(error)) retries.later(id, error);
    else retries.forget(id);
  }

  /** Sends the entry once no other page of this device does; one that was finished there is not sent again. */
  const send = (kind: Kind, item: Item, signal: AbortSignal): Promise<unknown> =>
    keeper.exclusively(
      item.entry.id,
      async () => {
        if (item.fromDevice && !(await keeper.has(item.entry.id))) throw new LeftToAnotherPage();
        const attempt = attemptOf(item, signal);
        attempt.enter('sending');
        const saved = await kind.send(attempt);
        // Before another page may look whether it is still to be sent.
        if (signal.reason !== abandoned) await keeper.forget(item.entry.id);
        return saved;
      },
      signal,
    );

  async function run(kind: Kind, item: Item): Promise<void> {
    const { id } = item.entry;
    const stop = new AbortController();
    running.set(id, { stop, item });
    retries.stopTimer(id);
    items.change(id, { stage: 'preparing', error: null, interrupted: false, refused: false, sentBytes: 0 });
    if (item.entry.failure !== undefined) {
      const tried = items.changeEntry(id, { failure: undefined });
      if (tried) void keeper.update(tried.entry);
    }
    const outcome: Outcome = await send(kind, item, stop.signal).then(
      (saved) => ({ saved }),
      async (error: unknown) => ({ error: stop.signal.aborted ? error : await checkRefusal(error, item.entry) }),
    );
    if (running.get(id)?.stop === stop) running.delete(id);
    if (stop.signal.reason === abandoned) return;
    if ('saved' in outcome) {
      retries.forget(id);
      items.change(id, { stage: 'saved', error: null });
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
      retries.forget(id);
      running.get(id)?.stop.abort();
      running.delete(id);
    },
    abandonAll() {
      retries.forgetAll();
      for (const { stop } of running.values()) stop.abort(abandoned);
      running.clear();
    },
  };
}
