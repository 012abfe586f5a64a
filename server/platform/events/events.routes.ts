import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from '@fastify/websocket';
import type { ServerEvent } from '#contract/events.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { isOwnOrigin } from '#server/platform/http/origin.ts';
import { tooManyTries } from '#server/platform/http/http.errors.ts';
import { AppError } from '#server/platform/http/problem.ts';
import { withClientOf } from '#server/platform/http/request-client.ts';
import { anybody } from '#server/platform/http/route.ts';
import { eventsOfAnotherSite, tooManyPages } from './events.errors.ts';
import type { EventHub } from './hub.ts';
import { createInbox, createMessageCounts, pageLimits } from './page-inbox.ts';
import type { Envelope } from './events.ts';
import { createRecentEvents } from './recent-events.ts';

interface Deps {
  hub: EventHub;
  /** The origin of the product's pages; null accepts the host to which the request was sent. */
  publicOrigin: string | null;
  sessionAlive(sessionId: string): Promise<boolean>;
  /** Handles a message of a page; throws AppError when it refuses the message. */
  receive(actor: Actor, text: string): Promise<void>;
}

const heartbeatMilliseconds = 30_000;
/** The maximum number of pages that one user can have open. */
const maxOpenPages = 50;
/** The close code that tells a page that its user has to sign in again. */
const signedOut = 4401;
/** The close code after which a page reconnects, because its session continues under another id. */
const sessionRenewed = 4001;
/** The close code after which a page reconnects and loads everything again, because events may have been missed. */
const eventsMissed = 4002;
/** How much may wait in memory for one page, which may have stopped reading. */
const maxUnreadBytes = 1024 * 1024;
/** The close code for a page that floods the server, and how long it has to answer the close. */
const flooded = 1008;
const closeMilliseconds = 1000;

const isReceiver = (actor: Actor, { to }: Envelope): boolean =>
  to.everybody === true || (to.admins === true && actor.isAdmin) || to.users.includes(actor.id);

/** For how many milliseconds the page has been open; null if it does not say so. */
function openFor({ query }: FastifyRequest): number | null {
  const { openFor: given } = query as { openFor?: string };
  return given !== undefined && /^\d{1,9}$/.test(given) ? Number(given) : null;
}

/** Tells a page that its message was refused; an unexpected error is logged. */
function refuse(socket: WebSocket, error: unknown, log: FastifyBaseLogger): void {
  if (!(error instanceof AppError)) log.error({ err: error }, 'A message of a page failed.');
  const payload =
    error instanceof AppError
      ? { status: error.status, message: error.message }
      : { status: 500, message: 'Something went wrong on our side' };
  const answer: ServerEvent = { type: 'error', payload };
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(answer));
}

const optionsFor = (pages: ReadonlyMap<WebSocket, Actor>, { publicOrigin }: Pick<Deps, 'publicOrigin'>) => ({
  websocket: true as const,
  config: { access: anybody },
  schema: { hide: true },
  // Checked before the handshake, so that a page of another site cannot connect at all.
  preValidation: async ({ headers, visit: { actor } }: FastifyRequest) => {
    if (!isOwnOrigin(headers.origin, headers.host, publicOrigin)) throw eventsOfAnotherSite();
    if (actor && [...pages.values()].filter(({ id }) => id === actor.id).length >= maxOpenPages) throw tooManyPages();
  },
});

/** Pushes events to open pages, and receives their messages. Every message is `{type, payload}`. */
export function eventRoutes(app: FastifyInstance, deps: Deps): void {
  const pages = new Map<WebSocket, Actor>();
  const countMessage = createMessageCounts();
  const recent = createRecentEvents();
  function closeIfEnded(socket: WebSocket, actor: Actor): void {
    deps
      .sessionAlive(actor.session.id)
      .then((alive) => {
        if (!alive) socket.close(signedOut, 'signed out');
      })
      .catch((error: unknown) => app.log.warn({ err: error }, 'A session could not be checked.'));
  }

  const unsubscribe = deps.hub.subscribe((envelope) => {
    const { event } = envelope;
    recent.add(envelope);
    const text = JSON.stringify(event);
    for (const [socket, actor] of pages) {
      if (socket.readyState !== socket.OPEN || !isReceiver(actor, envelope)) continue;
      if (socket.bufferedAmount > maxUnreadBytes) {
        // It never reads the reason; one that comes back loads everything again.
        socket.terminate();
        continue;
      }
      if (event.type !== 'sessions_changed') socket.send(text);
      else if (event.payload.renewedId === actor.session.id) socket.close(sessionRenewed, 'session renewed');
      else {
        socket.send(text);
        closeIfEnded(socket, actor);
      }
    }
  });

  deps.hub.onGap(() => {
    for (const socket of pages.keys()) socket.close(eventsMissed, 'events missed');
  });

  // Events stop when the session expires, and a page that vanished without closing is dropped.
  const heartbeat = setInterval(() => {
    for (const [socket, actor] of pages) {
      socket.ping();
      closeIfEnded(socket, actor);
    }
  }, heartbeatMilliseconds);
  app.addHook('onClose', async () => {
    clearInterval(heartbeat);
    unsubscribe();
    for (const socket of pages.keys()) socket.terminate();
  });

  /** Handles the messages of a page one after the other, and ends a connection that floods the server. */
  function listen(socket: WebSocket, request: FastifyRequest, actor: Actor): void {
    const handle = createInbox();
    const disconnect = () => {
      socket.removeAllListeners('message').removeAllListeners('ping');
      socket.close(flooded, 'too many messages');
      // A page that floods may never answer the close, and all that it sends until then would be read.
      setTimeout(() => socket.terminate(), closeMilliseconds).unref();
      app.log.warn({ userId: actor.id }, 'A page sent too many messages and was disconnected.');
    };
    socket.on('ping', () => {
      if (countMessage(actor.id) > pageLimits.flood) disconnect();
    });
    socket.on('message', (data: unknown) => {
      const count = countMessage(actor.id);
      if (count > pageLimits.flood) return disconnect();
      const receive = async () => {
        const text = Buffer.isBuffer(data) ? data.toString('utf8') : '';
        // What a page sent before it was disconnected is not worth a statement of the database.
        if (socket.readyState !== socket.OPEN) return;
        await withClientOf(request, () => deps.receive(actor, text)).catch((error: unknown) =>
          refuse(socket, error, app.log),
        );
      };
      if (count > pageLimits.messages || !handle(receive)) refuse(socket, tooManyTries(pageLimits.seconds), app.log);
    });
  }

  app.get('/ws', optionsFor(pages, deps), (socket, request) => {
    socket.on('error', () => socket.terminate());
    const actor = request.visit.actor;
    if (!actor || actor.mustSetUpSecondFactor) {
      socket.close(signedOut, 'not signed in');
      return;
    }
    pages.set(socket, actor);
    socket.on('close', () => pages.delete(socket));
    listen(socket, request, actor);
    for (const envelope of recent.since(openFor(request)))
      if (isReceiver(actor, envelope)) socket.send(JSON.stringify(envelope.event));
  });
}
