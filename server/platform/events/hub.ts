import pg from 'pg';
import type { ServerEvent } from '#contract/events.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import { eventsChannel, type Envelope } from './events.ts';

export type Listener = (envelope: Envelope) => void;

export interface EventHub {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Calls the listener for every committed event of every process, until the returned function is called. */
  subscribe(listener: Listener): () => void;
  /** Calls the function each time events may have been missed, because the connection was lost and is back. */
  onGap(listener: () => void): void;
  /**
   * Resolves to true when a matching event arrives, or to false after the time in milliseconds. Call it before the
   * change that causes the event commits.
   */
  waitFor(matches: (event: ServerEvent) => boolean, milliseconds: number): Promise<boolean>;
}

const reconnectMilliseconds = 1000;
/** The connection only listens, so that nothing else would notice a database that vanished without a word. */
const keepAliveMilliseconds = 10_000;

/** Listens to the PostgreSQL channel on a separate connection, and opens another one when that is lost. */
export function createEventHub(deps: { url: string; logger: Logger }): EventHub {
  const listeners = new Set<Listener>();
  const gapListeners = new Set<() => void>();
  let client: pg.Client | null = null;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  function deliver(text: string | undefined): void {
    if (!text) return;
    const envelope = JSON.parse(text) as Envelope;
    for (const listener of listeners) listener(envelope);
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: deps.url,
      application_name: 'innspect events',
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMilliseconds,
    });
    fresh.on('notification', (message) => deliver(message.payload));
    fresh.on('error', (error) => deps.logger.warn({ err: error }, 'The connection for events was lost.'));
    fresh.on('end', () => {
      if (stopped || client !== fresh) return;
      client = null;
      reconnectLater();
    });
    await fresh.connect();
    await fresh.query(`listen ${eventsChannel}`);
    client = fresh;
  }

  function reconnectLater(): void {
    retry = setTimeout(() => {
      connect().then(
        () => {
          for (const listener of gapListeners) listener();
        },
        (error: unknown) => {
          deps.logger.warn({ err: error }, 'There is no connection for events yet.');
          if (!stopped) reconnectLater();
        },
      );
    }, reconnectMilliseconds);
  }

  function subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    start: connect,
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await client?.end();
    },
    subscribe,
    onGap: (listener) => void gapListeners.add(listener),
    waitFor: (matches, milliseconds) =>
      new Promise((resolve) => {
        const finish = (found: boolean) => {
          clearTimeout(timer);
          unsubscribe();
          resolve(found);
        };
        const timer = setTimeout(finish, milliseconds, false);
        const unsubscribe = subscribe(({ event }) => {
          if (matches(event)) finish(true);
        });
      }),
  };
}
