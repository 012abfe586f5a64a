import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { inspections } from './inspections.tables.ts';
import { createdAt, uuidKey } from './columns.ts';
import { users } from './users.tables.ts';

export const messages = pgTable(
  'messages',
  {
    id: uuidKey(),
    fromUserId: uuid('from_user_id')
      .notNull()
      .references(() => users.id),
    toUserId: uuid('to_user_id')
      .notNull()
      .references(() => users.id),
    inspectionId: uuid('inspection_id').references(() => inspections.id),
    content: text('content').notNull(),
    attachments: jsonb('attachments').$type<{ name: string; url: string }[]>(),
    isRead: boolean('is_read').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index('messages_to_index').on(table.toUserId, table.createdAt, table.id),
    index('messages_from_index').on(table.fromUserId, table.createdAt, table.id),
    index('messages_sent_index').on(table.fromUserId, table.toUserId, table.createdAt, table.id),
    index('messages_received_index').on(table.toUserId, table.fromUserId, table.createdAt, table.id),
    index('messages_inspection_index').on(table.inspectionId, table.createdAt, table.id),
  ],
);
