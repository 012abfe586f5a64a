import pg from 'pg';
import type { LiveEvent } from '#contract/events.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import { liveChannel, type Envelope } from './live.ts';

export type Listener = (envelope: Envelope) => void;

export interface LiveHub {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Calls the listener for every committed event of every process; answers how to stop. */
  subscribe(listener: Listener): () => void;
  /** Whether a fitting event came within the time, in milliseconds. Ask before the change that causes it commits. */
  waitFor(fits: (event: LiveEvent) => boolean, milliseconds: number): Promise<boolean>;
}

const reconnectAfter = 1000;

/** Hears the events of PostgreSQL's channel on a connection of its own, and opens another when that is lost. */
export function createLiveHub(deps: { url: string; logger: Logger }): LiveHub {
  const listeners = new Set<Listener>();
  let client: pg.Client | null = null;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  function deliver(text: string | undefined): void {
    if (!text) return;
    const envelope = JSON.parse(text) as Envelope;
    for (const listener of listeners) listener(envelope);
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: deps.url, application_name: 'innspect live', keepAlive: true });
    fresh.on('notification', (message) => deliver(message.payload));
    fresh.on('error', (error) => deps.logger.warn({ err: error }, 'the live connection was lost'));
    fresh.on('end', () => {
      if (stopped || client !== fresh) return;
      client = null;
      reconnectLater();
    });
    await fresh.connect();
    await fresh.query(`listen ${liveChannel}`);
    client = fresh;
  }

  function reconnectLater(): void {
    retry = setTimeout(() => {
      connect().catch((error: unknown) => {
        deps.logger.warn({ err: error }, 'no live connection yet');
        if (!stopped) reconnectLater();
      });
    }, reconnectAfter);
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
    waitFor: (fits, milliseconds) =>
      new Promise((resolve) => {
        const finish = (found: boolean) => {
          clearTimeout(timer);
          unsubscribe();
          resolve(found);
        };
        const timer = setTimeout(finish, milliseconds, false);
        const unsubscribe = subscribe(({ event }) => {
          if (fits(event)) finish(true);
        });
      }),
  };
}
