/**
 * Calls `work` at once for the first things that are added, and then, at most once in `pause` milliseconds, with all that
 * were added meanwhile. Each thing is passed once.
 */
export function gather<T>(pause: number, work: (things: readonly T[]) => void): (things: readonly T[]) => void {
  /** Null while the next things are passed on at once. */
  let waiting: Set<T> | null = null;
  function pass(things: readonly T[]) {
    waiting = new Set();
    setTimeout(next, pause);
    work(things);
  }
  function next() {
    const things = [...(waiting ?? [])];
    waiting = null;
    if (things.length > 0) pass(things);
  }
  return (things) => {
    if (waiting) for (const thing of things) waiting.add(thing);
    else if (things.length > 0) pass(things);
  };
}
