import { createHash } from 'node:crypto';
import type { AuditRow } from './audit.repository.ts';

/** The hash that the first entry is chained to. */
export const genesis = '0'.repeat(64);

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

/** The hash of an entry, over the hash of the entry before it and all of its own fields. */
export function hashOf(previous: string, entry: Omit<AuditRow, 'id' | 'hash'>): string {
  const content = canonical([
    entry.seq,
    entry.userId,
    entry.action,
    entry.entityType,
    entry.entityId,
    entry.details ?? null,
    entry.createdAt.toISOString(),
  ]);
  return createHash('sha256').update(previous).update(content).digest('hex');
}
