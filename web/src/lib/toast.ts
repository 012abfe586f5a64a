import { hasStatus } from '#web/lib/api-error.ts';
import { sessionEnd } from '#web/lib/session-end.ts';

export interface ToastInput {
  title: string;
  description?: string;
  /** 'destructive' for failures; it interrupts a screen reader. */
  variant?: 'default' | 'destructive';
  /** How many seconds it is shown; 5 by default. */
  seconds?: number;
  /** An action button such as Undo. */
  action?: { label: string; run: () => void };
}
export interface ToastEntry extends ToastInput {
  id: number;
  open: boolean;
}

const limit = 1;
/** How long, in ms, a dismissed toast stays in memory. */
const removeDelay = 1_000_000;

let entries: readonly ToastEntry[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly ToastEntry[]) {
  entries = next;
  for (const listener of listeners) listener();
}

export const toastStore = {
  get: () => entries,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** Closes a toast after a swipe, a press on Close, or when its time is over. */
export function dismissToast(id: number) {
  set(entries.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)));
  setTimeout(() => set(entries.filter((entry) => entry.id !== id)), removeDelay);
}

/** Shows a message for 5 s, or for `seconds`. A newer toast replaces the visible one. */
export function toast(input: ToastInput): void {
  set([{ ...input, id: nextId++, open: true }, ...entries].slice(0, limit));
}

/** Shows a failure with the error's message. */
export function toastError(title: string, error: unknown): void {
  // After the session has ended, the page asks to sign in again, and a toast would cover that.
  if (sessionEnd.get().ended && hasStatus(error, 401)) return;
  toast({ title, description: error instanceof Error ? error.message : String(error), variant: 'destructive' });
}
