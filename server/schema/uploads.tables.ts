import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, timestamptz } from './columns.ts';
import { users } from './users.tables.ts';

/** An upload that was asked for, until a photo or a recording claims what arrived or it is swept away. */
export const uploads = pgTable(
  'uploads',
  {
    storageKey: text('storage_key').primaryKey(),
    /** The upload id that clients know. */
    id: uuid('id').notNull().defaultRandom().unique('uploads_id_unique'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    filename: text('filename'),
    contentType: text('content_type'),
    maxBytes: bigint('max_bytes', { mode: 'number' }),
    /** The store's own id of an upload in parts; null when the file comes in one. */
    multipartId: text('multipart_id'),
    /** When the parts were made a file. */
    completedAt: timestamptz('completed_at'),
    expiresAt: timestamptz('expires_at').notNull(),
    /** What took the file; no foreign keys, for it may be deleted. */
    photoId: uuid('photo_id'),
    recordingId: uuid('recording_id'),
    claimedAt: timestamptz('claimed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('uploads_expiry_index').on(table.expiresAt),
    index('uploads_user_index').on(table.userId, table.createdAt),
    check('uploads_claim_check', sql`num_nonnulls(${table.photoId}, ${table.recordingId}) <= 1`),
  ],
);
export type UploadRow = typeof uploads.$inferSelect;
