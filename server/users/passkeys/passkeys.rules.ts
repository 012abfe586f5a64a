import { isIP } from 'node:net';
import type { Passkey } from '#contract/passkeys.ts';
import type { PasskeyRow } from '#server/schema/users.tables.ts';

/** How long a challenge can be answered, in milliseconds. */
export const passkeyChallengeLifetime = 5 * 60_000;
export const maxPasskeys = 10;
/** The COSE numbers of EdDSA, ES256 and RS256; every device supports one of them. */
export const algorithms = [-8, -7, -257];

/** The origin of the passkeys, and the host name to which they are bound. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** Null when the server is called by an IP address, because browsers bind passkeys to names only. */
export function relyingPartyOf(origin: string): RelyingParty | null {
  const { hostname } = new URL(origin);
  return isIP(hostname.replace(/^\[(.*)\]$/, '$1')) ? null : { id: hostname, origin };
}

/** The challenge that the browser's answer claims to have signed; null when it has none. */
export function challengeOf(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const challenge = data && typeof data === 'object' && 'challenge' in data ? data.challenge : null;
    return typeof challenge === 'string' && challenge.length <= 200 ? challenge : null;
  } catch {
    return null;
  }
}

/** The bytes by which a device identifies the account: its id, which reveals nothing about the user. */
export const userHandleOf = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));

/** Whether the account that the device names is the passkey's; true when it names none. */
export const matchesUserHandle = (userHandle: string | undefined, userId: string): boolean =>
  userHandle === undefined || userHandle === Buffer.from(userHandleOf(userId)).toString('base64url');

export const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  synced: row.synced,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});
