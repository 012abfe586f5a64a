import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Analysis } from '#contract/analysis.ts';
import type { PhotoMark } from '#contract/photo-marks.ts';
import type { DeviceClock } from '#contract/device-clock.ts';
import { analysisStatuses, photoCategories, photoSources } from '#contract/photos.ts';
import type { VoiceNote } from '#contract/voice-notes.ts';
import { areaSessions } from './areas.tables.ts';
import { inspections } from './inspections.tables.ts';
import { createdAt, timestamptz, oneOf, uuidKey } from './columns.ts';
import { users } from './users.tables.ts';

export interface StoredVoiceNote extends VoiceNote {
  /**
   * Part of the file's name. Every attempt to save a note uses another one, so that no file can be swapped under its
   * SHA-256.
   */
  file: string;
}

export const photos = pgTable(
  'photos',
  {
    id: uuidKey(),
    inspectionId: uuid('inspection_id').references(() => inspections.id),
    areaSessionId: uuid('area_session_id').references(() => areaSessions.id),
    /**
     * The plan item whose finished work it shows. The foreign key is only in the migration, because the plans' tables
     * import this one.
     */
    planItemId: uuid('plan_item_id'),
    /**
     * The finding whose repair it shows. The foreign key is only in the migration, because the findings' tables import
     * this one.
     */
    repairOf: uuid('repair_of'),
    /**
     * The failed check that it shows: it becomes the evidence of the check's finding. Without a foreign key, because an unknown
     * check has no finding and so no effect.
     */
    checkId: uuid('check_id'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    filename: text('filename').notNull(),
    /** The storage key of the original; preview and thumbnail are stored beside it. */
    storageKey: text('storage_key').notNull().unique('photos_storage_key_unique'),
    contentType: text('content_type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    category: text('category').$type<(typeof photoCategories)[number]>().notNull(),
    description: text('description'),
    /** The building, floor, and room or place that it shows. */
    building: text('building'),
    floor: text('floor'),
    room: text('room'),
    /** The marks that users drew on it. */
    marks: jsonb('marks').$type<PhotoMark[]>().notNull().default([]),
    /** The voice note about it. */
    voiceNote: jsonb('voice_note').$type<StoredVoiceNote>(),
    width: integer('width'),
    height: integer('height'),
    sha256: text('sha256').notNull(),
    source: text('source').$type<(typeof photoSources)[number]>().notNull().default('unknown'),
    takenAt: timestamptz('taken_at'),
    /** The clock of the device that took it, compared with the server's. */
    deviceClock: jsonb('device_clock').$type<DeviceClock>(),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    /** For a PDF: the number of its pages, and the text of the first ones. */
    pageCount: integer('page_count'),
    text: text('text'),
    aiAnalysis: jsonb('ai_analysis').$type<Analysis>(),
    analysisStatus: text('analysis_status').$type<(typeof analysisStatuses)[number]>().notNull().default('pending'),
    /** Whether the photo can be judged: it is not a PDF, and is sharp and bright enough if it was analyzed. */
    usable: boolean('usable').generatedAlwaysAs(
      sql`content_type <> 'application/pdf' and (analysis_status = 'off' or (analysis_status = 'done' and coalesce(ai_analysis @> '{"imageQuality": {"usable": true}}', false)))`,
    ),
    derivedAt: timestamptz('derived_at'),
    /** When the original and its copies were deleted after their retention period. */
    filesDeletedAt: timestamptz('files_deleted_at'),
    uploadedAt: timestamptz('uploaded_at').notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    index('photos_area_session_index').on(table.areaSessionId, table.createdAt, table.id),
    index('photos_inspection_index').on(table.inspectionId, table.createdAt, table.id),
    index('photos_repair_of_index')
      .on(table.repairOf, table.createdAt)
      .where(sql`${table.repairOf} is not null`),
    uniqueIndex('photos_once_per_area_session').on(table.areaSessionId, table.sha256),
    uniqueIndex('photos_once_per_inspection').on(table.inspectionId, table.sha256),
    uniqueIndex('photos_once_per_plan_item').on(table.planItemId, table.sha256),
    oneOf('photos_category_check', table.category, photoCategories),
    oneOf('photos_source_check', table.source, photoSources),
    oneOf('photos_analysis_status_check', table.analysisStatus, analysisStatuses),
    check(
      'photos_belongs_check',
      sql`num_nonnulls(${table.areaSessionId}, ${table.inspectionId}, ${table.planItemId}) = 1`,
    ),
    check('photos_page_count_check', sql`${table.pageCount} > 0`),
    check('photos_sha256_check', sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
);
export type PhotoRow = typeof photos.$inferSelect;

/** A fingerprint of each photo's appearance, in base64, by which photos of the same place are found. */
export const photoLikenesses = pgTable('photo_likenesses', {
  photoId: uuid('photo_id')
    .primaryKey()
    .references(() => photos.id, { onDelete: 'cascade' }),
  numbers: text('numbers').notNull(),
});
