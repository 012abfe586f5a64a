import { sql } from 'drizzle-orm';
import { boolean, check, decimal, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { findingCategories, severities, type FindingCategory, type Severity } from '#contract/findings.ts';
import {
  costUnits,
  pipItemStatuses,
  pipSources,
  pipStatuses,
  type PipItemStatus,
  type PipStatus,
} from '#contract/reports.ts';
import { areaSessions } from '#server/areas/areas.tables.ts';
import { inspections } from '#server/inspections/inspections.tables.ts';
import { issues } from '#server/issues/issues.tables.ts';
import { createdAt, moment, oneOf, updatedAt, uuidKey } from '#server/platform/database/columns.ts';
import { properties } from '#server/properties/properties.tables.ts';
import { inspectionRuns } from '#server/runs/runs.tables.ts';
import { users } from '#server/users/users.tables.ts';

/** What a plan's additions and schedule are computed with; percentages as 12 for 12 %. */
export interface PlanSettings {
  crews: number;
  freightPercent: number;
  contingencyPercent: number;
}

export const pipReports = pgTable(
  'pip_reports',
  {
    id: uuidKey(),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id),
    source: text('source').$type<(typeof pipSources)[number]>().notNull(),
    runId: uuid('run_id').references(() => inspectionRuns.id),
    areaSessionId: uuid('area_session_id').references(() => areaSessions.id),
    inspectionId: uuid('inspection_id').references(() => inspections.id),
    totalCost: decimal('total_cost', { precision: 10, scale: 2 }).notNull(),
    estimatedDays: integer('estimated_days').notNull(),
    priority: text('priority').$type<Severity>().notNull(),
    status: text('status').$type<PipStatus>().notNull().default('draft'),
    /** Kept with the plan, so that an accepted total does not move when the server's settings do. */
    settings: jsonb('settings').$type<PlanSettings>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    approvedAt: moment('approved_at'),
    approvedBy: uuid('approved_by').references(() => users.id),
  },
  (table) => [
    index('pip_reports_newest_index').on(table.createdAt.desc(), table.id.desc()),
    index('pip_reports_property_index').on(table.propertyId, table.createdAt.desc()),
    uniqueIndex('pip_reports_one_per_run')
      .on(table.runId)
      .where(sql`${table.source} = 'property'`),
    uniqueIndex('pip_reports_one_per_area_session')
      .on(table.areaSessionId)
      .where(sql`${table.source} = 'area'`),
    uniqueIndex('pip_reports_one_per_inspection')
      .on(table.inspectionId)
      .where(sql`${table.source} = 'inspection'`),
    oneOf('pip_reports_status_check', table.status, pipStatuses),
    oneOf('pip_reports_priority_check', table.priority, severities),
    oneOf('pip_reports_source_check', table.source, pipSources),
    check(
      'pip_reports_source_key_check',
      sql`case ${table.source} when 'property' then ${table.runId} is not null when 'area' then ${table.areaSessionId} is not null else ${table.inspectionId} is not null end`,
    ),
  ],
);
export type PipReportRow = typeof pipReports.$inferSelect;

export const pipItems = pgTable(
  'pip_items',
  {
    id: uuidKey(),
    pipReportId: uuid('pip_report_id')
      .notNull()
      .references(() => pipReports.id, { onDelete: 'cascade' }),
    issueId: uuid('issue_id').references(() => issues.id, { onDelete: 'set null' }),
    title: text('title').notNull(),
    description: text('description').notNull(),
    category: text('category').$type<FindingCategory>().notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    area: text('area'),
    recommendedAction: text('recommended_action').notNull(),
    costLow: decimal('cost_low', { precision: 8, scale: 2 }).notNull(),
    costHigh: decimal('cost_high', { precision: 8, scale: 2 }).notNull(),
    estimatedCost: decimal('estimated_cost', { precision: 8, scale: 2 }).notNull(),
    ffe: boolean('ffe').notNull().default(false),
    estimatedDays: integer('estimated_days').notNull(),
    daysOnSite: decimal('days_on_site', { precision: 6, scale: 2 }).notNull(),
    leadDays: integer('lead_days').notNull().default(0),
    priority: text('priority').$type<Severity>().notNull(),
    status: text('status').$type<PipItemStatus>().notNull().default('pending'),
    note: text('note'),
    /** A person has decided on it or changed it: generating again leaves it alone. */
    touchedAt: moment('touched_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('pip_items_report_index').on(table.pipReportId, table.createdAt),
    index('pip_items_issue_index').on(table.issueId),
    uniqueIndex('pip_items_one_per_issue').on(table.pipReportId, table.issueId),
    oneOf('pip_items_status_check', table.status, pipItemStatuses),
    oneOf('pip_items_priority_check', table.priority, severities),
    oneOf('pip_items_severity_check', table.severity, severities),
    oneOf('pip_items_category_check', table.category, findingCategories),
    check('pip_items_cost_check', sql`${table.costLow} <= ${table.costHigh} and ${table.estimatedCost} >= 0`),
  ],
);
export type PipItemRow = typeof pipItems.$inferSelect;

/** Planning-level unit costs, editable by admins. */
export const costCatalogue = pgTable(
  'cost_catalogue',
  {
    id: uuidKey(),
    category: text('category').$type<FindingCategory>().notNull(),
    fromSeverity: text('from_severity').$type<Severity>().notNull(),
    action: text('action').notNull(),
    unit: text('unit').$type<(typeof costUnits)[number]>().notNull(),
    costLow: decimal('cost_low', { precision: 8, scale: 2 }).notNull(),
    costHigh: decimal('cost_high', { precision: 8, scale: 2 }).notNull(),
    daysOnSite: decimal('days_on_site', { precision: 6, scale: 2 }).notNull(),
    leadDays: integer('lead_days').notNull().default(0),
    ffe: boolean('ffe').notNull().default(false),
  },
  (table) => [
    uniqueIndex('cost_catalogue_category_severity_unique').on(table.category, table.fromSeverity),
    oneOf('cost_catalogue_category_check', table.category, findingCategories),
    oneOf('cost_catalogue_severity_check', table.fromSeverity, severities),
    oneOf('cost_catalogue_unit_check', table.unit, costUnits),
    check('cost_catalogue_range_check', sql`${table.costLow} <= ${table.costHigh}`),
  ],
);
