import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, for sessions and for links sent by e-mail. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. A plain hash is enough: the token itself cannot be guessed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The CSRF token that goes with a session or, before sign-in, with a browser's anonymous id. */
export const csrfTokenOf = (secret: string, subject: string): string =>
  createHmac('sha256', secret).update(`csrf ${subject}`).digest('base64url');

export function sameToken(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
