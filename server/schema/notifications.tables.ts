import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { notificationKinds } from '#contract/notifications.ts';
import { createdAt, timestamptz, oneOf, uuidKey } from './columns.ts';
import { users } from './users.tables.ts';

export const notifications = pgTable(
  'notifications',
  {
    id: uuidKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<(typeof notificationKinds)[number]>().notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    link: text('link'),
    readAt: timestamptz('read_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('notifications_user_index').on(table.userId, table.createdAt, table.id),
    index('notifications_unread_index')
      .on(table.userId)
      .where(sql`${table.readAt} is null`),
    oneOf('notifications_kind_check', table.kind, notificationKinds),
  ],
);
