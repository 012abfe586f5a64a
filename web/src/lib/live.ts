import { liveEventSchema, type LiveEvent } from '#contract/events.ts';
import type { LiveMessage } from '#contract/live.ts';

type Listener = (event: LiveEvent) => void;
interface LiveHandlers {
  onEvent: Listener;
  /** After a gap: events may have been missed. */
  onReconnect: () => void;
  /** The server ended the session. */
  onUnauthorized: () => void;
}

/** What this page has to say while no connection is open; the oldest are let go. */
const unsaid: string[] = [];
const mostUnsaid = 50;
let speaking: WebSocket | null = null;

const firstDelay = 1000;
const longestDelay = 30_000;
/** Close codes for "not signed in any more"; coming back at once would be refused again. */
const unauthorizedCodes = [1008, 4401];

/** Waits twice as long after each failure, up to 30 s, with some spread so that not all pages return at once. */
export const reconnectDelay = (attempt: number, random = Math.random()): number =>
  Math.min(longestDelay, firstDelay * 2 ** attempt) * (0.5 + random / 2);

function read(data: unknown): LiveEvent | null {
  if (typeof data !== 'string') return null;
  try {
    // A newer server may push what this page does not know yet.
    return liveEventSchema.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}

/** Says something to the server over /ws: now, or as soon as the connection is there. */
export function sayLive(message: LiveMessage): void {
  const text = JSON.stringify(message);
  if (speaking?.readyState === WebSocket.OPEN) speaking.send(text);
  else unsaid.splice(0, unsaid.push(text) - mostUnsaid);
}

/** Keeps a connection to /ws until the returned function is called; comes back at once when the device is online again. */
export function connectLive(handlers: LiveHandlers): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let opened = false;
  let stopped = false;

  function open() {
    clearTimeout(timer);
    if (stopped || (socket && socket.readyState <= WebSocket.OPEN)) return;
    const current = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    socket = current;
    current.addEventListener('open', () => {
      attempt = 0;
      if (opened) {
        handlers.onReconnect();
        for (const listener of reconnectListeners) listener();
      }
      opened = true;
      speaking = current;
      for (const text of unsaid.splice(0)) current.send(text);
    });
    current.addEventListener('message', ({ data }) => {
      const event = read(data);
      if (event) handlers.onEvent(event);
    });
    current.addEventListener('close', ({ code }) => {
      if (stopped || socket !== current) return;
      if (unauthorizedCodes.includes(code)) handlers.onUnauthorized();
      else timer = setTimeout(open, reconnectDelay(attempt++));
    });
  }

  const comeBack = () => {
    if (document.visibilityState === 'visible') open();
  };
  open();
  window.addEventListener('online', open);
  document.addEventListener('visibilitychange', comeBack);
  return () => {
    stopped = true;
    clearTimeout(timer);
    window.removeEventListener('online', open);
    document.removeEventListener('visibilitychange', comeBack);
    socket?.close();
  };
}

const reconnectListeners = new Set<() => void>();

/** Runs whenever the connection is back after a gap, which also says that the server can be reached again. */
export function onLiveReconnect(listener: () => void): void {
  reconnectListeners.add(listener);
}

const listeners = new Set<Listener>();

/** Hears every event until the returned function is called. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function publishLiveEvent(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}
