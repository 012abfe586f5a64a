import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';

/**
 * The names of the cookies. Behind https they have a prefix that prevents other hosts of the domain from setting them.
 */
const names = {
  session: 'innspect_session',
  visitor: 'innspect_visitor',
  challenge: 'innspect_challenge',
  provider: 'innspect_provider',
  device: 'innspect_device',
} as const;
type CookieKind = keyof typeof names;

export const cookieName = (kind: CookieKind, { secure }: { secure: boolean }): string =>
  secure ? `__Host-${names[kind]}` : names[kind];

export interface CookieOptions {
  secure: boolean;
}

/** Whether cookies are Secure: the configured address is https, or a trusted proxy received the request by https. */
const isSecure = (options: CookieOptions, request: FastifyRequest): boolean =>
  options.secure || request.protocol === 'https';

const base = (options: CookieOptions, reply: FastifyReply) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isSecure(options, reply.request),
});

const nameFor = (kind: CookieKind, options: CookieOptions, request: FastifyRequest): string =>
  cookieName(kind, { secure: isSecure(options, request) });

export function cookieOf(kind: CookieKind, request: FastifyRequest, options: CookieOptions): string | undefined {
  const { cookie } = request.headers;
  return cookie ? request.server.parseCookie(cookie)[nameFor(kind, options, request)] : undefined;
}

/** With Remember me, the cookie survives closing the browser. */
export function setSessionCookie(
  reply: FastifyReply,
  token: string,
  expiresAt: Date,
  remember: boolean,
  options: CookieOptions,
): void {
  reply.setCookie(nameFor('session', options, reply.request), token, {
    ...base(options, reply),
    ...(remember ? { expires: expiresAt } : {}),
  });
}

/** Keeps the mark of a browser that has signed in (tokens.ts), also after signing out. */
export function setDeviceCookie(reply: FastifyReply, mark: string, options: CookieOptions): void {
  const maxAge = 180 * 24 * 60 * 60;
  reply.setCookie(nameFor('device', options, reply.request), mark, { ...base(options, reply), maxAge });
}

/** Binds a sign-in that waits for its code to the browser in which the password was typed. */
export function setChallengeCookie(reply: FastifyReply, token: string, expires: Date, options: CookieOptions): void {
  reply.setCookie(nameFor('challenge', options, reply.request), token, {
    ...base(options, reply),
    sameSite: 'strict',
    expires,
  });
}

/**
 * Binds a sign-in at the identity provider to the browser that started it. SameSite is Lax, because the provider
 * redirects back.
 */
export function setProviderCookie(reply: FastifyReply, token: string, expires: Date, options: CookieOptions): void {
  reply.setCookie(nameFor('provider', options, reply.request), token, { ...base(options, reply), expires });
}

export function clearProviderCookie(reply: FastifyReply, options: CookieOptions): void {
  reply.clearCookie(nameFor('provider', options, reply.request), base(options, reply));
}

export function clearChallengeCookie(reply: FastifyReply, options: CookieOptions): void {
  reply.clearCookie(nameFor('challenge', options, reply.request), base(options, reply));
}

export function clearSessionCookie(reply: FastifyReply, options: CookieOptions): void {
  reply.clearCookie(nameFor('session', options, reply.request), base(options, reply));
}

/** The id to which a browser's CSRF token is bound before sign-in. */
export function visitorId(request: FastifyRequest, reply: FastifyReply, options: CookieOptions): string {
  const existing = cookieOf('visitor', request, options);
  if (existing && /^[\w-]{20,64}$/.test(existing)) return existing;
  const fresh = randomBytes(18).toString('base64url');
  reply.setCookie(nameFor('visitor', options, request), fresh, base(options, reply));
  return fresh;
}
