import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { WebhookEvent } from '#contract/webhooks.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import { newest, type PageFilter } from '#server/platform/http/newest.ts';
import { toPage, type Page } from '#server/platform/http/page.ts';
import { publishedEvents, type PublishedEventRow } from '#server/schema/changes.tables.ts';
import { webhookDeliveries, webhooks, type DeliveryRow, type WebhookRow } from '#server/schema/webhooks.tables.ts';

export const listWebhooks = (db: Executor): Promise<WebhookRow[]> =>
  db.select().from(webhooks).orderBy(asc(webhooks.createdAt));

export async function countWebhooks(db: Executor): Promise<number> {
  const [row] = await db.select({ value: count() }).from(webhooks);
  return row?.value ?? 0;
}

export const findWebhook = async (db: Executor, id: string): Promise<WebhookRow | null> =>
  (await db.select().from(webhooks).where(eq(webhooks.id, id)).limit(1))[0] ?? null;

export const lockWebhook = async (tx: Transaction, id: string): Promise<WebhookRow | null> =>
  (await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update'))[0] ?? null;

/** The webhooks that listen to an event. */
export const listListeners = (db: Executor, event: WebhookEvent): Promise<WebhookRow[]> =>
  db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.active, true), sql`${event} = any(${webhooks.events})`));

export const insertWebhook = async (db: Executor, values: typeof webhooks.$inferInsert): Promise<WebhookRow> =>
  expectOne(await db.insert(webhooks).values(values).returning());

export const updateWebhook = async (
  db: Executor,
  id: string,
  values: Partial<typeof webhooks.$inferInsert>,
): Promise<WebhookRow> =>
  expectOne(
    await db
      .update(webhooks)
      .set({ ...values, updatedAt: new Date() })
      .where(eq(webhooks.id, id))
      .returning(),
  );

export const deleteWebhook = (db: Executor, id: string) => db.delete(webhooks).where(eq(webhooks.id, id));

export const findEvent = async (db: Executor, id: string): Promise<PublishedEventRow | null> =>
  (await db.select().from(publishedEvents).where(eq(publishedEvents.id, id)).limit(1))[0] ?? null;

/** Returns null when a delivery of the event to the address exists already. */
export async function insertDelivery(
  tx: Transaction,
  values: Pick<DeliveryRow, 'webhookId' | 'eventId' | 'event'>,
): Promise<DeliveryRow | null> {
  const [row] = await tx.insert(webhookDeliveries).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

export const findDelivery = async (db: Executor, id: string): Promise<DeliveryRow | null> =>
  (await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)).limit(1))[0] ?? null;

export const lockDelivery = async (tx: Transaction, id: string): Promise<DeliveryRow | null> =>
  (await tx.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)).for('update'))[0] ?? null;

export const updateDelivery = async (
  db: Executor,
  id: string,
  values: Partial<typeof webhookDeliveries.$inferInsert>,
): Promise<DeliveryRow | null> =>
  (await db.update(webhookDeliveries).set(values).where(eq(webhookDeliveries.id, id)).returning())[0] ?? null;

/** Counts an attempt and stores its result. */
export const updateTried = (
  db: Executor,
  id: string,
  values: Pick<Partial<DeliveryRow>, 'state' | 'lastStatus' | 'lastError'>,
) =>
  db
    .update(webhookDeliveries)
    .set({ ...values, tries: sql`${webhookDeliveries.tries} + 1`, lastTriedAt: new Date() })
    .where(eq(webhookDeliveries.id, id));

/** The latest delivery of each webhook; webhooks without one have no entry. */
export async function listLatest(db: Executor): Promise<Map<string, DeliveryRow>> {
  const rows = await db
    .selectDistinctOn([webhookDeliveries.webhookId])
    .from(webhookDeliveries)
    .orderBy(webhookDeliveries.webhookId, desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id));
  return new Map(rows.map((row) => [row.webhookId, row]));
}

/** A page of the deliveries of a webhook, newest first. */
export async function listDeliveries(
  db: Executor,
  webhookId: string,
  page: Omit<PageFilter, 'where'>,
): Promise<Page<DeliveryRow>> {
  const listed = { table: webhookDeliveries, id: webhookDeliveries.id, time: webhookDeliveries.createdAt };
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(newest(listed, { ...page, where: eq(webhookDeliveries.webhookId, webhookId) }))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id));
  return toPage(rows, page.limit, (row) => ({ at: row.createdAt, id: row.id }));
}
