import { and, desc, eq, gte, lt, notInArray, sql, sum, type SQL } from 'drizzle-orm';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { modelUsage } from '#server/schema/usage.tables.ts';

export type NewUsage = typeof modelUsage.$inferInsert;
export type UsageOutcome = NonNullable<NewUsage['outcome']>;

/** The start of the month, and its end, which is excluded. */
export type Month = readonly [from: Date, to: Date];
const within = ([from, to]: Month) => and(gte(modelUsage.createdAt, from), lt(modelUsage.createdAt, to));

export async function insertUsage(db: Executor, row: NewUsage): Promise<string> {
  return expectOne(await db.insert(modelUsage).values(row).returning({ id: modelUsage.id })).id;
}

export async function sumCost(db: Executor, month: Month): Promise<number> {
  const rows = await db
    .select({ spent: sum(modelUsage.costMicros).mapWith(Number) })
    .from(modelUsage)
    .where(within(month));
  return expectOne(rows).spent ?? 0;
}

const budgetLock = 0x6d6f6e65;
/** Serializes requests that draw on the same budget. */
export const lockBudget = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(${budgetLock})`);

export async function updateTotals(
  db: Executor,
  id: string,
  more: { requests?: number; inputTokens?: number; outputTokens?: number; cost: number },
): Promise<void> {
  const { cost, inputTokens = 0, outputTokens = 0, requests = 0 } = more;
  await db
    .update(modelUsage)
    .set({
      requests: sql`${modelUsage.requests} + ${requests}`,
      inputTokens: sql`${modelUsage.inputTokens} + ${inputTokens}`,
      outputTokens: sql`${modelUsage.outputTokens} + ${outputTokens}`,
      costMicros: sql`greatest(0, ${modelUsage.costMicros} + ${cost})`,
    })
    .where(eq(modelUsage.id, id));
}

export async function updateOutcome(db: Executor, id: string, outcome: UsageOutcome): Promise<void> {
  await db.update(modelUsage).set({ outcome }).where(eq(modelUsage.id, id));
}

/** A photo that was tried several times counts once. */
const photosWhere = (condition?: SQL) =>
  sql<number>`count(distinct coalesce(${modelUsage.photoId}, ${modelUsage.id})) filter (where ${condition ?? sql`true`})`.mapWith(
    Number,
  );
const failed = notInArray(modelUsage.outcome, ['answered', 'open', 'postponed']);

/** The cost of each property's photos, highest first; `propertyId` is null for photos without a property. */
export const listByProperty = (db: Executor, month: Month, limit: number) =>
  db
    .select({
      propertyId: modelUsage.propertyId,
      name: properties.name,
      photos: photosWhere(),
      standIns: photosWhere(failed),
      inputTokens: sum(modelUsage.inputTokens).mapWith(Number),
      outputTokens: sum(modelUsage.outputTokens).mapWith(Number),
      cost: sum(modelUsage.costMicros).mapWith(Number),
    })
    .from(modelUsage)
    .leftJoin(properties, eq(properties.id, modelUsage.propertyId))
    .where(within(month))
    .groupBy(modelUsage.propertyId, properties.name)
    .orderBy(desc(sum(modelUsage.costMicros)), desc(photosWhere()))
    .limit(limit);

/** How often each reason prevented photos from being read by the service. */
export const listReasons = (db: Executor, month: Month) =>
  db
    .select({ reason: modelUsage.outcome, photos: photosWhere() })
    .from(modelUsage)
    .where(and(within(month), failed))
    .groupBy(modelUsage.outcome)
    .orderBy(desc(photosWhere()));
