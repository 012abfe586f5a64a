import { sql } from 'drizzle-orm';
import { check, decimal, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { BoundingBox } from '#contract/analysis.ts';
import { findingCategories, severities, type FindingCategory, type Severity } from '#contract/findings.ts';
import { issueSources, issueStatuses, type IssueStatus } from '#contract/issues.ts';
import { areaSessions } from '#server/areas/areas.tables.ts';
import { checklistItems } from '#server/checklists/checklists.tables.ts';
import { inspections } from '#server/inspections/inspections.tables.ts';
import { createdAt, moment, oneOf, uuidKey } from '#server/platform/database/columns.ts';
import { photos } from '#server/photos/photos.tables.ts';
import { users } from '#server/users/users.tables.ts';

export const issues = pgTable(
  'inspection_issues',
  {
    id: uuidKey(),
    inspectionId: uuid('inspection_id').references(() => inspections.id),
    areaSessionId: uuid('area_session_id').references(() => areaSessions.id),
    photoId: uuid('photo_id').references(() => photos.id, { onDelete: 'set null' }),
    /** The checklist item whose failing made it. */
    checklistItemId: uuid('checklist_item_id').references(() => checklistItems.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    category: text('category').$type<FindingCategory>().notNull(),
    aiConfidence: decimal('ai_confidence', { precision: 5, scale: 2 }),
    imageUrl: text('image_url'),
    videoTimestamp: integer('video_timestamp'),
    boundingBox: jsonb('bounding_box').$type<BoundingBox>(),
    source: text('source').$type<(typeof issueSources)[number]>().notNull(),
    recommendedAction: text('recommended_action').notNull(),
    status: text('status').$type<IssueStatus>().notNull().default('pending'),
    note: text('note'),
    decidedBy: uuid('decided_by').references(() => users.id),
    decidedAt: moment('decided_at'),
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
    // An area's findings name its inspection as well, and are told apart by their session.
    uniqueIndex('issues_one_per_item_of_inspection')
      .on(table.inspectionId, table.checklistItemId)
      .where(sql`${table.areaSessionId} is null`),
    oneOf('issues_severity_check', table.severity, severities),
    oneOf('issues_category_check', table.category, findingCategories),
    oneOf('issues_status_check', table.status, issueStatuses),
    oneOf('issues_source_check', table.source, issueSources),
    check('issues_belongs_check', sql`num_nonnulls(${table.areaSessionId}, ${table.inspectionId}) >= 1`),
    check('issues_confidence_check', sql`${table.aiConfidence} between 0 and 100`),
  ],
);
export type IssueRow = typeof issues.$inferSelect;
