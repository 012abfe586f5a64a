import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, for sessions and for links sent by e-mail. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token. A plain hash suffices, because the token itself cannot be guessed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * The CSRF token for a session or, before sign-in, for a browser's anonymous id. A browser can choose that id, so it
 * must never produce the token of a session.
 */
export const csrfTokenOf = (secret: string, kind: 'session' | 'visitor', id: string): string =>
  createHmac('sha256', secret).update(`csrf ${kind} ${id}`).digest('base64url');

export function sameToken(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
