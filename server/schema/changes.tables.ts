import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { webhookEvents, type WebhookEvent } from '#contract/webhooks.ts';
import { createdAt, oneOf, timestamptz, uuidKey } from './columns.ts';
import { users } from './users.tables.ts';

/** Changes that a device sent under its own id, so that a repeated change is recognized. */
export const appliedChanges = pgTable(
  'taken_changes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Chosen by the device. */
    id: uuid('id').notNull(),
    /** The SHA-256 of the change's target and content. */
    contentHash: text('content_hash').notNull(),
    takenAt: timestamptz('taken_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('taken_changes_taken_at_index').on(table.takenAt),
  ],
);

/** Events for other systems, written in the same transaction as the change that they report. */
export const publishedEvents = pgTable(
  'published_events',
  {
    id: uuidKey(),
    type: text('type').$type<WebhookEvent>().notNull(),
    /** The id of the record that the event is about. */
    subjectId: uuid('subject_id').notNull(),
    data: jsonb('data').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('published_events_created_index').on(table.createdAt),
    // A finding is reported once, however often it becomes critical.
    uniqueIndex('published_events_critical_once')
      .on(table.subjectId)
      .where(sql`type = 'finding.critical'`),
    oneOf('published_events_type_check', table.type, webhookEvents),
  ],
);
export type PublishedEventRow = typeof publishedEvents.$inferSelect;
