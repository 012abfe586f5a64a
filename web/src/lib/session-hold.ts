import { useEffect, type SyntheticEvent } from 'react';

/**
 * A session may end while a page holds what is not saved yet: a recording, photos on their way, words in a form. Such a page stays, and
 * asks its person to sign in again, instead of leading to the sign-in screen.
 */
export interface SessionHold {
  /** The session has ended, and the page stays until it is renewed or there is nothing left to lose. */
  ended: boolean;
  /** How often it was renewed on this page. */
  renewals: number;
  /** How often the server refused what this page sent since it ended. */
  refusals: number;
}

let state: SessionHold = { ended: false, renewals: 0, refusals: 0 };
let holders = 0;
const listeners = new Set<() => void>();
let onLetGo: () => void = () => undefined;

function set(next: SessionHold) {
  state = next;
  for (const listener of listeners) listener();
}

export const sessionHold = {
  get: () => state,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** Keeps the page; answers what lets it go. */
  hold(): () => void {
    holders += 1;
    return () => {
      holders -= 1;
      if (holders > 0 || !state.ended) return;
      set({ ...state, ended: false, refusals: 0 });
      onLetGo();
    };
  },
  /** The server knows the session no more. Whether the page stays all the same. */
  end(): boolean {
    if (holders > 0) set({ ...state, ended: true, refusals: state.refusals + 1 });
    return state.ended;
  },
  renew(): void {
    set({ ended: false, renewals: state.renewals + 1, refusals: 0 });
  },
  /** What is done once nothing holds a page whose session has ended. */
  whenLetGo(handler: () => void): void {
    onLetGo = handler;
  },
};

/** Holds the page while `wanted`. */
export function useSessionHold(wanted: boolean): void {
  useEffect(() => (wanted ? sessionHold.hold() : undefined), [wanted]);
}

let releaseTyping: (() => void) | null = null;

/** Whether something was typed or ticked on this screen. */
export const hasTyped = (): boolean => releaseTyping !== null;

/** For the `onInput` of a frame around every screen: what its dialogs hear arrives there too. */
export function noteTyping({ target }: SyntheticEvent): void {
  // What was searched for is no loss, a chosen file is held by its upload, and this is how the session is renewed.
  if (target instanceof HTMLInputElement && ['search', 'file', 'password'].includes(target.type)) return;
  releaseTyping ??= sessionHold.hold();
}

/** Another screen begins empty. */
export function forgetTyping(): void {
  releaseTyping?.();
  releaseTyping = null;
}

/** Calls the handler each time the session was renewed. */
export function onSessionRenewed(handler: () => void): () => void {
  let seen = state.renewals;
  return sessionHold.subscribe(() => {
    if (state.renewals === seen) return;
    seen = state.renewals;
    handler();
  });
}
