import { useEffect } from 'react';
import { serverEventSchema, type PageMessage, type ServerEvent } from '#contract/events.ts';

type Listener = (event: ServerEvent) => void;

/** Events to send once a connection is open. When there are too many, the oldest are dropped. */
const pendingEvents: string[] = [];
const maxPending = 50;
let connection: WebSocket | null = null;

const firstDelay = 1000;
const maxDelay = 30_000;
/** Close codes for an ended session, after which a reconnect would be refused. */
const unauthorizedCodes = [1008, 4401];

/** The delay doubles after each failure up to 30 s, with jitter so that pages do not reconnect at the same time. */
const reconnectDelay = (attempt: number): number =>
  Math.min(maxDelay, firstDelay * 2 ** attempt) * (0.5 + Math.random() / 2);

/** Parses an event; null for one that this page does not know because the server is newer. */
function parseEvent(data: unknown): ServerEvent | null {
  if (typeof data !== 'string') return null;
  try {
    return serverEventSchema.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const eventListeners = new Set<Listener>();
const reconnectListeners = new Set<() => void>();

/** Subscribes to events; returns the function to unsubscribe. */
export const onServerEvent = (listener: Listener): (() => void) => subscribe(eventListeners, listener);

/** Subscribes to reconnects, after which events may have been missed. */
export const onReconnect = (listener: () => void): (() => void) => subscribe(reconnectListeners, listener);

/** Subscribes to events while the component is mounted. The handler must be a stable function. */
export function useServerEvent(handler: Listener): void {
  useEffect(() => onServerEvent(handler), [handler]);
}

/** Sends an event over /ws, now or once the connection is open. */
export function sendEvent(message: PageMessage): void {
  const text = JSON.stringify(message);
  if (connection?.readyState === WebSocket.OPEN) connection.send(text);
  else pendingEvents.splice(0, pendingEvents.push(text) - maxPending);
}

/**
 * Keeps a connection to /ws open until the returned function is called; reconnects at once when the device is online again.
 * `onUnauthorized` is called when the server has ended the session.
 */
export function connectEvents(onUnauthorized: () => void): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let wasOpen = false;
  let stopped = false;

  function open() {
    clearTimeout(timer);
    if (stopped || (socket && socket.readyState <= WebSocket.OPEN)) return;
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
    // The server repeats what has happened since the page was opened, because it has read its data already. After a
    // reconnect the page reads all of it again.
    const openFor = wasOpen || attempt > 0 ? '' : `?openFor=${Math.round(performance.now())}`;
    const current = new WebSocket(address + openFor);
    socket = current;
    current.addEventListener('open', () => {
      // Also called when a first connection succeeds after failures, because the page may show cached offline
      // answers.
      if (wasOpen || attempt > 0) for (const listener of reconnectListeners) listener();
      attempt = 0;
      wasOpen = true;
      connection = current;
      for (const text of pendingEvents.splice(0)) current.send(text);
    });
    current.addEventListener('message', ({ data }) => {
      const event = parseEvent(data);
      if (event) for (const listener of eventListeners) listener(event);
    });
    current.addEventListener('close', ({ code }) => {
      if (stopped || socket !== current) return;
      if (unauthorizedCodes.includes(code)) onUnauthorized();
      else timer = setTimeout(open, reconnectDelay(attempt++));
    });
  }

  const openIfVisible = () => {
    if (document.visibilityState === 'visible') open();
  };
  open();
  window.addEventListener('online', open);
  document.addEventListener('visibilitychange', openIfVisible);
  return () => {
    stopped = true;
    clearTimeout(timer);
    window.removeEventListener('online', open);
    document.removeEventListener('visibilitychange', openIfVisible);
    socket?.close();
  };
}
