import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import {
  encodedRow,
  evaluatedOf,
  placesIn,
  placesOf,
  shapeOf,
  valuesIn,
  valuesOf,
  writesOf,
  type Parts,
} from '#server/platform/database/one-statement.ts';
import { builtOnce } from '#server/platform/database/built-once.ts';
import { containing } from '#server/platform/database/text.ts';
import { jsonText } from './erase-texts.ts';
import { textsOf, type NamedPerson } from './person.rules.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import { auditHead, auditLogs } from '#server/schema/audit.tables.ts';

type StoredRow = typeof auditLogs.$inferSelect;
/** An entry of the chain. */
export type AuditRow = StoredRow & { seq: number };
/** An entry that waits for its place in the chain. */
export type WaitingRow = StoredRow & { seq: null; position: number };
export type AuditHeadRow = typeof auditHead.$inferSelect;

const sealedColumns = { ...getTableColumns(auditLogs), seq: sql<number>`${auditLogs.seq}`.mapWith(Number) };
const waitingColumns = {
  ...getTableColumns(auditLogs),
  seq: sql<null>`null`,
  position: sql<number>`${auditLogs.position}`.mapWith(Number),
};

/** Allows one process at a time to extend the chain; the lock ends with the transaction. */
const chainLock = 0x1a5d;

export async function lockChain(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${chainLock})`);
}

export async function findLast(db: Executor): Promise<Pick<AuditRow, 'seq' | 'hash'> | null> {
  const rows = await db
    .select({ seq: sealedColumns.seq, hash: auditLogs.hash })
    .from(auditLogs)
    .where(isNotNull(auditLogs.seq))
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

/** Takes the lock of the chain, and then reads its signed end and its last entry, so that nothing comes between. */
export async function lockEnds(
  tx: Transaction,
): Promise<{ head: AuditHeadRow | null; last: Pick<AuditRow, 'seq' | 'hash'> | null }> {
  const { rows } = await tx.execute(sql`select head, last from lock_audit_chain(${chainLock})`);
  const { head, last } = endsSchema.parse(rows[0]);
  if (!head) return { head, last };
  const { sealed_from: sealedFrom, key_id: keyId, ...others } = head;
  return { head: { ...others, sealedFrom, keyId }, last };
}

type NewWaitingRow = Omit<WaitingRow, 'position'>;
const { position: _position, ...givenColumns } = getTableColumns(auditLogs);
const givenNames = Object.keys(givenColumns) as (keyof NewWaitingRow)[];

/** The statement that writes this many entries, in which the parts are written and evaluated too. */
function buildWaiting(tx: Transaction, count: number, parts: Parts) {
  const evaluated = evaluatedOf(tx, parts);
  return tx
    .with(...writesOf(tx, parts))
    .insert(auditLogs)
    .values(
      Array.from({ length: count }, (_, index) => ({
        ...placesOf(givenNames, placesIn(`entry_${index}`)),
        position: sql<number>`nextval('audit_positions')`,
      })),
    )
    .returning({ position: waitingColumns.position, ...(evaluated ? { evaluated } : {}) })
    .prepare('');
}
/** Most changes have as many entries at most; the statements for more are rarely needed again. */
const usualEntries = 4;
const waitingStatement = builtOnce((tx: Transaction, _shape, count: number, parts: Parts) =>
  buildWaiting(tx, count, parts),
);

/** Writes entries that wait for their seal, and returns them with their positions. */
export async function insertWaiting(
  tx: Transaction,
  rows: readonly NewWaitingRow[],
  parts: Parts = { writes: [], evaluated: undefined },
): Promise<WaitingRow[]> {
  const statement =
    rows.length <= usualEntries
      ? waitingStatement(tx, `${rows.length}, ${shapeOf(parts)}`, rows.length, parts)
      : buildWaiting(tx, rows.length, parts);
  const entries = rows.map((row, index) => valuesIn(`entry_${index}`, encodedRow(auditLogs, row)));
  const placed = await statement.execute(Object.assign(valuesOf(parts), ...entries) as Record<string, unknown>);
  return rows.flatMap((row, index) => {
    const at = placed[index]?.position;
    return at === undefined ? [] : [{ ...row, position: at }];
  });
}

/** Puts lost entries back at their positions. */
export async function insertLost(tx: Transaction, rows: readonly WaitingRow[]): Promise<void> {
  await tx.insert(auditLogs).values([...rows]);
}

/** Whether any entry waits for its seal. */
export async function isAnyWaiting(db: Executor): Promise<boolean> {
  const rows = await db.select({ id: auditLogs.id }).from(auditLogs).where(isNull(auditLogs.seq)).limit(1);
  return rows.length > 0;
}

/** How many seconds the oldest entry has waited for its seal; 0 if none waits. */
export async function getWaitingSeconds(db: Executor): Promise<number> {
  const [row] = await db
    .select({ seconds: sql`extract(epoch from clock_timestamp() - min(${auditLogs.createdAt}))`.mapWith(Number) })
    .from(auditLogs)
    .where(isNull(auditLogs.seq));
  return Math.max(0, row?.seconds ?? 0);
}

/** The entries that wait for their seal, in the order of writing. */
export const listWaiting = (db: Executor, after: number, limit: number): Promise<WaitingRow[]> =>
  db
    .select(waitingColumns)
    .from(auditLogs)
    .where(and(isNull(auditLogs.seq), gt(auditLogs.position, after)))
    .orderBy(asc(auditLogs.position))
    .limit(limit);

/** Which of these entries exist, sealed or not. */
export async function listExisting(db: Executor, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: auditLogs.id })
    .from(auditLogs)
    .where(inArray(auditLogs.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

export async function saveHead(tx: Transaction, head: Omit<AuditHeadRow, 'id'>): Promise<void> {
  const row = { id: 1, ...head };
  await tx.insert(auditHead).values(row).onConflictDoUpdate({ target: auditHead.id, set: head });
}

/** Gives waiting entries their places in the chain, and stores the end of it, in one statement. */
export async function saveSealed(
  tx: Transaction,
  places: readonly { id: string; seq: number; hash: string }[],
  head: Omit<AuditHeadRow, 'id'>,
): Promise<void> {
  const sealed = tx.$with('sealed').as(
    tx
      .update(auditLogs)
      .set({ seq: sql`place.seq`, hash: sql`place.hash`, keyId: head.keyId })
      .from(sql`jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place(id uuid, seq bigint, hash text)`)
      .where(and(eq(auditLogs.id, sql`place.id`), isNull(auditLogs.seq)))
      .returning({ id: auditLogs.id }),
  );
  const [saved] = await tx
    .with(sealed)
    .insert(auditHead)
    .values({ id: 1, ...head })
    .onConflictDoUpdate({ target: auditHead.id, set: head })
    .returning({ count: sql<number>`(select count(*) from sealed)`.mapWith(Number) });
  if (saved?.count !== places.length) throw new Error('Entries of the audit log changed while they were being sealed.');
}

/** The entries of the chain after a number, in order. */
export const listAfter = (db: Executor, seq: number, limit: number): Promise<AuditRow[]> =>
  db.select(sealedColumns).from(auditLogs).where(gt(auditLogs.seq, seq)).orderBy(asc(auditLogs.seq)).limit(limit);

interface EntryFilter {
  entityType?: string | undefined;
  entityId?: string | undefined;
  /** Only entries with a smaller sequence number. */
  before?: number | undefined;
  limit: number;
}

/** The newest entries of the chain first. */
export function listNewest(db: Executor, { entityType, entityId, before, limit }: EntryFilter): Promise<AuditRow[]> {
  const where = and(
    isNotNull(auditLogs.seq),
    entityType ? eq(auditLogs.entityType, entityType) : undefined,
    entityId ? eq(auditLogs.entityId, entityId) : undefined,
    before === undefined ? undefined : lt(auditLogs.seq, before),
  );
  return db.select(sealedColumns).from(auditLogs).where(where).orderBy(desc(auditLogs.seq)).limit(limit);
}

/** Matches entries that a user made, that are about the user, or that may name the user. */
export const isNaming = (person: NamedPerson): SQL | undefined => {
  const text = sql`${auditLogs.details}::text`;
  return or(
    eq(auditLogs.userId, person.id),
    eq(auditLogs.entityId, person.id),
    // A username is erased only where it is a whole value.
    ...textsOf(person).map((each) =>
      ilike(text, containing(each === person.username ? JSON.stringify(each) : jsonText(each))),
    ),
  );
};

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
    .select({ entry: sealedColumns, previous: before.hash })
    .from(auditLogs)
    .leftJoin(before, eq(before.seq, sql`${auditLogs.seq} - 1`))
    .where(and(gt(auditLogs.seq, after), which))
    .orderBy(asc(auditLogs.seq))
    .limit(limit);
}

/** The only change that the database allows: personal parts removed, under a seal. */
export async function updateErased(
  tx: Transaction,
  left: readonly Pick<AuditRow, 'seq' | 'details' | 'address' | 'client' | 'erasure'>[],
): Promise<void> {
  if (left.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(left)}::jsonb)
    as each(seq bigint, details jsonb, address text, client text, erasure text)`;
  await tx
    .update(auditLogs)
    .set({
      details: sql`each.details`,
      address: sql`each.address`,
      client: sql`each.client`,
      salt: null,
      erasure: sql`each.erasure`,
    })
    .from(given)
    .where(eq(auditLogs.seq, sql`each.seq`));
}
