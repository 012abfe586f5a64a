import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { inspections } from '#server/inspections/inspections.tables.ts';
import { createdAt, uuidKey } from '#server/platform/database/columns.ts';
import { users } from '#server/users/users.tables.ts';

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
    index('messages_to_index').on(table.toUserId, table.createdAt.desc(), table.id.desc()),
    index('messages_from_index').on(table.fromUserId, table.createdAt.desc(), table.id.desc()),
  ],
);
