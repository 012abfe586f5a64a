import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { checklistResults } from '#contract/checklists.ts';
import { findingCategories, severities, type FindingCategory, type Severity } from '#contract/finding-categories.ts';
import { areaSessions, inspectionAreas } from './areas.tables.ts';
import { inspections } from './inspections.tables.ts';
import { oneOf, updatedAt, uuidKey } from './columns.ts';
import { users } from './users.tables.ts';

/** What has to be checked in an area. */
export const checklistItems = pgTable(
  'area_checklist_items',
  {
    id: uuidKey(),
    areaId: uuid('area_id')
      .notNull()
      .references(() => inspectionAreas.id),
    title: text('title').notNull(),
    critical: boolean('critical').notNull().default(false),
    /** The finding that a failed item becomes: what is wrong, what it is a finding of, and what ends it. */
    findingTitle: text('finding_title').notNull(),
    category: text('category').$type<FindingCategory>().notNull(),
    action: text('action').notNull(),
    /** The severity whose line of the cost catalogue prices it, where that is not its own. */
    pricedAs: text('priced_as').$type<Severity>(),
    sortOrder: integer('sort_order').notNull(),
  },
  (table) => [
    uniqueIndex('checklist_items_area_order_unique').on(table.areaId, table.sortOrder),
    oneOf('checklist_items_category_check', table.category, findingCategories),
    oneOf('checklist_items_priced_as_check', table.pricedAs, severities),
  ],
);
export type ChecklistItemRow = typeof checklistItems.$inferSelect;

/** A result, of an area session or of a standalone inspection. */
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
