import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';
import { users } from './users.tables.ts';

/** Changes that a device sent under an id of its own, so that a repeated one is known. */
export const takenChanges = pgTable(
  'taken_changes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Chosen by the device. */
    id: uuid('id').notNull(),
    /** SHA-256 of what it changes and how. */
    contentHash: text('content_hash').notNull(),
    takenAt: timestamptz('taken_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('taken_changes_taken_at_index').on(table.takenAt),
  ],
);
