import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { checklistResults } from '#contract/checklists.ts';
import { findingCategories, severities, type FindingCategory, type Severity } from '#contract/finding-categories.ts';
import { areaSessions, inspectionAreas } from './areas.tables.ts';
import { inspections } from './inspections.tables.ts';
import { createdAt, oneOf, updatedAt, uuidKey } from './columns.ts';
import { photos } from './photos.tables.ts';
import { users } from './users.tables.ts';

/** The checks of an area. */
export const checklistItems = pgTable(
  'area_checklist_items',
  {
    id: uuidKey(),
    areaId: uuid('area_id')
      .notNull()
      .references(() => inspectionAreas.id),
    title: text('title').notNull(),
    critical: boolean('critical').notNull().default(false),
    /** The finding that a failed check becomes: its title, category and recommended action. */
    findingTitle: text('finding_title').notNull(),
    category: text('category').$type<FindingCategory>().notNull(),
    action: text('action').notNull(),
    /** The category and the severity whose line of the cost catalogue prices it, if they differ from its own. */
    pricedCategory: text('priced_category').$type<FindingCategory>(),
    pricedAs: text('priced_as').$type<Severity>(),
    sortOrder: integer('sort_order').notNull(),
  },
  (table) => [
    uniqueIndex('checklist_items_area_order_unique').on(table.areaId, table.sortOrder),
    oneOf('checklist_items_category_check', table.category, findingCategories),
    oneOf('checklist_items_priced_category_check', table.pricedCategory, findingCategories),
    oneOf('checklist_items_priced_as_check', table.pricedAs, severities),
  ],
);
export type ChecklistItemRow = typeof checklistItems.$inferSelect;

/** The result of a check in an area session or a standalone inspection. */
export const checklistAnswers = pgTable(
  'area_checklist_results',
  {
    id: uuidKey(),
    areaSessionId: uuid('area_session_id').references(() => areaSessions.id),
    inspectionId: uuid('inspection_id').references(() => inspections.id),
    itemId: uuid('item_id')
      .notNull()
      .references(() => checklistItems.id),
    result: text('result').$type<(typeof checklistResults)[number]>().notNull(),
    note: text('note'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('checklist_results_session_item_unique').on(table.areaSessionId, table.itemId),
    uniqueIndex('checklist_results_inspection_item_unique').on(table.inspectionId, table.itemId),
    check('checklist_results_belongs_check', sql`num_nonnulls(${table.areaSessionId}, ${table.inspectionId}) = 1`),
    oneOf('checklist_results_result_check', table.result, checklistResults),
  ],
);

/** The photo or check of an area session that meets a requirement of the run's case. */
export const requirementEvidence = pgTable(
  'requirement_evidence',
  {
    id: uuidKey(),
    areaSessionId: uuid('area_session_id')
      .notNull()
      .references(() => areaSessions.id),
    /** The requirement's position among those of the case, starting at 0. */
    position: integer('position').notNull(),
    photoId: uuid('photo_id').references(() => photos.id, { onDelete: 'cascade' }),
    checklistItemId: uuid('checklist_item_id').references(() => checklistItems.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('requirement_evidence_unique').on(table.areaSessionId, table.position),
    index('requirement_evidence_photo_index').on(table.photoId),
    check('requirement_evidence_one_check', sql`num_nonnulls(${table.photoId}, ${table.checklistItemId}) = 1`),
  ],
);
export type RequirementEvidenceRow = typeof requirementEvidence.$inferSelect;

/** A photo that the analysis called unusable, such as a black one; a document is no picture and is never called that. */
const isUnusable = sql`(not ${photos.usable} and ${photos.analysisStatus} = 'done' and ${photos.contentType} <> 'application/pdf')`;

/** Whether the chosen evidence meets its requirement: a photo unless it is unusable, a check once it is passed. */
export const meetsRequirement = sql<boolean>`(exists (
  select from ${photos} where ${photos.id} = ${requirementEvidence.photoId} and not ${isUnusable}) or exists (
  select from ${checklistAnswers} where ${checklistAnswers.areaSessionId} = ${requirementEvidence.areaSessionId}
    and ${checklistAnswers.itemId} = ${requirementEvidence.checklistItemId} and ${checklistAnswers.result} = 'pass'))`;
