import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, timestamptz } from './columns.ts';
import { users } from './users.tables.ts';

/**
 * Uploads for which a client got an address. A photo or a recording claims an upload; an unclaimed one is removed after
 * a while.
 */
export const uploads = pgTable(
  'uploads',
  {
    storageKey: text('storage_key').primaryKey(),
    /** The upload's id for clients. */
    id: uuid('id').notNull().defaultRandom().unique('uploads_id_unique'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    filename: text('filename'),
    contentType: text('content_type'),
    maxBytes: bigint('max_bytes', { mode: 'number' }),
    /** The store's own id of a multipart upload; null for a single-part file. */
    multipartId: text('multipart_id'),
    /** When the file was composed from its parts. */
    completedAt: timestamptz('completed_at'),
    expiresAt: timestamptz('expires_at').notNull(),
    /** The photo or recording that was made from the file. There are no foreign keys, because either may be deleted. */
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
