import { useEffect, type SyntheticEvent } from 'react';

/**
 * A sign-in session may end while the page holds unsaved work: a recording, photos that are uploading, text in a form.
 * Such a page stays open and asks its person to sign in again, instead of leaving for the sign-in screen.
 */
export interface SessionEnd {
  /** The session has ended, and the page stays open for its unsaved work until the session is renewed. */
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
  /** The server no longer accepts the session. Answers whether the page stays open nevertheless. */
  end(): boolean {
    if (unsavedCount > 0) set({ ...state, ended: true, refusals: state.refusals + 1 });
    return state.ended;
  },
  renew(): void {
    set({ ended: false, renewals: state.renewals + 1, refusals: 0 });
  },
  /** Sets what leaves the page when its session has ended and its last unsaved work is gone. */
  setLeave(handler: () => void): void {
    leave = handler;
  },
};

/** Keeps the page open while there is unsaved work. */
export function useKeepPage(unsaved: boolean): void {
  useEffect(() => (unsaved ? sessionEnd.keepPage() : undefined), [unsaved]);
}

let releaseInput: (() => void) | null = null;

/** Whether something was typed or ticked on this screen. */
export const hasUnsavedInput = (): boolean => releaseInput !== null;

/** For `onInput` of the frame around every screen; React passes the events of dialogs up to it as well. */
export function noteInput({ target }: SyntheticEvent): void {
  // A search is no loss, a chosen file is kept by its upload, and a password is what renews the session.
  if (target instanceof HTMLInputElement && ['search', 'file', 'password'].includes(target.type)) return;
  releaseInput ??= sessionEnd.keepPage();
}

/** Called with each change of screen, because the new one starts empty. */
export function forgetInput(): void {
  releaseInput?.();
  releaseInput = null;
}

/** Calls the handler each time the session was renewed. */
export function onSessionRenewed(handler: () => void): () => void {
  let seen = state.renewals;
  return sessionEnd.subscribe(() => {
    if (state.renewals === seen) return;
    seen = state.renewals;
    handler();
  });
}
