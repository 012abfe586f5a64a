import compress, { type FastifyCompressOptions } from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { cookieOf, type CookieOptions } from '#server/platform/auth/cookies.ts';
import { csrfTokenOf, sameToken } from '#server/platform/auth/tokens.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { handleClientError, handleError } from '#server/platform/http/error-handler.ts';
import { refuseSlowBodies } from '#server/platform/http/slow-bodies.ts';
import { isFromElsewhere } from '#server/platform/http/origin.ts';
import { trackClients } from '#server/platform/http/request-client.ts';
import { parseJson } from '#server/platform/http/json.ts';
import { isStorable } from '#server/platform/http/input.ts';
import {
  addressNotStorable,
  calledFromElsewhere,
  hostNotAllowed,
  securityTokenRefused,
  textNotStorable,
} from '#server/platform/http/http.errors.ts';
import { notSignedIn } from '#server/platform/http/http.errors.ts';
import { bodyLimits, checkAccess, checkKeyScopes, isAnonymous, type Access } from '#server/platform/http/route.ts';
import { RequestLogger } from '#server/platform/logger/request-logger.ts';
import {
  createDataHeaders,
  createPageHeaders,
  type SecurityHeaderOptions,
} from '#server/platform/http/security-headers.ts';
import { sentenceOf } from '#server/platform/http/sentences.ts';
import { serializerCompiler } from '#server/platform/http/serializer.ts';
import { warnOfUnnamedProxy } from '#server/platform/http/unnamed-proxy.ts';

export interface AppOptions {
  logger: FastifyBaseLogger;
  sessionSecret: string;
  cookies: CookieOptions;
  /** The origin of this server's pages; null accepts the host to which a request was sent. */
  publicOrigin: string | null;
  /** Addresses and networks of reverse proxies whose X-Forwarded-* headers are trusted. */
  trustedProxies: string[];
  /** The origin of an S3 store to which browsers upload; null without one. */
  uploadOrigin: string | null;
  inlineCode: SecurityHeaderOptions['inlineCode'];
  /** Whether the server may be called by this host name; null accepts every name. */
  allowsHost: ((host: string) => boolean) | null;
  resolveSession(token: string | undefined): Promise<Actor | null>;
  /** Returns the user of an API key; throws when the key is not valid. */
  resolveKey(key: string, address: string): Promise<Actor>;
}

export interface RouteEntry {
  method: string;
  url: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every registered route, for the test that checks who may call each of them. */
    routeTable: RouteEntry[];
  }
}

/** Refusals that are logged: invalid input, not signed in, forbidden, too large, of a wrong type, wrong host, unreadable, rate-limited. */
const refusals = new Set([400, 401, 403, 413, 415, 421, 422, 429]);

/** What does not exist and what belongs to somebody else have the same answer, which is a refusal of an API's route. */
const isRefusal = (status: number, { config }: FastifyRequest['routeOptions']): boolean =>
  refusals.has(status) || (status === 404 && config.access !== undefined);

/** Logs each refused request by the pattern of its route, because the address itself may contain a token. */
function logRefusals(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply;
    if (isRefusal(status, request.routeOptions)) {
      const { method, refusal: code, ip: client } = request;
      const route = request.routeOptions.url ?? null;
      const userId = request.visit?.actor?.id ?? null;
      request.log.info({ status, code, method, route, client, userId }, 'request refused');
    }
    done();
  });
}

const changingMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Below this path the upload widget sends no CSRF header, so the origin of a request is checked instead. */
const guardedByOrigin = '/api/s3/';

/** Keeps a list of all routes. An API route without `access` prevents the server from starting. */
function listRoutes(app: FastifyInstance): void {
  const table: RouteEntry[] = [];
  app.decorate('routeTable', table);
  app.addHook('onRoute', (definition) => {
    if (definition.url.startsWith('/api') && !definition.config?.access) {
      throw new Error(`${String(definition.method)} ${definition.url} does not say who may call it`);
    }
    const access = definition.config?.access;
    const methods = [definition.method].flat();
    if (access && isAnonymous(access) && methods.some((method) => changingMethods.has(method))) {
      throw new Error(`${String(definition.method)} ${definition.url} changes something without looking at who calls`);
    }
    for (const method of methods) table.push({ method, url: definition.url });
  });
}

function setHeaders(app: FastifyInstance, options: AppOptions): void {
  const security = { ...options, secure: options.cookies.secure };
  const pageHeaders = createPageHeaders(security);
  const dataHeaders = { ...createDataHeaders(security), 'cache-control': 'no-store' };
  app.addHook('onRequest', (request, reply, done) => {
    const { access, described } = request.routeOptions.config;
    if (access && described?.produces.length === 0) reply.headers(dataHeaders);
    else {
      reply.headers(pageHeaders(request.headers.host));
      if (access) reply.header('cache-control', 'no-store');
    }
    reply.header('x-request-id', request.id);
    done();
  });
}

/**
 * A page of another site can have its own name point here (DNS rebinding) and would then count as a page of this
 * server. Its requests still carry that name, so they can be refused.
 */
function refuseOtherHosts(app: FastifyInstance, { allowsHost }: AppOptions): void {
  if (!allowsHost) return;
  app.addHook('onRequest', (request, _reply, done) => {
    if (allowsHost(request.host)) done();
    else done(hostNotAllowed());
  });
}

function parseBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, parseJson(String(text)));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)), undefined);
    }
  });
}

/** The token that a change must carry; null for a browser that has not requested one. */
function csrfTokenFor(request: FastifyRequest, actor: Actor | null, options: AppOptions): string | null {
  if (actor) return csrfTokenOf(options.sessionSecret, 'session', actor.session.id);
  const visitor = cookieOf('visitor', request, options.cookies);
  return visitor ? csrfTokenOf(options.sessionSecret, 'visitor', visitor) : null;
}

/** A call with an API key has only the key's rights, whatever cookies come with it. Public calls ignore keys. */
async function findActor(request: FastifyRequest, options: AppOptions): Promise<Actor | null> {
  const [, key] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  if (key !== undefined && request.routeOptions.config.access?.kind !== 'public')
    return options.resolveKey(key, request.ip);
  return options.resolveSession(cookieOf('session', request, options.cookies));
}

/** Who calls, and what the call is about; throws where the caller may not call. */
async function check(request: FastifyRequest, access: Access<unknown>, options: AppOptions): Promise<void> {
  const actor = await findActor(request, options);
  request.visit.actor = actor;
  if (access.kind !== 'public' && !actor) throw notSignedIn();
  // A key needs no CSRF token: another site can make a browser send its cookies, but not a key that the browser does
  // not have.
  if (actor?.keyScopes) checkKeyScopes(actor, request.method, request.routeOptions.config.tag);
  else if (request.routeOptions.url?.startsWith(guardedByOrigin)) {
    if (isFromElsewhere(request, options.publicOrigin)) throw calledFromElsewhere();
  } else if (changingMethods.has(request.method)) {
    const sent = request.headers['x-csrf-token'];
    const expected = csrfTokenFor(request, actor, options);
    if (expected === null || typeof sent !== 'string' || !sameToken(sent, expected)) throw securityTokenRefused();
  }
  if (actor && access.kind !== 'public') {
    request.visit.target = await checkAccess(access, actor, request.params as Record<string, string>);
  }
}

/** Checks session, CSRF token and access before the body is read. */
function checkRequests(app: FastifyInstance, options: AppOptions): void {
  app.addHook('onRequest', (request, _reply, done) => {
    request.visit = { actor: null, target: undefined };
    const { access } = request.routeOptions.config;
    if (!access || isAnonymous(access)) done();
    else check(request, access, options).then(() => done(), done);
  });
}

/** Whether the body is a file that its route reads itself, whole or in pieces. */
const isFile = (body: unknown): boolean => Buffer.isBuffer(body) || body instanceof Readable;

function checkInput(app: FastifyInstance): void {
  // An absent body counts as an empty one, so that each missing field gets its own message.
  app.addHook('preValidation', (request, _reply, done) => {
    if (!isStorable(request.query)) return done(addressNotStorable());
    // Bodies of routes without `access` are files, which those routes read themselves.
    if (request.routeOptions.config.access) {
      if (request.body === undefined || request.body === null) request.body = {};
      else if (!isFile(request.body) && !isStorable(request.body)) return done(textNotStorable());
    }
    done();
  });
}

/**
 * Sends lists compressed, to a fifth of their size. Smaller answers stay as they are, among them all that contain a token of a session
 * or a key: from the compressed size of a secret beside text that others chose, the secret can be guessed (BREACH).
 */
const compression = {
  threshold: 4096,
  encodings: ['gzip'],
  // Bodies that are sent to the server stay as they are.
  globalDecompression: false,
  customTypes: /^application\/json/,
} satisfies FastifyCompressOptions;

/**
 * Closes a connection that is in use when the server stops after its answer, because it would otherwise be kept open
 * for 72 s.
 */
function closeConnectionsAtStop(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    app.server.keepAliveTimeout = 1;
  });
}

/**
 * The web server with everything that all routes share: sessions, the single authorization check, CSRF, problem
 * documents and headers. Modules add their routes to it.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  z.config({ customError: sentenceOf });
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger, bindings) => new RequestLogger(logger, bindings),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: bodyLimits.signedIn,
    // Without a trusted proxy, X-Forwarded-* headers may come from the client itself.
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    forceCloseConnections: 'idle',
    // Long enough that an invalid id of any length reaches the access check and is answered there.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    clientErrorHandler: handleClientError,
    // Addresses that the router cannot parse never reach the error handler.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      return handleError(error, request, reply);
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  app.decorateRequest('visit');
  app.decorateRequest('refusal', null);
  logRefusals(app);
  listRoutes(app);
  // Most calls need one cookie or none, which is parsed when it is asked for.
  await app.register(cookie, { hook: false });
  await app.register(compress, compression);
  setHeaders(app, options);
  parseBodies(app);
  warnOfUnnamedProxy(app);
  trackClients(app);
  closeConnectionsAtStop(app);
  refuseSlowBodies(app);
  refuseOtherHosts(app, options);
  checkRequests(app, options);
  checkInput(app);
  return app;
}
