import { and, eq, getTableColumns, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import { notifications, pushSubscriptions, type PushSubscriptionRow } from '#server/schema/notifications.tables.ts';
import { sessions, users } from '#server/schema/users.tables.ts';

export const findSubscription = async (db: Executor, sessionId: string): Promise<PushSubscriptionRow | null> =>
  (await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId)).limit(1))[0] ?? null;

/** The devices of these users whose sessions are valid and whose accounts are enabled. */
export const listReachable = (db: Executor, by: { userIds: readonly string[] } | { sessionId: string }) =>
  db
    .select({ ...getTableColumns(pushSubscriptions), language: users.language })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .where(
      and(
        'userIds' in by
          ? inArray(pushSubscriptions.userId, [...by.userIds])
          : eq(pushSubscriptions.sessionId, by.sessionId),
        gt(sessions.expiresAt, new Date()),
        isNull(users.disabledAt),
      ),
    );

/** An arbitrary number that no other advisory lock of the product uses. */
const endpointLock = 727_003;

/** Stores the device of a session. A browser that another session had subscribed now belongs to this one. */
export async function saveSubscription(
  tx: Transaction,
  values: typeof pushSubscriptions.$inferInsert,
): Promise<PushSubscriptionRow> {
  const { sessionId, endpoint, p256dh, auth, topics } = values;
  // Two sessions of one browser may subscribe it at the same moment.
  await tx.execute(sql`select pg_advisory_xact_lock(${endpointLock}, hashtext(${endpoint}))`);
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.sessionId, sessionId)));
  return expectOne(
    await tx
      .insert(pushSubscriptions)
      .values(values)
      .onConflictDoUpdate({ target: pushSubscriptions.sessionId, set: { endpoint, p256dh, auth, topics } })
      .returning(),
  );
}

/** Deletes a session's subscription, or only one with this endpoint; returns whether there was one. */
export const deleteSubscription = async (db: Executor, sessionId: string, endpoint?: string): Promise<boolean> =>
  (
    await db
      .delete(pushSubscriptions)
      .where(
        and(
          eq(pushSubscriptions.sessionId, sessionId),
          endpoint === undefined ? undefined : eq(pushSubscriptions.endpoint, endpoint),
        ),
      )
      .returning({ id: pushSubscriptions.sessionId })
  ).length > 0;

/** The notification, unless its receiver has read it. */
export const findUnread = async (db: Executor, id: string) =>
  (
    await db
      .select()
      .from(notifications)
      .where(and(eq(notifications.id, id), isNull(notifications.readAt)))
      .limit(1)
  )[0] ?? null;
