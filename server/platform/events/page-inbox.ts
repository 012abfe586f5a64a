/** What one account's pages may send in a minute. */
export const pageLimits = {
  /** Further messages are refused without being read. */
  messages: 60,
  /** Further ones end the connection: no page of the product sends as many. */
  flood: 120,
  seconds: 60,
} as const;

/**
 * Counts messages in memory, so that a flood costs no statement of the database. All accounts share one window, so the
 * counts take no more memory than the accounts that sent something in it.
 */
export function createMessageCounts(now: () => number = Date.now) {
  const counts = new Map<string, number>();
  let began = now();
  /** Counts a message of the account; returns how many it has sent in this window. */
  return (userId: string): number => {
    if (now() - began >= pageLimits.seconds * 1000) {
      counts.clear();
      began = now();
    }
    const count = (counts.get(userId) ?? 0) + 1;
    counts.set(userId, count);
    return count;
  };
}

/** Runs the work of one connection one after the other; returns false where too much waits already. */
export function createInbox(): (work: () => Promise<void>) => boolean {
  let last = Promise.resolve();
  let waiting = 0;
  return (work) => {
    if (waiting >= pageLimits.messages) return false;
    waiting += 1;
    last = last.then(work).finally(() => (waiting -= 1));
    return true;
  };
}
