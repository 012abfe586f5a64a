import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';

export const sessionCookie = 'innspect_session';
export const visitorCookie = 'innspect_visitor';

export interface CookieOptions {
  secure: boolean;
}

/** Secure where the settings say https, and where the proxy before us does. */
const base = (options: CookieOptions, reply: FastifyReply) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: options.secure || reply.request.protocol === 'https',
});

/** With Remember me the cookie outlives the browser, otherwise it goes when the browser closes. */
export function setSessionCookie(
  reply: FastifyReply,
  token: string,
  expiresAt: Date,
  remember: boolean,
  options: CookieOptions,
): void {
  reply.setCookie(sessionCookie, token, { ...base(options, reply), ...(remember ? { expires: expiresAt } : {}) });
}

export function clearSessionCookie(reply: FastifyReply, options: CookieOptions): void {
  reply.clearCookie(sessionCookie, base(options, reply));
}

/** Id of a browser that nobody has signed in on: what its CSRF token is bound to. */
export function visitorId(request: FastifyRequest, reply: FastifyReply, options: CookieOptions): string {
  const present = request.cookies[visitorCookie];
  if (present && /^[\w-]{20,64}$/.test(present)) return present;
  const fresh = randomBytes(18).toString('base64url');
  reply.setCookie(visitorCookie, fresh, base(options, reply));
  return fresh;
}
