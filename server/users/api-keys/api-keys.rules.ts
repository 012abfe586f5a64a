import { randomBytes } from 'node:crypto';
import type { ApiKey } from '#contract/api-keys.ts';
import { hashToken, randomToken, sameToken } from '#server/platform/auth/tokens.ts';
import type { ApiKeyRow } from '#server/schema/keys.tables.ts';

/** The last use of a key is written at most this often, in milliseconds. */
export const lastUseWriteInterval = 60_000;

/** A key is `inn_`, 12 characters by which its row is found, and 256 random bits. */
export function newApiKey(): { prefix: string; key: string } {
  const prefix = `inn_${randomBytes(6).toString('hex')}`;
  return { prefix, key: `${prefix}_${randomToken()}` };
}

/** The part of a key by which its row is found; null for text that is not a key. */
export const prefixOf = (key: string): string | null => /^(inn_[0-9a-f]{12})_[\w-]{43}$/.exec(key)?.[1] ?? null;

/** Compared with the hash of an unknown key, so that unknown and wrong keys take the same time. */
const decoyHash = hashToken(randomToken());

/** Whether the key matches the row, compared in constant time, and has not expired. */
export function isValidKey(row: Pick<ApiKeyRow, 'keyHash' | 'expiresAt'> | null, key: string, now: number): boolean {
  const isSame = sameToken(row?.keyHash ?? decoyHash, hashToken(key));
  return row !== null && isSame && row.expiresAt.getTime() > now;
}

export const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  role: row.role,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  expired: row.expiresAt.getTime() <= Date.now(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  lastUsedFrom: row.lastUsedFrom,
});
