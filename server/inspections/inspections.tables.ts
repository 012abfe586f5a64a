import { sql } from 'drizzle-orm';
import { check, decimal, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { inspectionStatuses, type InspectionStatus } from '#contract/statuses.ts';
import { areaSessions } from '#server/areas/areas.tables.ts';
import { inspectionCases } from '#server/cases/cases.tables.ts';
import { createdAt, moment, oneOf, updatedAt, uuidKey } from '#server/platform/database/columns.ts';
import { properties } from '#server/properties/properties.tables.ts';
import { users } from '#server/users/users.tables.ts';

/** The record that an admin reviews: of an area session, or of a live or photo inspection of its own. */
export const inspections = pgTable(
  'inspections',
  {
    id: uuidKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id),
    caseId: uuid('case_id').references(() => inspectionCases.id),
    areaSessionId: uuid('area_session_id')
      .unique('inspections_area_session_unique')
      .references(() => areaSessions.id),
    /** The area session's id, or 21 random characters. */
    sessionId: text('session_id').notNull().unique('inspections_session_id_unique'),
    propertyName: text('property_name').notNull(),
    area: text('area').notNull(),
    status: text('status').$type<InspectionStatus>().notNull().default('in_progress'),
    videoUrl: text('video_url'),
    duration: integer('duration'),
    aiConfidenceScore: decimal('ai_confidence_score', { precision: 5, scale: 2 }),
    itemsChecked: integer('items_checked').notNull().default(0),
    totalItems: integer('total_items').notNull().default(0),
    issuesDetected: integer('issues_detected').notNull().default(0),
    reviewNote: text('review_note'),
    reviewedBy: uuid('reviewed_by').references(() => users.id),
    reviewedAt: moment('reviewed_at'),
    flagNote: text('flag_note'),
    flaggedBy: uuid('flagged_by').references(() => users.id),
    flaggedAt: moment('flagged_at'),
    createdAt: createdAt(),
    completedAt: moment('completed_at'),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('inspections_newest_index').on(table.createdAt.desc(), table.id.desc()),
    index('inspections_status_index').on(table.status, table.createdAt.desc(), table.id.desc()),
    index('inspections_property_index').on(table.propertyId, table.createdAt.desc()),
    index('inspections_case_index').on(table.caseId),
    index('inspections_flagged_index')
      .on(table.createdAt.desc(), table.id.desc())
      .where(sql`${table.flaggedAt} is not null`),
    oneOf('inspections_status_check', table.status, inspectionStatuses),
    check('inspections_flag_check', sql`(${table.flaggedAt} is null) = (${table.flaggedBy} is null)`),
    check('inspections_counters_check', sql`${table.itemsChecked} >= 0 and ${table.issuesDetected} >= 0`),
  ],
);
export type InspectionRow = typeof inspections.$inferSelect;
