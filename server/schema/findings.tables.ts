import { sql } from 'drizzle-orm';
import { check, decimal, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { BoundingBox } from '#contract/analysis.ts';
import { findingCategories, severities, type FindingCategory, type Severity } from '#contract/finding-categories.ts';
import { findingSources, findingStatuses, type FindingStatus } from '#contract/findings.ts';
import { areaSessions } from './areas.tables.ts';
import { checklistItems } from './checklists.tables.ts';
import { inspections } from './inspections.tables.ts';
import { createdAt, timestamptz, oneOf, uuidKey } from './columns.ts';
import { photos } from './photos.tables.ts';
import { users } from './users.tables.ts';

export const findings = pgTable(
  'inspection_issues',
  {
    id: uuidKey(),
    /** The live or photo inspection that it belongs to; null for a finding of an area session. */
    inspectionId: uuid('inspection_id').references(() => inspections.id),
    areaSessionId: uuid('area_session_id').references(() => areaSessions.id),
    photoId: uuid('photo_id').references(() => photos.id, { onDelete: 'set null' }),
    /** The failed checklist item that it was made from. */
    checklistItemId: uuid('checklist_item_id').references(() => checklistItems.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    category: text('category').$type<FindingCategory>().notNull(),
    aiConfidence: decimal('ai_confidence', { precision: 5, scale: 2 }),
    imageUrl: text('image_url'),
    videoTimestamp: integer('video_timestamp'),
    /** The extent on the photo, and the places that it holds where there are several. */
    boundingBox: jsonb('bounding_box').$type<BoundingBox>(),
    places: jsonb('places').$type<BoundingBox[]>().notNull().default([]),
    source: text('source').$type<(typeof findingSources)[number]>().notNull(),
    recommendedAction: text('recommended_action').notNull(),
    status: text('status').$type<FindingStatus>().notNull().default('pending'),
    note: text('note'),
    decidedBy: uuid('decided_by').references(() => users.id),
    decidedAt: timestamptz('decided_at'),
    /** When a person last changed it after it was added. */
    changedAt: timestamptz('changed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('issues_area_session_index').on(table.areaSessionId, table.createdAt),
    index('issues_inspection_index').on(table.inspectionId, table.createdAt),
    index('issues_photo_index').on(table.photoId),
    index('issues_open_newest_index')
      .on(table.createdAt)
      .where(sql`${table.status} in ('pending', 'confirmed')`),
    uniqueIndex('issues_one_per_checklist_item').on(table.areaSessionId, table.checklistItemId),
    uniqueIndex('issues_one_per_item_of_inspection').on(table.inspectionId, table.checklistItemId),
    oneOf('issues_severity_check', table.severity, severities),
    oneOf('issues_category_check', table.category, findingCategories),
    oneOf('issues_status_check', table.status, findingStatuses),
    oneOf('issues_source_check', table.source, findingSources),
    check('issues_belongs_check', sql`num_nonnulls(${table.areaSessionId}, ${table.inspectionId}) = 1`),
    check('issues_confidence_check', sql`${table.aiConfidence} between 0 and 100`),
  ],
);
export type FindingRow = typeof findings.$inferSelect;
