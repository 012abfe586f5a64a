import { isIP } from 'node:net';
import type { Passkey } from '#contract/passkeys.ts';
import type { PasskeyRow } from '#server/schema/users.tables.ts';

/** How long a challenge can be answered. */
export const passkeyChallengeLifetime = 5 * 60_000;
export const maxPasskeys = 10;
/** EdDSA, ES256 and RS256, by their numbers in COSE; what every device can do is among them. */
export const algorithms = [-8, -7, -257];

/** The origin that passkeys are for, and the host name that they are bound to. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** Null where the server is called by a bare address: browsers bind passkeys to names alone. */
export function relyingPartyOf(origin: string): RelyingParty | null {
  const { hostname } = new URL(origin);
  return isIP(hostname.replace(/^\[(.*)\]$/, '$1')) ? null : { id: hostname, origin };
}

/** The challenge that an answer of the browser says it has signed; null where it says none. */
export function challengeOf(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const challenge = data && typeof data === 'object' && 'challenge' in data ? data.challenge : null;
    return typeof challenge === 'string' && challenge.length <= 200 ? challenge : null;
  } catch {
    return null;
  }
}

/** The bytes by which a device knows the account: its id, which says nothing about the person. */
export const userHandleOf = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));

/** Whether the account that the device names, if it names one, is the passkey's. */
export const isHandleOf = (userHandle: string | undefined, userId: string): boolean =>
  userHandle === undefined || userHandle === Buffer.from(userHandleOf(userId)).toString('base64url');

export const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  synced: row.synced,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});
