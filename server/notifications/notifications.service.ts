import { and, count, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Notification, notificationKinds } from '#contract/notifications.ts';
import type { Config } from '#server/config.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { mayBeAdmin } from '#server/users/users.rules.ts';
import { users } from '#server/users/users.tables.ts';
import { notifications } from './notifications.tables.ts';

export interface Notice {
  userIds: (string | null)[];
  kind: (typeof notificationKinds)[number];
  title: string;
  body: string;
  /** Path of the screen that it is about. */
  link: string | null;
}

export interface NotificationsService {
  /** Tells people of a change; they hear of it once it commits. Nobody is told of what they did themselves. */
  notify(change: Change, notice: Notice): Promise<void>;
  adminIds(db: Executor): Promise<string[]>;
  list(actor: Actor): Promise<{ notifications: Notification[]; unread: number }>;
  /** Marks the named ones, or all, as read. */
  markRead(actor: Actor, ids: string[] | undefined): Promise<void>;
}

const shown = 100;

export function createNotificationsService(deps: {
  db: Database;
  changes: Changes;
  config: Pick<Config, 'mode'>;
}): NotificationsService {
  return {
    async notify(change, notice) {
      const { userIds, ...content } = notice;
      const receivers = new Set(userIds.filter((id): id is string => id !== null && id !== change.userId));
      for (const userId of receivers) {
        const [row] = await change.tx
          .insert(notifications)
          .values({ userId, ...content })
          .returning({ id: notifications.id });
        if (row) change.push({ type: 'notification', payload: { notificationId: row.id } }, { users: [userId] });
      }
    },
    async adminIds(db) {
      const { id, adminGranted } = users;
      const rows = await db.select({ id, adminGranted }).from(users).where(eq(users.role, 'admin'));
      return rows.filter((row) => mayBeAdmin(deps.config.mode, row)).map((row) => row.id);
    },
    async list(actor) {
      const rows = await deps.db
        .select()
        .from(notifications)
        .where(eq(notifications.userId, actor.id))
        .orderBy(desc(notifications.createdAt), desc(notifications.id))
        .limit(shown);
      const [unread] = await deps.db
        .select({ value: count() })
        .from(notifications)
        .where(and(eq(notifications.userId, actor.id), isNull(notifications.readAt)));
      return {
        notifications: rows.map((row) => ({
          id: row.id,
          kind: row.kind,
          title: row.title,
          body: row.body,
          link: row.link,
          readAt: row.readAt?.toISOString() ?? null,
          createdAt: row.createdAt.toISOString(),
        })),
        unread: unread?.value ?? 0,
      };
    },
    markRead: (actor, ids) =>
      deps.changes.run(actor.id, async (change) => {
        const mine = and(
          eq(notifications.userId, actor.id),
          isNull(notifications.readAt),
          ids ? inArray(notifications.id, ids) : undefined,
        );
        const read = await change.tx
          .update(notifications)
          .set({ readAt: new Date() })
          .where(mine)
          .returning({ id: notifications.id });
        if (read.length > 0) change.audit('notifications.read', 'user', actor.id, { count: read.length });
      }),
  };
}
