import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { areaCodes, type AreaCode } from '#contract/area-codes.ts';
import { areaSessionStatuses, type AreaSessionStatus } from '#contract/statuses.ts';
import { createdAt, timestamptz, oneOf, uuidKey } from './columns.ts';
import { properties } from './properties.tables.ts';
import { inspectionRuns } from './runs.tables.ts';

/** The fixed list of ten areas. */
export const inspectionAreas = pgTable(
  'inspection_areas',
  {
    id: uuidKey(),
    name: text('name').notNull(),
    code: text('code').$type<AreaCode>().notNull().unique('inspection_areas_code_unique'),
    description: text('description'),
    icon: text('icon'),
    sortOrder: integer('sort_order').notNull().default(0),
  },
  (table) => [oneOf('inspection_areas_code_check', table.code, areaCodes)],
);
export type AreaRow = typeof inspectionAreas.$inferSelect;

/** The field work in one area during one run. */
export const areaSessions = pgTable(
  'area_sessions',
  {
    id: uuidKey(),
    runId: uuid('run_id')
      .notNull()
      .references(() => inspectionRuns.id),
    /** The run's property, which never changes; repeated here so that a property's list can be read from an index. */
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id),
    areaId: uuid('area_id')
      .notNull()
      .references(() => inspectionAreas.id),
    status: text('status').$type<AreaSessionStatus>().notNull().default('not_started'),
    permissionCamera: boolean('permission_camera').notNull().default(false),
    permissionLocation: boolean('permission_location').notNull().default(false),
    permissionMicrophone: boolean('permission_microphone').notNull().default(false),
    itemsChecked: integer('items_checked').notNull().default(0),
    totalItems: integer('total_items').notNull().default(0),
    issuesDetected: integer('issues_detected').notNull().default(0),
    progressPercent: integer('progress_percent').notNull().default(0),
    notApplicableReason: text('not_applicable_reason'),
    lastActivity: timestamptz('last_activity').notNull().defaultNow(),
    createdAt: createdAt(),
    completedAt: timestamptz('completed_at'),
  },
  (table) => [
    uniqueIndex('area_sessions_run_area_unique').on(table.runId, table.areaId),
    index('area_sessions_latest_index').on(table.lastActivity, table.id),
    index('area_sessions_property_index').on(table.propertyId, table.lastActivity, table.id),
    oneOf('area_sessions_status_check', table.status, areaSessionStatuses),
    check('area_sessions_progress_check', sql`${table.progressPercent} between 0 and 100`),
    check(
      'area_sessions_counters_check',
      sql`${table.itemsChecked} >= 0 and ${table.totalItems} >= 0 and ${table.issuesDetected} >= 0`,
    ),
    check(
      'area_sessions_reason_check',
      sql`${table.status} <> 'not_applicable' or ${table.notApplicableReason} is not null`,
    ),
  ],
);
export type AreaSessionRow = typeof areaSessions.$inferSelect;

/** The latest run of a case. */
export const latestRunOf = (caseId: SQLWrapper): SQL => sql`(select run.id from ${inspectionRuns} run
  where run.case_id = ${caseId} order by run.created_at desc limit 1)`;

/** Matches a case whose owner has submitted every applicable area, as `isHandedIn` in contract/cases.ts. */
export const isHandedInCase = (caseId: SQLWrapper): SQL => sql`coalesce((select bool_and(walked.status = 'completed')
  from ${areaSessions} walked where walked.run_id = ${latestRunOf(caseId)} and walked.status <> 'not_applicable'), false)`;
