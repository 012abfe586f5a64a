import { and, asc, desc, eq, getTableColumns, gt, ilike, isNotNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { containing } from '#server/platform/database/text.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import { auditHead, auditLogs } from '#server/schema/audit.tables.ts';

export type AuditRow = typeof auditLogs.$inferSelect;
export type AuditHeadRow = typeof auditHead.$inferSelect;

/** Allows one writer of the chain at a time; the lock ends with the transaction. */
const chainLock = 0x1a5d;

export async function lockChain(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${chainLock})`);
}

export async function findLast(db: Executor): Promise<Pick<AuditRow, 'seq' | 'hash'> | null> {
  const rows = await db
    .select({ seq: auditLogs.seq, hash: auditLogs.hash })
    .from(auditLogs)
    .orderBy(desc(auditLogs.seq))
    .limit(1);
  return rows[0] ?? null;
}

/** A name for the database that cannot be changed from within it. */
export async function getDatabaseName(db: Executor): Promise<string> {
  const named = sql`select system_identifier::text || '/' || (select oid from pg_database where datname = current_database()) as name from pg_control_system()`;
  const { rows } = await db.execute<{ name: string }>(named);
  return rows[0]?.name ?? '';
}

/** The signed end of the chain; null before anything was sealed. */
export const findHead = async (db: Executor): Promise<AuditHeadRow | null> =>
  (await db.select().from(auditHead).limit(1))[0] ?? null;

const endsSchema = z.object({
  head: z
    .object({
      id: z.number(),
      seq: z.number(),
      hash: z.string(),
      sealed_from: z.number(),
      key_id: z.string(),
      signature: z.string(),
    })
    .nullable(),
  last: z.object({ seq: z.number(), hash: z.string() }).nullable(),
});

/**
 * Takes the lock of the chain, and then reads the signed end and the last entry, so that no other change comes between.
 * `alongside` is evaluated in the same statement.
 */
export async function lockEnds(
  tx: Transaction,
  alongside?: SQL,
): Promise<{ head: AuditHeadRow | null; last: Pick<AuditRow, 'seq' | 'hash'> | null }> {
  const { rows } = await tx.execute(
    sql`select head, last${alongside ? sql`, ${alongside}` : sql``} from lock_audit_chain(${chainLock})`,
  );
  const { head, last } = endsSchema.parse(rows[0]);
  if (!head) return { head, last };
  const { sealed_from: sealedFrom, key_id: keyId, ...others } = head;
  return { head: { ...others, sealedFrom, keyId }, last };
}

/** Stores the end of the chain, with the entries that lead to it, in one statement. */
export async function saveEntries(
  tx: Transaction,
  rows: (typeof auditLogs.$inferInsert)[],
  head: Omit<AuditHeadRow, 'id'>,
): Promise<void> {
  const appended = rows.length > 0 ? [tx.$with('appended').as(tx.insert(auditLogs).values(rows).returning())] : [];
  await tx
    .with(...appended)
    .insert(auditHead)
    .values({ id: 1, ...head })
    .onConflictDoUpdate({ target: auditHead.id, set: head });
}

/** The entries after a sequence number, in the order of the chain. */
export const listAfter = (db: Executor, seq: number, limit: number): Promise<AuditRow[]> =>
  db.select().from(auditLogs).where(gt(auditLogs.seq, seq)).orderBy(asc(auditLogs.seq)).limit(limit);

interface EntryFilter {
  entityType?: string | undefined;
  entityId?: string | undefined;
  /** Only entries with a smaller sequence number. */
  before?: number | undefined;
  limit: number;
}

/** The newest entries first. */
export function listNewest(db: Executor, { entityType, entityId, before, limit }: EntryFilter): Promise<AuditRow[]> {
  const where = and(
    entityType ? eq(auditLogs.entityType, entityType) : undefined,
    entityId ? eq(auditLogs.entityId, entityId) : undefined,
    before === undefined ? undefined : lt(auditLogs.seq, before),
  );
  return db.select().from(auditLogs).where(where).orderBy(desc(auditLogs.seq)).limit(limit);
}

/** Matches entries that a user made or that contain one of the texts. */
export const isNaming = (userId: string, texts: readonly string[]): SQL | undefined =>
  or(eq(auditLogs.userId, userId), ...texts.map((text) => ilike(sql`${auditLogs.details}::text`, containing(text))));

/** Matches entries older than a time that still name the client. */
export const isWithClientBefore = (time: Date): SQL | undefined =>
  and(lt(auditLogs.createdAt, time), or(isNotNull(auditLogs.address), isNotNull(auditLogs.client)));

/** The entries after a number, each with the hash of the previous one. */
export function listToErase(
  tx: Transaction,
  which: SQL | undefined,
  after: number,
  limit: number,
): Promise<{ entry: AuditRow; previous: string | null }[]> {
  const before = alias(auditLogs, 'before');
  return tx
    .select({ entry: getTableColumns(auditLogs), previous: before.hash })
    .from(auditLogs)
    .leftJoin(before, eq(before.seq, sql`${auditLogs.seq} - 1`))
    .where(and(gt(auditLogs.seq, after), which))
    .orderBy(asc(auditLogs.seq))
    .limit(limit);
}

/** The only change that the database allows: personal parts removed, under a seal. */
export async function updateErased(
  tx: Transaction,
  seq: number,
  left: Pick<AuditRow, 'details' | 'address' | 'client' | 'salt' | 'erasure'>,
): Promise<void> {
  await tx.update(auditLogs).set(left).where(eq(auditLogs.seq, seq));
}
