import { hasStatus } from '#web/lib/api-error.ts';
import { sessionEnd } from '#web/lib/session-end.ts';

export interface ToastInput {
  title: string;
  description?: string;
  /** Failures are destructive; they interrupt a screen reader. */
  variant?: 'default' | 'destructive';
  /** One thing to do about it, for example Undo. */
  action?: { label: string; run: () => void };
}
export interface ToastEntry extends ToastInput {
  id: number;
  open: boolean;
}

const limit = 1;
/** A dismissed toast is kept this long, in ms, before it leaves the memory. */
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

/** Closes a toast, which a swipe, its button or its time did. */
export function dismissToast(id: number) {
  set(entries.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)));
  setTimeout(() => set(entries.filter((entry) => entry.id !== id)), removeDelay);
}

/** Shows a message for 5 s. Only one is visible: a newer one takes its place. */
export function toast(input: ToastInput): void {
  set([{ ...input, id: nextId++, open: true }, ...entries].slice(0, limit));
}

/** A failure with the message of its error. */
export function toastError(title: string, error: unknown): void {
  // The page asks to sign in again by itself, where a message would cover it.
  if (sessionEnd.get().ended && hasStatus(error, 401)) return;
  toast({ title, description: error instanceof Error ? error.message : String(error), variant: 'destructive' });
}
