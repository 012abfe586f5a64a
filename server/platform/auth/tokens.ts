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

/** What a mark is bound to; a new password ends all marks of the account. */
interface Marked {
  id: string;
  /** Its hash. */
  password: string;
}
const markSeal = (secret: string, { id, password }: Marked, nonce: string): string =>
  createHmac('sha256', secret).update(`device ${nonce} ${id} ${password}`).digest('base64url');

/** Marks a browser that has signed in to an account. A mark is no right: it only has its own count of wrong passwords. */
export function deviceMarkOf(secret: string, user: Marked): string {
  const nonce = randomBytes(12).toString('base64url');
  return `${nonce}.${markSeal(secret, user, nonce)}`;
}

/** The part of the mark that tells browsers apart; null unless it marks this account. */
export function markedDevice(secret: string, user: Marked, mark: string | undefined): string | null {
  const [nonce = '', seal = ''] = mark?.split('.') ?? [];
  return sameToken(seal, markSeal(secret, user, nonce)) ? nonce : null;
}

export function sameToken(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
