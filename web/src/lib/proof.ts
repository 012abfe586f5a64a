/**
 * Some changes require the password again (`proof_needed`). One prompt serves all waiting requests. If the page has
 * no prompt, the request stays refused.
 */
type Waiting = (proven: boolean) => void;
let waiting: readonly Waiting[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Waiting[]) {
  waiting = next;
  for (const listener of listeners) listener();
}

export const proof = {
  isAsked: () => waiting.length > 0,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** Resolves to whether the person has confirmed their identity. */
  ask: (): Promise<boolean> =>
    listeners.size === 0 ? Promise.resolve(false) : new Promise((resolve) => set([...waiting, resolve])),
  answer(proven: boolean) {
    const answered = waiting;
    set([]);
    for (const resolve of answered) resolve(proven);
  },
};
