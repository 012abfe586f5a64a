import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { areaCodes, type AreaCode } from '#contract/area-codes.ts';
import { storedCaseEvents, type CaseEventDetails } from '#contract/case-page.ts';
import { caseStatuses, inspectionTypes, type CaseStatus } from '#contract/cases.ts';
import { propertyTypes, type PropertyType } from '#contract/property-types.ts';
import { createdAt, timestamptz, oneOf, uuidKey } from './columns.ts';
import { properties } from './properties.tables.ts';
import { users } from './users.tables.ts';

export const inspectionCases = pgTable(
  'inspection_cases',
  {
    id: uuidKey(),
    caseNumber: text('case_number').notNull().unique('inspection_cases_number_unique'),
    propertyId: uuid('property_id').references(() => properties.id),
    createdByAdminId: uuid('created_by_admin_id')
      .notNull()
      .references(() => users.id),
    inspectionType: text('inspection_type').$type<(typeof inspectionTypes)[number]>().notNull().default('routine'),
    dueDate: date('due_date', { mode: 'string' }).notNull(),
    status: text('status').$type<CaseStatus>().notNull().default('pending'),
    onboardingCompleted: boolean('onboarding_completed').notNull().default(false),
    onboardingChecklist: jsonb('onboarding_checklist').$type<string[]>().notNull().default([]),
    notApplicableAreas: jsonb('not_applicable_areas').$type<AreaCode[]>().notNull().default([]),
    requirements: jsonb('requirements').$type<string[]>().notNull().default([]),
    notes: text('notes'),
    propertyName: text('property_name').notNull(),
    propertyAddress: text('property_address').notNull(),
    propertyCity: text('property_city').notNull(),
    propertyState: text('property_state').notNull(),
    propertyZipCode: text('property_zip_code').notNull(),
    propertyType: text('property_type').$type<PropertyType>().notNull().default('hotel'),
    brandStandard: text('brand_standard'),
    totalRooms: integer('total_rooms'),
    ownerEmail: text('owner_email').notNull(),
    ownerName: text('owner_name'),
    createdAt: createdAt(),
    completedAt: timestamptz('completed_at'),
  },
  (table) => [
    index('inspection_cases_newest_index').on(table.createdAt, table.id),
    index('inspection_cases_status_index').on(table.status, table.createdAt, table.id),
    index('inspection_cases_property_index').on(table.propertyId, table.createdAt, table.id),
    index('inspection_cases_owner_email_index').on(sql`lower(${table.ownerEmail})`, table.createdAt, table.id),
    index('inspection_cases_search_index').using(
      'gin',
      table.caseNumber.op('gin_trgm_ops'),
      table.propertyName.op('gin_trgm_ops'),
      table.propertyCity.op('gin_trgm_ops'),
      table.ownerEmail.op('gin_trgm_ops'),
      table.ownerName.op('gin_trgm_ops'),
    ),
    index('inspection_cases_due_index').on(table.dueDate, table.id),
    index('inspection_cases_status_due_index').on(table.status, table.dueDate, table.id),
    // The last column serves the counts above a list, which read only this index.
    index('inspection_cases_type_index').on(table.inspectionType, table.createdAt, table.id, table.status),
    index('inspection_cases_pending_due_index')
      .on(table.dueDate)
      .where(sql`${table.status} = 'pending'`),
    oneOf('inspection_cases_status_check', table.status, caseStatuses),
    oneOf('inspection_cases_type_check', table.inspectionType, inspectionTypes),
    oneOf('inspection_cases_property_type_check', table.propertyType, propertyTypes),
    check('inspection_cases_rooms_check', sql`${table.totalRooms} > 0`),
    check('inspection_cases_requirements_check', sql`jsonb_typeof(${table.requirements}) = 'array'`),
  ],
);
/** The details of a case's requirement besides its text. A requirement without a row is about the whole property. */
export const caseRequirements = pgTable(
  'case_requirements',
  {
    caseId: uuid('case_id')
      .notNull()
      .references(() => inspectionCases.id),
    /** Its position among the requirements of the case, starting at 0. */
    position: integer('position').notNull(),
    area: text('area').$type<AreaCode>(),
    photoRequired: boolean('photo_required').notNull().default(false),
    /** Null when it is due with the case. */
    dueDate: date('due_date', { mode: 'string' }),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.position] }),
    oneOf('case_requirements_area_check', table.area, areaCodes),
    check('case_requirements_position_check', sql`${table.position} >= 0`),
  ],
);
/** The events of a case, for its timeline. */
export const caseEvents = pgTable(
  'case_events',
  {
    id: uuidKey(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => inspectionCases.id),
    kind: text('kind').$type<(typeof storedCaseEvents)[number]>().notNull(),
    /** Null for events caused by the server. */
    userId: uuid('user_id').references(() => users.id),
    details: jsonb('details').$type<CaseEventDetails>().notNull().default({}),
    /** An event that may be stored only once, such as a reminder of one due date, always has the same key. */
    key: text('key'),
    createdAt: createdAt(),
  },
  (table) => [
    index('case_events_case_index').on(table.caseId, table.createdAt, table.id),
    unique('case_events_key_unique').on(table.caseId, table.key),
    oneOf('case_events_kind_check', table.kind, storedCaseEvents),
  ],
);
/** Cases whose inspection is opened again. The row moves on to each case that is opened from it. */
export const caseRepeats = pgTable(
  'case_repeats',
  {
    caseId: uuid('case_id')
      .primaryKey()
      .references(() => inspectionCases.id),
    everyMonths: integer('every_months').notNull(),
    dueAfterDays: integer('due_after_days').notNull(),
    nextOn: date('next_on', { mode: 'string' }).notNull(),
    /** The chosen day of the month, to which the date returns after a short month. */
    dayOfMonth: integer('day_of_month').notNull(),
    /** The cases are opened in this admin's name. */
    setById: uuid('set_by_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    index('case_repeats_next_index').on(table.nextOn),
    check('case_repeats_months_check', sql`${table.everyMonths} between 1 and 60`),
    check('case_repeats_days_check', sql`${table.dueAfterDays} between 1 and 365`),
    check('case_repeats_day_check', sql`${table.dayOfMonth} between 1 and 31`),
  ],
);
export type CaseRepeatRow = typeof caseRepeats.$inferSelect;
export type CaseRequirementRow = typeof caseRequirements.$inferSelect;

export type CaseRow = typeof inspectionCases.$inferSelect;
