import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { notificationKinds } from '#contract/notifications.ts';
import type { ItemPlace } from '#contract/places.ts';
import type { PushTopic } from '#contract/push.ts';
import { createdAt, timestamptz, oneOf, uuidKey } from './columns.ts';
import { sessions, users } from './users.tables.ts';

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
    /** Where the item is that it is about; null for anything else, and for several items. */
    place: jsonb('place').$type<ItemPlace>(),
    link: text('link'),
    /**
     * The subject whose events this notification gathers while unread, such as a property's submissions, and their
     * number.
     */
    gatheredUnder: uuid('gathered_under'),
    gathered: integer('gathered').notNull().default(1),
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

/**
 * The devices that get push notifications while Innspect is closed. Each belongs to a session and is deleted with it.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    sessionId: uuid('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The address at the push service, which is useless without this server's key. */
    endpoint: text('endpoint').notNull().unique('push_subscriptions_endpoint_unique'),
    /** The browser's keys for which texts are encrypted, in base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    topics: text('topics').array().$type<PushTopic[]>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('push_subscriptions_user_index').on(table.userId)],
);
export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect;
