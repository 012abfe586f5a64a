import { createHash, randomUUID } from 'node:crypto';
import { asc, desc, gt, sql } from 'drizzle-orm';
import type { AuditAction, AuditKind } from '#contract/audit.ts';
import type { Database, Transaction } from '#server/platform/database/types.ts';
import { auditLogs } from '#server/schema/audit.tables.ts';

export interface AuditEntry {
  action: AuditAction;
  entityType: AuditKind;
  entityId: string;
  details?: Record<string, unknown>;
}

type Chained = Pick<
  typeof auditLogs.$inferSelect,
  'seq' | 'userId' | 'action' | 'entityType' | 'entityId' | 'details' | 'createdAt'
>;

const genesis = '0'.repeat(64);
/** One writer of the chain at a time; the lock goes with the transaction. */
const chainLock = 0x1a5d;

/** JSON with sorted keys: jsonb does not keep their order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value && typeof value === 'object') {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

function hashOf(previous: string, entry: Chained): string {
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

/** Appends entries at the end of a transaction: the chain's lock is held from here to the commit. */
export async function appendAudit(tx: Transaction, userId: string, entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.execute(sql`select pg_advisory_xact_lock(${chainLock})`);
  const [last] = await tx
    .select({ seq: auditLogs.seq, hash: auditLogs.hash })
    .from(auditLogs)
    .orderBy(desc(auditLogs.seq))
    .limit(1);
  let seq = last?.seq ?? 0;
  let hash = last?.hash ?? genesis;
  const rows = entries.map((entry) => {
    seq += 1;
    // What the database will hold: details as JSON, so undefined values and dates are gone before hashing.
    const details: unknown = entry.details ? JSON.parse(JSON.stringify(entry.details)) : null;
    const row = {
      id: randomUUID(),
      seq,
      userId,
      action: entry.action,
      entityType: entry.entityType,
      entityId: entry.entityId,
      details,
      createdAt: new Date(),
    };
    hash = hashOf(hash, row);
    return { ...row, hash };
  });
  await tx.insert(auditLogs).values(rows);
}

/** Walks the chain from its start. `brokenAt` is the first sequence number that does not fit. */
export async function verifyAudit(db: Database): Promise<{ ok: boolean; entries: number; brokenAt: number | null }> {
  let previous = genesis;
  let seq = 0;
  for (;;) {
    const rows = await db
      .select()
      .from(auditLogs)
      .where(gt(auditLogs.seq, seq))
      .orderBy(asc(auditLogs.seq))
      .limit(1000);
    for (const row of rows) {
      if (row.seq !== seq + 1 || row.hash !== hashOf(previous, row))
        return { ok: false, entries: seq, brokenAt: seq + 1 };
      previous = row.hash;
      seq = row.seq;
    }
    if (rows.length < 1000) return { ok: true, entries: seq, brokenAt: null };
  }
}
