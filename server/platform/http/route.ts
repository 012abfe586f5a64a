import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { ZodType, z } from 'zod';
import { allowsCall, apiAreaOfTag } from '#contract/api-keys.ts';
import type { Actor, Authorized } from './actor.ts';
import { adminsOnly, apiKeyNotForThis, apiKeyScopeMissing, secondFactorRequired } from './http.errors.ts';
import type { AppError } from './problem.ts';

/**
 * Who may call a route. An API route without it prevents the server from starting.
 * - `public`: everyone; with `anonymous` the caller's session is not even looked up, which only a reading call may do.
 * `signed-in`: any user. `admin`: a user in the admin view. With `duringSetup` also users who must set up a second
 * factor first and may call nothing else.
 * - `target`: the users for whom the loader finds the entity; it returns null for one that does not exist or is not
 * theirs (404). With `ownerOnly`, an admin, who may read it, is refused too (403).
 */
export type Access<Target> =
  | { kind: 'public'; anonymous?: boolean }
  | { kind: 'signed-in'; duringSetup?: boolean }
  | { kind: 'admin' }
  | {
      kind: 'target';
      admin: boolean;
      /** The 404 for what does not exist or does not belong to the caller. */
      notFound: () => AppError;
      param: string;
      load: (actor: Actor, id: string) => Promise<Authorized<Target> | null>;
      ownerOnly?: OwnerOnly<Target>;
    };

interface OwnerOnly<Target> {
  idOf(target: Target): string | null;
  /** The 403 for a user who may read it but does not own it. */
  refusal: () => AppError;
}

export const anybody: Access<undefined> = { kind: 'public' };
/** For everyone, with the same answer for all callers. */
export const anonymous: Access<undefined> = { kind: 'public', anonymous: true };
/** Whether nobody looks at who calls. */
export const isAnonymous = (access: Access<unknown>): boolean => access.kind === 'public' && access.anonymous === true;
export const signedIn: Access<undefined> = { kind: 'signed-in' };
export const signedInDuringSetup: Access<undefined> = { kind: 'signed-in', duringSetup: true };
export const admin: Access<undefined> = { kind: 'admin' };

type Loader<T> = (actor: Actor, id: string) => Promise<Authorized<T> | null>;
/** For all who may read the entity that `:id` names. */
export const readerOf = <T>(notFound: () => AppError, load: Loader<T>, param = 'id'): Access<T> => ({
  kind: 'target',
  admin: false,
  notFound,
  param,
  load,
});
/** For the owner of the entity that `:id` names. */
export const ownerOf = <T>(notFound: () => AppError, load: Loader<T>, ownerOnly: OwnerOnly<T>): Access<T> => ({
  kind: 'target',
  admin: false,
  notFound,
  param: 'id',
  load,
  ownerOnly,
});
/** For admins; the entity has to exist. */
export const adminOf = <T>(notFound: () => AppError, load: Loader<T>, param = 'id'): Access<T> => ({
  kind: 'target',
  admin: true,
  notFound,
  param,
  load,
});

/** The results of a request's access check. */
export interface Visit {
  actor: Actor | null;
  target: unknown;
}

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit;
    /** The code of the problem document with which it was answered; null without one. */
    refusal: string | null;
  }
  interface FastifyContextConfig {
    access?: Access<unknown>;
    /** The part of the API to which it belongs, on which the rights of an API key depend. */
    tag?: string;
    /** What the published contract states about a route besides its schemas. */
    described?: Description;
  }
}

interface Description {
  /** The statuses of answers without a body. */
  empty: number[];
  /** The media types of the file with which it answers, and of the file that is its body. */
  produces: readonly string[];
  consumes: readonly string[];
  /** Whether a call without a body is valid. */
  bodyOptional: boolean;
}

type Parsed<S> = S extends ZodType ? z.output<S> : undefined;
export interface Call<Target, Body, Query> {
  actor: Actor;
  target: Authorized<Target>;
  body: Body;
  query: Query;
  params: Record<string, string>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The body sizes in bytes that a call accepts unless it declares its own limit. */
export const bodyLimits = { anybody: 16 * 1024, signedIn: 64 * 1024 } as const;

interface RouteOptions<Target, B extends ZodType | undefined, Q extends ZodType | undefined> {
  summary: string;
  tag: string;
  access: Access<Target>;
  body?: B;
  /** In bytes, for a call that needs more than others. */
  bodyLimit?: number;
  query?: Q;
  /** The answer by status. `null` is an answer without a body. */
  response: Record<number, ZodType | null>;
  /** The media types of the file with which it answers, unless it answers with JSON. */
  produces?: readonly string[];
  /** The media types of the file that is its body. */
  consumes?: readonly string[];
  handle: (call: Call<Target, Parsed<B>, Parsed<Q>>) => Promise<unknown>;
}

/**
 * Registers a route: schema, access, one service call. The answer's status is the first of `response` unless the
 * handler sets another; fields that the response schema does not declare are dropped.
 */
export function route<Target, B extends ZodType | undefined = undefined, Q extends ZodType | undefined = undefined>(
  app: FastifyInstance,
  method: HTTPMethods,
  url: string,
  options: RouteOptions<Target, B, Q>,
): void {
  const statuses = Object.keys(options.response).map(Number);
  const first = statuses[0] ?? 200;
  const response: Record<number, unknown> = {};
  for (const status of statuses) {
    const schema = options.response[status];
    if (schema) response[status] = schema;
  }
  app.route({
    method,
    url,
    bodyLimit: options.bodyLimit ?? (options.access.kind === 'public' ? bodyLimits.anybody : bodyLimits.signedIn),
    config: {
      access: options.access as Access<unknown>,
      tag: options.tag,
      described: {
        empty: statuses.filter((status) => options.response[status] === null),
        produces: options.produces ?? [],
        consumes: options.consumes ?? [],
        bodyOptional: options.body?.safeParse({}).success ?? false,
      },
    },
    schema: {
      summary: options.summary,
      tags: [options.tag],
      ...(options.body ? { body: options.body } : {}),
      ...(options.query ? { querystring: options.query } : {}),
      response,
    },
    handler: async (request, reply) => {
      reply.status(first);
      const answer = await options.handle({
        // Null on public routes only, whose handlers read request.visit instead.
        actor: request.visit.actor as Actor,
        target: request.visit.target as Authorized<Target>,
        body: request.body as Parsed<B>,
        query: request.query as Parsed<Q>,
        params: request.params as Record<string, string>,
        request,
        reply,
      });
      if (options.response[reply.statusCode] === null) return reply.send();
      return answer;
    },
  });
}

/** Refuses a call that an API key's rights do not include; calls of users pass. */
export function checkKeyScopes({ keyScopes }: Actor, method: string, tag: string | undefined): void {
  if (!keyScopes) return;
  const area = apiAreaOfTag(tag ?? '');
  if (area === null) throw apiKeyNotForThis();
  const right = method === 'GET' || method === 'HEAD' ? 'read' : 'write';
  if (!allowsCall(keyScopes, area, right)) throw apiKeyScopeMissing(`${area}:${right}`);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Checks in this order: second factor not set up (403), role (403), entity (404), owner (403). Sign-in and CSRF are
 * checked before.
 */
export async function checkAccess(
  access: Access<unknown>,
  actor: Actor,
  params: Record<string, string>,
): Promise<unknown> {
  const duringSetup = access.kind === 'signed-in' && access.duringSetup === true;
  if (actor.mustSetUpSecondFactor && !duringSetup) throw secondFactorRequired();
  const needsAdmin = access.kind === 'admin' || (access.kind === 'target' && access.admin);
  if (needsAdmin && !actor.isAdmin) throw adminsOnly();
  if (access.kind !== 'target') return undefined;
  const id = params[access.param] ?? '';
  const target = uuid.test(id) ? await access.load(actor, id) : null;
  if (target === null) throw access.notFound();
  if (access.ownerOnly && access.ownerOnly.idOf(target) !== actor.id) throw access.ownerOnly.refusal();
  return target;
}
