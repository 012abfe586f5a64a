import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import { isNamingPerson, updateEach } from '#server/platform/audit/erase-texts.ts';
import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import { notifications } from '#server/schema/notifications.tables.ts';
import { users } from '#server/schema/users.tables.ts';

type NewNotification = typeof notifications.$inferInsert;

export const insertNotifications = (db: Executor, rows: NewNotification[]) =>
  db.insert(notifications).values(rows).returning({ id: notifications.id, userId: notifications.userId });

/** What of a notification its next text depends on. */
const gathering = {
  id: notifications.id,
  userId: notifications.userId,
  gathered: notifications.gathered,
  link: notifications.link,
};

/** The newest unread notification of each user that is gathered under this key, locked until the transaction ends. */
export const lockUnreadUnder = async (
  tx: Transaction,
  userIds: string[],
  kind: NewNotification['kind'],
  under: string,
) => {
  const rows = await tx
    .select({ ...gathering, createdAt: notifications.createdAt })
    .from(notifications)
    .where(
      and(
        inArray(notifications.userId, userIds),
        isNull(notifications.readAt),
        eq(notifications.kind, kind),
        eq(notifications.gatheredUnder, under),
      ),
    )
    // Not by time, which each change of them sets: changes that lock them in different orders would deadlock.
    .orderBy(notifications.id)
    .for('update');
  const newest = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const other = newest.get(row.userId);
    if (!other || row.createdAt >= other.createdAt) newest.set(row.userId, row);
  }
  return [...newest.values()];
};

/** Those of these users who have read such a notification since a time. */
export async function listReadersSince(
  tx: Transaction,
  userIds: string[],
  { kind, under, since }: { kind: NewNotification['kind']; under: string; since: Date },
): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ userId: notifications.userId })
    .from(notifications)
    .where(
      and(
        inArray(notifications.userId, userIds),
        eq(notifications.kind, kind),
        eq(notifications.gatheredUnder, under),
        gte(notifications.readAt, since),
      ),
    );
  return new Set(rows.map(({ userId }) => userId));
}

export const lockByIds = (tx: Transaction, ids: string[]) =>
  tx
    .select(gathering)
    .from(notifications)
    .where(inArray(notifications.id, ids))
    .orderBy(notifications.id)
    .for('update');

export async function updateGathered(
  tx: Transaction,
  id: string,
  fields: Pick<NewNotification, 'title' | 'body' | 'link' | 'gathered'>,
): Promise<void> {
  await tx
    .update(notifications)
    // Several items have no place in common.
    .set({ ...fields, place: null, createdAt: new Date() })
    .where(eq(notifications.id, id));
}

export const deleteNotifications = (db: Executor, ids: string[]) =>
  db.delete(notifications).where(inArray(notifications.id, ids));

export const listLatest = (db: Executor, userId: string, limit: number) =>
  db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit);

const unreadOf = (userId: string) => and(eq(notifications.userId, userId), isNull(notifications.readAt));

export const countUnread = async (db: Executor, userId: string): Promise<number> =>
  expectOne(await db.select({ value: count() }).from(notifications).where(unreadOf(userId))).value;

/** Marks the given notifications, or all, as read; returns how many were unread. */
export const updateToRead = async (db: Executor, userId: string, ids: string[] | undefined): Promise<number> =>
  (
    await db
      .update(notifications)
      .set({ readAt: new Date() })
      .where(and(unreadOf(userId), ids ? inArray(notifications.id, ids) : undefined))
      .returning({ id: notifications.id })
  ).length;

/**
 * Users who have chosen the admin view and whose accounts are enabled; users.rules.ts decides whether they may be
 * admins.
 */
export const listAdmins = (db: Executor) =>
  db
    .select({ id: users.id, adminGranted: users.adminGranted })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.disabledAt)));

export const deleteNotificationsOf = (tx: Transaction, userId: string) =>
  tx.delete(notifications).where(eq(notifications.userId, userId));

/** The notifications after an id, whose texts may name the user. */
export const listNaming = (tx: Transaction, person: NamedPerson, after: string | null, limit: number) =>
  tx
    .select()
    .from(notifications)
    .where(
      and(
        after === null ? undefined : gt(notifications.id, after),
        // Which ones are about the user is decided by the ids that they name.
        isNamingPerson([notifications.title, notifications.body, notifications.place], sql`true`, person),
      ),
    )
    .orderBy(asc(notifications.id))
    .limit(limit);

export const updateTexts = (
  tx: Transaction,
  rows: readonly { id: string; changed: { title: string; body: string; place?: unknown } }[],
): Promise<void> => updateEach(tx, notifications, ['title', 'body', 'place'], rows);

export const deleteBefore = async (tx: Transaction, time: Date): Promise<number> =>
  (await tx.delete(notifications).where(lt(notifications.createdAt, time))).rowCount ?? 0;
