import { t } from '#contract/language.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { requireDependencies } from '#web/lib/outbox/dependencies.ts';
import { isRunning, type Entry, type Item } from '#web/lib/outbox/entry.ts';
import { unsentState, type Items } from '#web/lib/outbox/items.ts';
import type { Keeper } from '#web/lib/outbox/keeper.ts';
import {
  isInterruption,
  isRefusal,
  HandledByOtherPage,
  MissingDependency,
  type Attempt,
  type Kind,
} from '#web/lib/outbox/kind.ts';
import { isReplaced, replacedBy } from '#web/lib/outbox/replacement.ts';
import { createRetries } from '#web/lib/outbox/retries.ts';
import { isRetryable } from '#web/lib/retry-rules.ts';

/** The reason for aborting when another person signs in. */
const abandoned = new DOMException('Another person uses this page', 'AbortError');

export type Sender = ReturnType<typeof createSender>;

type Outcome = { saved: unknown } | { error: unknown };

interface Parts {
  items: Items;
  keeper: Keeper;
  /** Whether the owner is still signed in; somebody else may have signed in in another tab. */
  isSignedIn: (owner: string) => Promise<boolean>;
  /** Sends a failed entry again. */
  retry: (id: string) => void;
  /** Called with the outcome of every attempt. */
  onEnd: (kind: Kind, entry: Entry, outcome: Outcome) => Promise<void>;
}

function attemptOf(items: Items, keeper: Keeper, { entry: first, files }: Item, signal: AbortSignal): Attempt<unknown> {
  const { id } = first;
  const whileRunning = (fields: Partial<Item>) => {
    const item = items.find(id);
    if (item && isRunning(item) && !signal.aborted) items.change(id, fields);
  };
  return {
    entry: () => items.find(id)?.entry ?? first,
    files,
    signal,
    request: { signal, madeAt: first.clock },
    enter: (stage) => whileRunning({ stage }),
    progress: (sentBytes) => whileRunning({ sentBytes }),
    checkpoint(checkpoint) {
      const changed = items.changeEntry(id, { checkpoint });
      if (changed) void keeper.update(changed.entry);
    },
  };
}

/** A refusal counts only while the owner is signed in, because anybody else gets a 404 for everything. */
async function checkRefusal(error: unknown, owner: string, isSignedIn: Parts['isSignedIn']): Promise<unknown> {
  const signedIn = !isRefusal(error) || (await isSignedIn(owner).catch(() => false));
  return signedIn ? error : new ApiError(401, t('Somebody else is signed in'));
}

/** Sends the entry once no other page on this device is sending it, unless another page has already finished it. */
function sendOnce(
  { items, keeper }: Pick<Parts, 'items' | 'keeper'>,
  kind: Kind,
  item: Item,
  signal: AbortSignal,
): Promise<unknown> {
  return keeper.exclusively(
    item.entry.id,
    async () => {
      if (item.fromDevice && !(await keeper.has(item.entry.id))) throw new HandledByOtherPage();
      await requireDependencies(keeper, item.entry);
      const attempt = attemptOf(items, keeper, item, signal);
      attempt.enter('sending');
      const saved = await kind.send(attempt);
      if (signal.reason === abandoned) return saved;
      // Until then a reload without a connection shows the entry, and afterwards the stored data.
      await kind.store?.(attempt.entry().payload, saved);
      // Must finish before the lock is released, or another page would send the entry again.
      await keeper.forget(item.entry.id);
      return saved;
    },
    signal,
  );
}

/** Sends entries and records how each attempt ends. */
export function createSender(parts: Parts) {
  const { items, keeper, isSignedIn, retry, onEnd } = parts;
  const running = new Map<string, { stop: AbortController; item: Item }>();
  const retries = createRetries((id) => {
    if (items.find(id)?.stage === 'failed') retry(id);
  });

  function fail(kind: Kind, id: string, error: unknown) {
    const item = items.find(id);
    // The server may have listed the entry as saved before its answer arrived.
    if (!item || item.stage === 'saved') return;
    if (error instanceof HandledByOtherPage) return items.drop([item]);
    if (isReplaced(items, kind, item.entry)) {
      items.drop([item]);
      return void keeper.forget(id);
    }
    const orphaned = error instanceof MissingDependency;
    const refused = isRefusal(error) || orphaned;
    const forgotten = refused && !orphaned && kind.dropsRefused;
    const failure = orphaned ? error.message : kind.problem(error);
    const waiting = !refused && !kind.manual && (isInterruption(error) || isRetryable(error));
    console.warn(`A ${kind.name} was not sent: ${failure}`, error);
    const entry = { ...item.entry, failure, ...(orphaned ? { missing: error.missing } : {}) };
    const conflict = refused && (kind.isConflict?.(error) ?? false);
    const state = { refused, conflict, waiting, interrupted: isInterruption(error) };
    items.change(id, { entry, stage: 'failed', error: failure, ...state });
    if (forgotten) {
      items.change(id, { kept: false, fromDevice: false });
      void keeper.remove(id);
    } else void keeper.update(entry);
    if (refused || !retries.has(id)) kind.onFailed?.(item, error);
    if (!refused && !kind.manual && isRetryable(error)) retries.later(id, error);
    else retries.forget(id);
  }

  async function send(kind: Kind, item: Item): Promise<void> {
    const { id } = item.entry;
    const stop = new AbortController();
    running.set(id, { stop, item });
    retries.stopTimer(id);
    items.change(id, { ...unsentState, stage: 'preparing', waiting: item.waiting });
    if (item.entry.failure !== undefined) {
      const tried = items.changeEntry(id, { failure: undefined });
      if (tried) void keeper.update(tried.entry);
    }
    const outcome: Outcome = await sendOnce(parts, kind, item, stop.signal).then(
      (saved) => ({ saved }),
      async (error: unknown) => ({
        error: stop.signal.aborted ? error : await checkRefusal(error, item.entry.owner, isSignedIn),
      }),
    );
    if (running.get(id)?.stop === stop) running.delete(id);
    if (stop.signal.reason === abandoned) return;
    if ('saved' in outcome) {
      retries.forget(id);
      items.change(id, { stage: 'saved', error: null });
      kind.onSaved?.(items.find(id) ?? item, outcome.saved);
    } else if (!stop.signal.aborted) fail(kind, id, outcome.error);
    await onEnd(kind, item.entry, outcome);
  }

  function stop(id: string) {
    retries.forget(id);
    running.get(id)?.stop.abort();
    running.delete(id);
  }

  return {
    send,
    /** Whether an answer is still expected, including for an entry that the server already lists. */
    any: (parent: string, kind: string): boolean =>
      [...running.values()].some(({ item: { entry } }) => entry.parent === parent && entry.kind === kind),
    stop,
    /** Drops the older entries that this one replaces. */
    dropReplaced(kind: Kind, entry: Entry) {
      const replaced = replacedBy(items, kind, entry);
      for (const older of replaced) {
        stop(older.entry.id);
        void keeper.forget(older.entry.id);
      }
      items.drop(replaced);
    },
    abandonAll() {
      retries.forgetAll();
      for (const { stop } of running.values()) stop.abort(abandoned);
      running.clear();
    },
  };
}
