import { createHash, createHmac } from 'node:crypto';
import type { AuditHeadRow, AuditRow, WaitingRow } from './audit.repository.ts';

/** The hash to which the first entry is chained. */
export const firstPreviousHash = '0'.repeat(64);
/** The previous hash of an entry whose predecessor cannot be trusted; no hash equals it, so the break stays visible. */
export const untrusted = 'untrusted';

/**
 * A key with which entries are sealed. It is stored outside the database, so that an attacker with write access to the
 * database cannot forge an entry.
 */
export interface AuditKey {
  /** Identifies the key in the entries without revealing it. */
  id: string;
  secret: string;
}

export const auditKeyOf = (secret: string): AuditKey => ({
  id: createHmac('sha256', secret).update('audit key id').digest('hex').slice(0, 12),
  secret,
});

/** JSON with sorted keys, because jsonb does not keep their order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value && typeof value === 'object') {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

type Entry = Omit<AuditRow, 'id' | 'position' | 'hash' | 'keyId' | 'salt' | 'erasure'> &
  Partial<Pick<AuditRow, 'id' | 'position' | 'salt'>>;

const contentOf = (entry: Omit<Entry, 'seq'>): unknown[] => [
  entry.userId,
  entry.action,
  entry.entityType,
  entry.entityId,
  entry.details ?? null,
  entry.createdAt.toISOString(),
];

/**
 * Entries that waited for their seal have a position. Their id counts as well, because otherwise an entry that waited
 * could be put back under its id after the sealed one got another id.
 */
const fieldsOf = (entry: Entry): unknown[] => [
  entry.seq,
  ...contentOf(entry),
  ...(typeof entry.position === 'number' ? [entry.position, entry.id] : []),
];

/** The keyed hash of an entry that waits for its place in the chain, over its own fields. */
export function waitingHashOf(key: AuditKey, entry: Omit<WaitingRow, 'seq' | 'position' | 'keyId' | 'hash'>): string {
  const fields = [
    'audit entry waiting',
    entry.id,
    ...contentOf(entry),
    entry.address,
    entry.client,
    entry.salt,
    key.id,
  ];
  return createHmac('sha256', key.secret).update(canonical(fields)).digest('hex');
}

/** Whether a waiting entry is as it was written. */
export function isAsWritten(keys: readonly AuditKey[], row: WaitingRow): boolean {
  const key = keys.find(({ id }) => id === row.keyId);
  return key !== undefined && row.erasure === null && row.hash === waitingHashOf(key, row);
}

/** The hash of an entry from before keys existed, over the previous hash and its own fields. */
export function plainHashOf(previous: string, entry: Entry): string {
  return createHash('sha256')
    .update(previous)
    .update(canonical(fieldsOf(entry)))
    .digest('hex');
}

/** The keyed hash of an entry, over the previous hash and its own fields. */
export function sealedHashOf(key: AuditKey, previous: string, entry: Entry): string {
  const salt = entry.salt ? [entry.salt] : [];
  const content = canonical([...fieldsOf(entry), entry.address, entry.client, key.id, ...salt]);
  return createHmac('sha256', key.secret).update(previous).update(content).digest('hex');
}

/** The last entry of the chain: its number and hash, and the number of the first entry with a key. */
export interface ChainEnd {
  seq: number;
  hash: string;
  sealedFrom: number;
}

export const signatureOf = (key: AuditKey, { seq, hash, sealedFrom }: ChainEnd): string =>
  createHmac('sha256', key.secret)
    .update(canonical(['audit head', seq, hash, sealedFrom, key.id]))
    .digest('hex');

export const signed = (key: AuditKey, end: ChainEnd): Omit<AuditHeadRow, 'id'> => ({
  ...end,
  keyId: key.id,
  signature: signatureOf(key, end),
});

/** Whether one of the keys has signed the head. */
export function isSigned(keys: readonly AuditKey[], head: Omit<AuditHeadRow, 'id'>): boolean {
  const key = keys.find(({ id }) => id === head.keyId);
  return key !== undefined && signatureOf(key, head) === head.signature;
}

/**
 * The seal of an entry from which a user was erased. Its hash covered the erased parts, so the seal proves with the key
 * that this hash, after the previous one, belongs to what is left.
 */
export function erasureSealOf(key: AuditKey, previous: string, entry: Entry & { hash: string; keyId: string | null }) {
  const left = canonical([
    'audit entry erased',
    ...fieldsOf(entry),
    entry.address,
    entry.client,
    entry.keyId,
    entry.hash,
  ]);
  return `${key.id}:${createHmac('sha256', key.secret).update(previous).update(left).digest('hex')}`;
}

function isSealedErasure(keys: readonly AuditKey[], previous: string, row: AuditRow): boolean {
  const key = keys.find(({ id }) => row.erasure?.startsWith(`${id}:`));
  return key !== undefined && row.salt === null && row.erasure === erasureSealOf(key, previous, row);
}

/** Whether an entry follows the previous hash. `sealedFrom` is the first entry that needs a key. */
export function isNextInChain(keys: readonly AuditKey[], sealedFrom: number, previous: string, row: AuditRow): boolean {
  if (row.erasure !== null) return (row.keyId !== null || row.seq < sealedFrom) && isSealedErasure(keys, previous, row);
  if (row.keyId === null) return row.seq < sealedFrom && row.hash === plainHashOf(previous, row);
  const key = keys.find(({ id }) => id === row.keyId);
  return key !== undefined && row.hash === sealedHashOf(key, previous, row);
}

/** The `userId` of actions of the server. */
export const serverId = '00000000-0000-0000-0000-000000000000';
