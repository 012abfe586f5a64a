import { useEffect, type SyntheticEvent } from 'react';

/**
 * A sign-in session may end while the page has unsaved work: a recording, uploading photos, text in a form. Such a page asks to
 * sign in again instead of redirecting to the sign-in screen.
 */
export interface SessionEnd {
  /** The session has ended, and the page stays open for unsaved work until the session is renewed. */
  ended: boolean;
  /** How often the session was renewed on this page. */
  renewals: number;
  /** How many requests of this page the server has refused since the session ended. */
  refusals: number;
}

let state: SessionEnd = { ended: false, renewals: 0, refusals: 0 };
let unsavedCount = 0;
const listeners = new Set<() => void>();
let leave: () => void = () => undefined;

function set(next: SessionEnd) {
  state = next;
  for (const listener of listeners) listener();
}

export const sessionEnd = {
  get: () => state,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** Keeps the page open for unsaved work; call the returned function once it is saved or discarded. */
  keepPage(): () => void {
    unsavedCount += 1;
    return () => {
      unsavedCount -= 1;
      if (unsavedCount > 0 || !state.ended) return;
      set({ ...state, ended: false, refusals: 0 });
      leave();
    };
  },
  /** Called when the session has ended. Returns whether the page stays open. */
  end(): boolean {
    if (unsavedCount > 0) set({ ...state, ended: true, refusals: state.refusals + 1 });
    return state.ended;
  },
  renew(): void {
    set({ ended: false, renewals: state.renewals + 1, refusals: 0 });
  },
  /** Sets the function that leaves the page once the session has ended and no unsaved work is left. */
  setLeave(handler: () => void): void {
    leave = handler;
  },
};

/** Keeps the page open while there is unsaved work. */
export function useKeepPage(unsaved: boolean): void {
  useEffect(() => (unsaved ? sessionEnd.keepPage() : undefined), [unsaved]);
}

let releaseInput: (() => void) | null = null;

/** Whether the person has entered something on this screen. */
export const hasUnsavedInput = (): boolean => releaseInput !== null;

/** An `onInput` handler for the layout; React also bubbles the events of dialogs to it. */
export function noteInput({ target }: SyntheticEvent): void {
  // Exempt: a search can be repeated, chosen files are kept by their upload, and a password is what renews the
  // session.
  if (target instanceof HTMLInputElement && ['search', 'file', 'password'].includes(target.type)) return;
  releaseInput ??= sessionEnd.keepPage();
}

/** Called on each change of screen, because the new one has no input yet. */
export function forgetInput(): void {
  releaseInput?.();
  releaseInput = null;
}

/** Subscribes to renewals of the session. */
export function onSessionRenewed(handler: () => void): () => void {
  let seen = state.renewals;
  return sessionEnd.subscribe(() => {
    if (state.renewals === seen) return;
    seen = state.renewals;
    handler();
  });
}
