import { and, count, desc, eq, gt, ilike, inArray, or, sql, type SQL } from 'drizzle-orm';
import { expectOne } from '#server/platform/database/expect-one.ts';
import { containing } from '#server/platform/database/text.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import { newest } from '#server/platform/http/newest.ts';
import { toPage, type Page } from '#server/platform/http/page.ts';
import { areaSessions } from '#server/schema/areas.tables.ts';
import { properties, type PropertyRow } from '#server/schema/properties.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';

type NewProperty = typeof properties.$inferInsert;

/** A property; with `ownerId`, only if it is linked to that user. */
export const findById = async (db: Executor, id: string, ownerId?: string): Promise<PropertyRow | null> =>
  (
    await db
      .select()
      .from(properties)
      .where(and(eq(properties.id, id), ownerId ? eq(properties.userId, ownerId) : undefined))
      .limit(1)
  )[0] ?? null;

/** Counts the properties that are linked to a user. */
export const countByOwner = async (db: Executor, ownerId: string): Promise<number> =>
  expectOne(await db.select({ value: count() }).from(properties).where(eq(properties.userId, ownerId))).value;

/** Counts the properties that a user has added since a time, those that were removed included. */
export async function countAdded(db: Executor, userId: string, since: Date): Promise<number> {
  const added = and(eq(properties.addedBy, userId), gt(properties.createdAt, since));
  return expectOne(await db.select({ value: count() }).from(properties).where(added)).value;
}

const listed = { table: properties, id: properties.id, time: properties.createdAt };

/** Each word is a part of the name or the city, so that one of many hotels of a brand is found by its city. */
function matching(q: string): SQL | undefined {
  const words = new Set(q.split(/[\s,]+/).filter(Boolean));
  return and(
    ...[...words].map((word) => or(ilike(properties.name, containing(word)), ilike(properties.city, containing(word)))),
  );
}

/** A page of the properties that match, newest first; with `ownerId`, only those linked to that user. */
export async function listPage(
  db: Executor,
  ownerId: string | undefined,
  { limit, cursor, q }: { limit: number; cursor?: string; q?: string },
): Promise<Page<PropertyRow>> {
  const where = and(ownerId ? eq(properties.userId, ownerId) : undefined, q ? matching(q) : undefined);
  const rows = await db
    .select()
    .from(properties)
    .where(newest(listed, { where, limit, cursor }))
    .orderBy(desc(properties.createdAt), desc(properties.id));
  return toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
}

/** The properties among these whose run in progress has a started area. */
export async function listIdsWithProgress(db: Executor, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ propertyId: inspectionRuns.propertyId })
    .from(inspectionRuns)
    .innerJoin(areaSessions, eq(areaSessions.runId, inspectionRuns.id))
    .where(
      and(
        inArray(inspectionRuns.propertyId, ids),
        eq(inspectionRuns.status, 'in_progress'),
        inArray(areaSessions.status, ['in_progress', 'completed']),
      ),
    );
  return new Set(rows.map((row) => row.propertyId));
}

const sameText = (
  column: typeof properties.name | typeof properties.address | typeof properties.zipCode,
  value: string,
): SQL => sql`lower(trim(${column})) = lower(trim(${value}))`;

/** The user's property with this name, address and ZIP code, locked until the transaction ends. */
export const lockDescribed = async (
  tx: Transaction,
  ownerId: string,
  { name, address, zipCode }: Pick<PropertyRow, 'name' | 'address' | 'zipCode'>,
): Promise<PropertyRow | null> =>
  (
    await tx
      .select()
      .from(properties)
      .where(
        and(
          sameText(properties.name, name),
          sameText(properties.address, address),
          sameText(properties.zipCode, zipCode),
          eq(properties.userId, ownerId),
        ),
      )
      .orderBy(properties.createdAt)
      .limit(1)
      .for('update')
  )[0] ?? null;

/** The property's row, locked until the transaction ends. */
export const lockById = async (tx: Transaction, id: string): Promise<PropertyRow> =>
  expectOne(await tx.select().from(properties).where(eq(properties.id, id)).for('update'));

export const insertProperty = async (db: Executor, values: NewProperty): Promise<PropertyRow> =>
  expectOne(await db.insert(properties).values(values).returning());

/** Changes a property if it is unchanged since it was read; otherwise returns null. */
export const updateUnchanged = async (
  db: Executor,
  read: Pick<PropertyRow, 'id' | 'updatedAt'>,
  values: Partial<NewProperty>,
): Promise<PropertyRow | null> =>
  (
    await db
      .update(properties)
      .set({ ...values, updatedAt: sql`greatest(now(), ${properties.updatedAt} + interval '1 millisecond')` })
      .where(and(eq(properties.id, read.id), eq(properties.updatedAt, read.updatedAt)))
      .returning()
  )[0] ?? null;

export const updateOwner = async (db: Executor, id: string, ownerId: string): Promise<PropertyRow> =>
  expectOne(
    await db
      .update(properties)
      .set({ userId: ownerId, updatedAt: new Date() })
      .where(eq(properties.id, id))
      .returning(),
  );

/** Unlinks a property from its owner; returns false when it is no longer linked to that user. */
export const updateToOwnerless = async (db: Executor, id: string, ownerId: string): Promise<boolean> =>
  (
    await db
      .update(properties)
      .set({ userId: null, updatedAt: new Date() })
      .where(and(eq(properties.id, id), eq(properties.userId, ownerId)))
      .returning({ id: properties.id })
  ).length > 0;
