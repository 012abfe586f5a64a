import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  decimal,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { costUnits } from '#contract/cost-catalogue.ts';
import { largestAmount, largestTotal, type Cents } from '#contract/money.ts';
import { findingCategories, severities, type FindingCategory, type Severity } from '#contract/finding-categories.ts';
import {
  itemEnds,
  planItemStatuses,
  planSources,
  planStatuses,
  type ItemEnd,
  type PlanItemStatus,
  type PlanStatus,
} from '#contract/plans.ts';
import type { ItemPlace } from '#contract/places.ts';
import { lineLimits } from '#contract/plan-lines.ts';
import { horizons, type Horizon, type Sample } from '#contract/plan-line-details.ts';
import type { ItemQuote } from '#contract/plan-quotes.ts';
import { lineClasses, spendings, type LineClass, type Spending } from '#contract/line-classes.ts';
import type { PlanOverheads } from '#contract/plan-overheads.ts';
import { areaSessions } from './areas.tables.ts';
import { inspections } from './inspections.tables.ts';
import { findings } from './findings.tables.ts';
import { cents, createdAt, oneOf, timestamptz, updatedAt, uuidKey } from './columns.ts';
import { properties } from './properties.tables.ts';
import { inspectionRuns } from './runs.tables.ts';
import { users } from './users.tables.ts';

/** The settings with which a plan's additions and schedule are computed; a percentage of 12 means 12 %. */
export interface PlanSettings {
  crews: number;
  freightPercent: number;
  contingencyPercent: number;
  /** Optional overheads, off at 0; missing in plans from before they existed. */
  mobilization?: Cents;
  designFeePercent?: number;
  afterHoursPercent?: number;
  /** The factor of the property's state. */
  regionalPercent?: number;
  /** Whether a user entered the overheads, which are then kept when the plan is generated again. */
  entered?: boolean;
}

/** Ranks a priority from 1 for low to 4 for critical. */
export const priorityRank = (priority: SQLWrapper): SQL<number> =>
  sql<number>`array_position(array['low', 'medium', 'high', 'critical'], ${priority})`;

export const pipReports = pgTable(
  'pip_reports',
  {
    id: uuidKey(),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id),
    source: text('source').$type<(typeof planSources)[number]>().notNull(),
    runId: uuid('run_id').references(() => inspectionRuns.id),
    areaSessionId: uuid('area_session_id').references(() => areaSessions.id),
    inspectionId: uuid('inspection_id').references(() => inspections.id),
    totalCost: cents('total_cost_cents').notNull(),
    /** The part of the total that the plan of another area counts too: one visit serves several areas. */
    sharedCost: cents('shared_cost_cents').notNull().default(0),
    estimatedDays: integer('estimated_days').notNull(),
    priority: text('priority').$type<Severity>().notNull(),
    status: text('status').$type<PlanStatus>().notNull().default('draft'),
    /** Stored with the plan, so that an accepted total does not change with the server's settings. */
    settings: jsonb('settings').$type<PlanSettings>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    approvedAt: timestamptz('approved_at'),
    /** The date of acceptance at the property, from which the windows of its items are counted. */
    approvedOn: date('approved_on'),
    approvedBy: uuid('approved_by').references(() => users.id),
  },
  (table) => [
    index('pip_reports_newest_index').on(table.createdAt, table.id),
    index('pip_reports_status_index').on(table.status, table.createdAt, table.id),
    index('pip_reports_worst_index').on(priorityRank(table.priority), table.createdAt, table.id),
    index('pip_reports_status_worst_index').on(table.status, priorityRank(table.priority), table.createdAt, table.id),
    // Small enough to be read whole for the counts by status, unlike the index above.
    index('pip_reports_counts_index').on(table.status),
    index('pip_reports_property_index').on(table.propertyId, table.createdAt, table.id),
    // For the plans of any source that show the items of an area.
    index('pip_reports_area_session_index').on(table.areaSessionId),
    uniqueIndex('pip_reports_one_per_run')
      .on(table.runId)
      .where(sql`${table.source} = 'property'`),
    uniqueIndex('pip_reports_one_per_area_session')
      .on(table.areaSessionId)
      .where(sql`${table.source} = 'area'`),
    uniqueIndex('pip_reports_one_per_inspection')
      .on(table.inspectionId)
      .where(sql`${table.source} = 'inspection'`),
    oneOf('pip_reports_status_check', table.status, planStatuses),
    oneOf('pip_reports_priority_check', table.priority, severities),
    oneOf('pip_reports_source_check', table.source, planSources),
    check('pip_reports_total_check', sql`${table.totalCost} between 0 and ${sql.raw(String(largestTotal))}`),
    check(
      'pip_reports_source_key_check',
      sql`case ${table.source} when 'property' then ${table.runId} is not null when 'area' then ${table.areaSessionId} is not null else ${table.inspectionId} is not null end`,
    ),
  ],
);
export type PlanRow = typeof pipReports.$inferSelect;

/** The columns that an approval may change, as they were before it. */
export interface ItemBefore {
  title?: string;
  description?: string;
  priority?: Severity;
  quantity?: number;
  sample?: Sample | null;
  costLow?: Cents;
  costHigh?: Cents;
  estimatedCost?: Cents;
  priceEntered?: boolean;
  estimatedDays?: number;
  daysOnSite?: number;
  leadDays?: number;
  dueDate?: string | null;
  horizonMonths?: Horizon | null;
  building?: string | null;
  floor?: string | null;
  room?: string | null;
  standard?: string | null;
  responsible?: string | null;
  note?: string | null;
}

/**
 * The lines of plans. A finding is in one item, alone or with others that the same work repairs. The item belongs to
 * the property's plan once there is one, and before that to the plan for which it was made.
 */
export const pipItems = pgTable(
  'pip_items',
  {
    id: uuidKey(),
    pipReportId: uuid('pip_report_id')
      .notNull()
      .references(() => pipReports.id, { onDelete: 'cascade' }),
    issueId: uuid('issue_id').references(() => findings.id, { onDelete: 'set null' }),
    /**
     * The area of its finding. The plans of this area and of its inspection show the item, whichever plan it belongs
     * to.
     */
    areaSessionId: uuid('area_session_id').references(() => areaSessions.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    category: text('category').$type<FindingCategory>().notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    area: text('area'),
    /** The room or place in the area. */
    room: text('room'),
    /** Costs and days on site are those of all units together. */
    quantity: integer('quantity').notNull().default(1),
    unit: text('unit').$type<(typeof costUnits)[number]>().notNull().default('each'),
    /** The date that a user entered; null when it is due at the end of its phase's window. */
    dueDate: date('due_date'),
    building: text('building'),
    floor: text('floor'),
    /** The standard that asks for the work. */
    standard: text('standard'),
    responsible: text('responsible'),
    /** What the quantity was extrapolated from. */
    sample: jsonb('sample').$type<Sample>(),
    /** The window in months; null where the priority gives it. */
    horizonMonths: integer('horizon_months').$type<Horizon>(),
    quotes: jsonb('quotes').$type<ItemQuote[]>().notNull().default([]),
    recommendedAction: text('recommended_action').notNull(),
    /**
     * The class and the spending of a manual line, of a failed critical check (its class) and of a check that is priced as
     * upkeep; another finding's line has those of its category.
     */
    lineClass: text('line_class').$type<LineClass>(),
    spending: text('spending').$type<Spending>(),
    /** The user who added the line manually; null for the line of a finding. */
    addedBy: uuid('added_by').references(() => users.id),
    costLow: cents('cost_low_cents').notNull(),
    costHigh: cents('cost_high_cents').notNull(),
    estimatedCost: cents('estimated_cost_cents').notNull(),
    /** Whether freight and tax are added, which its class says; in older plans it stays as it was accepted. */
    ffe: boolean('ffe').notNull().default(false),
    /** Whether a user entered the price; otherwise it is that of the catalogue. */
    priceEntered: boolean('price_entered').notNull().default(false),
    estimatedDays: integer('estimated_days').notNull(),
    daysOnSite: decimal('days_on_site', { precision: 6, scale: 2, mode: 'number' }).notNull(),
    leadDays: integer('lead_days').notNull().default(0),
    priority: text('priority').$type<Severity>().notNull(),
    status: text('status').$type<PlanItemStatus>().notNull().default('pending'),
    /** What happened to its findings, so that its work is no longer needed; the status stays that of its last decision. */
    noLongerNeeded: text('no_longer_needed').$type<ItemEnd>(),
    note: text('note'),
    /** The cost of the finished work, the number of its invoice, and the owner's note. */
    actualCost: cents('actual_cost_cents'),
    invoice: text('invoice'),
    workNote: text('work_note'),
    /** When the work began, when its finding was found again after it was completed, and when the brand returned it. */
    startedAt: timestamptz('started_at'),
    reopenedAt: timestamptz('reopened_at'),
    returnedAt: timestamptz('returned_at'),
    reportedAt: timestamptz('reported_at'),
    completedAt: timestamptz('completed_at'),
    /** What the approval has changed, as it was before, so that taking it back returns to it. */
    decisionBefore: jsonb('decision_before').$type<ItemBefore>(),
    /** When a user decided on it or changed it; generating the plan again then leaves it alone. */
    touchedAt: timestamptz('touched_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('pip_items_report_index').on(table.pipReportId, table.createdAt),
    index('pip_items_area_session_index').on(table.areaSessionId),
    uniqueIndex('pip_items_one_per_finding').on(table.issueId),
    index('pip_items_completed_index')
      .on(table.completedAt)
      .where(sql`${table.status} = 'completed'`),
    oneOf('pip_items_unit_check', table.unit, costUnits),
    check('pip_items_quantity_check', sql`${table.quantity} between 1 and ${sql.raw(String(lineLimits.units))}`),
    oneOf('pip_items_line_class_check', table.lineClass, lineClasses),
    oneOf('pip_items_spending_check', table.spending, spendings),
    check(
      'pip_items_by_hand_check',
      sql`${table.addedBy} is null or (${table.issueId} is null and ${table.lineClass} is not null and ${table.spending} is not null)`,
    ),
    check('pip_items_horizon_check', sql`${table.horizonMonths} in (${sql.raw(horizons.join(', '))})`),
    oneOf('pip_items_status_check', table.status, planItemStatuses),
    oneOf('pip_items_no_longer_needed_check', table.noLongerNeeded, itemEnds),
    oneOf('pip_items_priority_check', table.priority, severities),
    oneOf('pip_items_severity_check', table.severity, severities),
    oneOf('pip_items_category_check', table.category, findingCategories),
    check(
      'pip_items_cost_check',
      sql`${table.costLow} <= ${table.costHigh} and ${table.estimatedCost} >= 0 and greatest(${table.costHigh}, ${table.estimatedCost}, ${table.actualCost}) <= ${sql.raw(String(largestAmount))}`,
    ),
  ],
);
export type PlanItemRow = typeof pipItems.$inferSelect;

/** The further findings that an item's work repairs; the first one is stored in the item. */
export const pipItemFindings = pgTable(
  'pip_item_findings',
  {
    findingId: uuid('finding_id')
      .primaryKey()
      .references(() => findings.id, { onDelete: 'cascade' }),
    itemId: uuid('item_id')
      .notNull()
      .references(() => pipItems.id, { onDelete: 'cascade' }),
  },
  (table) => [index('pip_item_findings_item_index').on(table.itemId)],
);

/** The due date is null at the end of the phase's window, and the sample where every unit was counted. */
export interface LineParts {
  place: ItemPlace;
  quantity: { quantity: number; unit: (typeof costUnits)[number] };
  due: { date: string } | { daysAfterAcceptance: number } | null;
  sample: Sample | null;
}

/** A line of a plan as it was sent. Amounts are in whole cents. */
export interface VersionLine {
  itemId: string;
  title: string;
  action: string;
  area: string | null;
  priority: Severity;
  cost: Cents;
  days: number;
  /** The quantity as text with its unit, and the entered due date; missing in older lines. */
  quantity?: string;
  due?: string;
  /** Area and room, class, and capital or operating, as text; missing in older lines. */
  place?: string;
  class?: string;
  spending?: string;
  standard?: string;
  phase?: string;
  sample?: string;
  /** The parts of what depends on the reader's language; missing in older lines. */
  parts?: LineParts;
  /** The day on which its work ends, counted from the plan's acceptance; missing in excluded and in older lines. */
  endDay?: number;
  excluded: 'rejected' | 'waived' | 'not_needed' | null;
}

/** The sent versions of plans. A trigger prevents all changes except the acceptance. */
export const pipVersions = pgTable(
  'pip_versions',
  {
    id: uuidKey(),
    pipReportId: uuid('pip_report_id')
      .notNull()
      .references(() => pipReports.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    lines: jsonb('lines').$type<VersionLine[]>().notNull(),
    /** The overheads of its total; null in versions from before they were stored. */
    overheads: jsonb('overheads').$type<PlanOverheads>(),
    totalCost: cents('total_cost_cents').notNull(),
    estimatedDays: integer('estimated_days').notNull(),
    sentAt: timestamptz('sent_at').notNull().defaultNow(),
    sentBy: uuid('sent_by').references(() => users.id),
    acceptedAt: timestamptz('accepted_at'),
    acceptedBy: uuid('accepted_by').references(() => users.id),
  },
  (table) => [uniqueIndex('pip_versions_number_unique').on(table.pipReportId, table.number)],
);
export type PlanVersionRow = typeof pipVersions.$inferSelect;

/** Planning-level unit costs, editable by admins. */
export const costCatalogue = pgTable(
  'cost_catalogue',
  {
    id: uuidKey(),
    category: text('category').$type<FindingCategory>().notNull(),
    fromSeverity: text('from_severity').$type<Severity>().notNull(),
    action: text('action').notNull(),
    unit: text('unit').$type<(typeof costUnits)[number]>().notNull(),
    costLow: cents('cost_low_cents').notNull(),
    costHigh: cents('cost_high_cents').notNull(),
    daysOnSite: decimal('days_on_site', { precision: 6, scale: 2, mode: 'number' }).notNull(),
    leadDays: integer('lead_days').notNull().default(0),
  },
  (table) => [
    uniqueIndex('cost_catalogue_category_severity_unique').on(table.category, table.fromSeverity),
    oneOf('cost_catalogue_category_check', table.category, findingCategories),
    oneOf('cost_catalogue_severity_check', table.fromSeverity, severities),
    oneOf('cost_catalogue_unit_check', table.unit, costUnits),
    check(
      'cost_catalogue_range_check',
      sql`${table.costLow} <= ${table.costHigh} and ${table.costHigh} <= ${sql.raw(String(largestAmount))}`,
    ),
  ],
);
