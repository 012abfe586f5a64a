import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import { afterCursor, toPage, type Page } from '#server/platform/http/page.ts';
import { properties, type PropertyRow } from '#server/schema/properties.tables.ts';

type NewProperty = typeof properties.$inferInsert;

/** A property; with an owner only if it is linked to that person. */
export const findById = async (db: Executor, id: string, ownerId?: string): Promise<PropertyRow | null> =>
  (
    await db
      .select()
      .from(properties)
      .where(and(eq(properties.id, id), ownerId ? eq(properties.userId, ownerId) : undefined))
      .limit(1)
  )[0] ?? null;

/** Newest first; with an owner only those that are linked to that person. */
export async function findPage(
  db: Executor,
  ownerId: string | undefined,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Page<PropertyRow>> {
  const rows = await db
    .select()
    .from(properties)
    .where(
      and(
        ownerId ? eq(properties.userId, ownerId) : undefined,
        afterCursor(cursor, properties.createdAt, properties.id),
      ),
    )
    .orderBy(desc(properties.createdAt), desc(properties.id))
    .limit(limit + 1);
  return toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
}

const sameText = (
  column: typeof properties.name | typeof properties.address | typeof properties.zipCode,
  value: string,
): SQL => sql`lower(trim(${column})) = lower(trim(${value}))`;

/** A person's property with this name, address and ZIP code; nobody else changes it until the transaction ends. */
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

/** The property's row, which nobody else changes until the transaction ends. */
export const lockById = async (tx: Transaction, id: string): Promise<PropertyRow> =>
  expectOne(await tx.select().from(properties).where(eq(properties.id, id)).for('update'));

export const insertProperty = async (db: Executor, values: NewProperty): Promise<PropertyRow> =>
  expectOne(await db.insert(properties).values(values).returning());

/** Changes a property that is still as it was read; null when somebody was faster. */
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

export const setOwner = async (db: Executor, id: string, ownerId: string): Promise<PropertyRow> =>
  expectOne(
    await db
      .update(properties)
      .set({ userId: ownerId, updatedAt: new Date() })
      .where(eq(properties.id, id))
      .returning(),
  );

/** Takes a property from its owner; false when it is not linked to that person any more. */
export const removeOwner = async (db: Executor, id: string, ownerId: string): Promise<boolean> =>
  (
    await db
      .update(properties)
      .set({ userId: null, updatedAt: new Date() })
      .where(and(eq(properties.id, id), eq(properties.userId, ownerId)))
      .returning({ id: properties.id })
  ).length > 0;
