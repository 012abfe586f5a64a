import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { webhookEvents, type WebhookEvent } from '#contract/webhooks.ts';
import { createdAt, oneOf, timestamptz, uuidKey } from './columns.ts';
import { users } from './users.tables.ts';

/** Changes that a device sent under an id of its own, so that a repeated one is known. */
export const appliedChanges = pgTable(
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

/** What other systems may be told of, written by the change that it tells of. */
export const publishedEvents = pgTable(
  'published_events',
  {
    id: uuidKey(),
    type: text('type').$type<WebhookEvent>().notNull(),
    /** The record that it is about. */
    subjectId: uuid('subject_id').notNull(),
    data: jsonb('data').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('published_events_created_index').on(table.createdAt),
    // A finding is told of once, however often it turns critical.
    uniqueIndex('published_events_critical_once')
      .on(table.subjectId)
      .where(sql`type = 'finding.critical'`),
    oneOf('published_events_type_check', table.type, webhookEvents),
  ],
);
export type PublishedEventRow = typeof publishedEvents.$inferSelect;
