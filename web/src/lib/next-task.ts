/**
 * Resolves in a later task, so that a phone answers to a touch before it. Not a timer where there is better: browsers make a chain
 * of timers wait 4 ms each.
 */
export const nextTask = (): Promise<unknown> =>
  'scheduler' in globalThis && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve, 0));
