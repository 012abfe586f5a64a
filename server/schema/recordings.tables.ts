import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { preparationStates, recordingTypes } from '#contract/recordings.ts';
import { inspections } from './inspections.tables.ts';
import { createdAt, timestamptz, oneOf, uuidKey } from './columns.ts';
import { users } from './users.tables.ts';

/** Videos of inspections; the recordings of one inspection follow each other on its timeline. */
export const recordings = pgTable(
  'recordings',
  {
    id: uuidKey(),
    inspectionId: uuid('inspection_id')
      .notNull()
      .references(() => inspections.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    filename: text('filename').notNull(),
    /** Detected from the content, whatever the client declared. */
    contentType: text('content_type').$type<(typeof recordingTypes)[number]>().notNull(),
    /** The storage key of the original. */
    storageKey: text('storage_key').notNull().unique('recordings_storage_key_unique'),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** The SHA-256 of the original, once it has been read. */
    sha256: text('sha256'),
    /** By the recorder's clock, like the times of the findings. */
    durationSeconds: integer('duration_seconds').notNull(),
    startedAt: timestamptz('started_at').notNull(),
    preparation: text('preparation').$type<(typeof preparationStates)[number]>().notNull().default('pending'),
    /** The storage key of the seekable copy. */
    copyKey: text('copy_key'),
    copySize: bigint('copy_size', { mode: 'number' }),
    /** When the original and its copy were deleted after their retention period. */
    filesDeletedAt: timestamptz('files_deleted_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('recordings_inspection_index').on(table.inspectionId, table.startedAt, table.createdAt, table.id),
    oneOf('recordings_content_type_check', table.contentType, recordingTypes),
    oneOf('recordings_preparation_check', table.preparation, preparationStates),
    check('recordings_duration_check', sql`${table.durationSeconds} >= 0`),
    check('recordings_copy_check', sql`(${table.preparation} = 'done') = (${table.copyKey} is not null)`),
  ],
);
export type RecordingRow = typeof recordings.$inferSelect;
