import { and, eq, isNull, lte, ne, sql } from 'drizzle-orm';
import { sameCaseKey } from '#contract/case-places.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { CalendarDate } from '#contract/due-dates.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import {
  caseEvents,
  caseRepeats,
  inspectionCases,
  type CaseRepeatRow,
  type CaseRow,
} from '#server/schema/cases.tables.ts';
import { properties, type PropertyRow } from '#server/schema/properties.tables.ts';
import { users } from '#server/schema/users.tables.ts';

export const findRepeat = async (db: Executor, caseId: string): Promise<CaseRepeatRow | null> =>
  (await db.select().from(caseRepeats).where(eq(caseRepeats.caseId, caseId)))[0] ?? null;

export async function saveRepeat(tx: Transaction, values: typeof caseRepeats.$inferInsert): Promise<void> {
  const { caseId, ...set } = values;
  await tx
    .insert(caseRepeats)
    .values({ caseId, ...set })
    .onConflictDoUpdate({ target: caseRepeats.caseId, set });
}

export const updateRepeat = async (
  tx: Transaction,
  caseId: string,
  values: { caseId: string; nextOn: CalendarDate },
): Promise<CaseRepeatRow> =>
  expectOne(await tx.update(caseRepeats).set(values).where(eq(caseRepeats.caseId, caseId)).returning());

/** Deletes the repeat of a case; returns whether it had one. */
export const deleteRepeat = async (tx: Transaction, caseId: string): Promise<boolean> =>
  (await tx.delete(caseRepeats).where(eq(caseRepeats.caseId, caseId)).returning({ id: caseRepeats.caseId })).length > 0;

export const listDueBy = (db: Executor, lastDate: CalendarDate) =>
  db
    .select({ caseId: caseRepeats.caseId, setById: caseRepeats.setById })
    .from(caseRepeats)
    .where(lte(caseRepeats.nextOn, lastDate))
    .orderBy(caseRepeats.nextOn, caseRepeats.caseId);

/**
 * The number of another case that repeats the same inspection type at the same property. While no owner has linked the
 * property, that is a case for the same owner at the same place.
 */
export async function findSameRepeated(tx: Transaction, row: CaseRow): Promise<string | null> {
  const atProperty =
    row.propertyId === null
      ? and(
          isNull(inspectionCases.propertyId),
          eq(sql`lower(${inspectionCases.ownerEmail})`, row.ownerEmail.toLowerCase()),
        )
      : eq(inspectionCases.propertyId, row.propertyId);
  const others = await tx
    .select({
      caseNumber: inspectionCases.caseNumber,
      ownerEmail: inspectionCases.ownerEmail,
      propertyName: inspectionCases.propertyName,
      propertyAddress: inspectionCases.propertyAddress,
      propertyZipCode: inspectionCases.propertyZipCode,
    })
    .from(caseRepeats)
    .innerJoin(inspectionCases, eq(inspectionCases.id, caseRepeats.caseId))
    .where(and(atProperty, eq(inspectionCases.inspectionType, row.inspectionType), ne(inspectionCases.id, row.id)));
  const same = others.find((other) => row.propertyId !== null || sameCaseKey(other) === sameCaseKey(row));
  return same?.caseNumber ?? null;
}

export async function hasOpenedAgain(tx: Transaction, caseId: string): Promise<boolean> {
  const of = and(eq(caseEvents.caseId, caseId), eq(caseEvents.kind, 'opened_again'));
  return (
    (
      await tx
        .select({ one: sql`1` })
        .from(caseEvents)
        .where(of)
        .limit(1)
    ).length > 0
  );
}

/** The current property of a case and its owner, if it has one. */
export async function findProperty(
  tx: Transaction,
  { propertyId }: CaseRow,
): Promise<{ property: PropertyRow; owner: typeof users.$inferSelect | null } | null> {
  if (!propertyId) return null;
  const rows = await tx
    .select({ property: properties, owner: users })
    .from(properties)
    .leftJoin(users, eq(users.id, properties.userId))
    .where(eq(properties.id, propertyId));
  return rows[0] ?? null;
}
