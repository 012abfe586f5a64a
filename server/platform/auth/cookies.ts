import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';

export const sessionCookie = 'innspect_session';
export const visitorCookie = 'innspect_visitor';

export interface CookieOptions {
  secure: boolean;
}

/** Secure where the configured address is https, and where a trusted proxy received the request by https. */
const base = (options: CookieOptions, reply: FastifyReply) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: options.secure || reply.request.protocol === 'https',
});

/** With Remember me the cookie survives closing the browser. */
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

/** The id that the CSRF token of a browser is bound to before anybody signs in. */
export function visitorId(request: FastifyRequest, reply: FastifyReply, options: CookieOptions): string {
  const existing = request.cookies[visitorCookie];
  if (existing && /^[\w-]{20,64}$/.test(existing)) return existing;
  const fresh = randomBytes(18).toString('base64url');
  reply.setCookie(visitorCookie, fresh, base(options, reply));
  return fresh;
}
