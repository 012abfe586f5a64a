import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AreaCode } from '#contract/area-codes.ts';
import { caseStatuses, inspectionTypes, type CaseStatus } from '#contract/cases.ts';
import { propertyTypes, type PropertyType } from '#contract/property-types.ts';
import { createdAt, moment, oneOf, uuidKey } from '#server/platform/database/columns.ts';
import { properties } from '#server/properties/properties.tables.ts';
import { users } from '#server/users/users.tables.ts';

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
    dueDate: moment('due_date').notNull(),
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
    completedAt: moment('completed_at'),
  },
  (table) => [
    index('inspection_cases_newest_index').on(table.createdAt.desc(), table.id.desc()),
    index('inspection_cases_status_index').on(table.status, table.createdAt.desc(), table.id.desc()),
    index('inspection_cases_property_index').on(table.propertyId),
    index('inspection_cases_owner_email_index').on(sql`lower(${table.ownerEmail})`),
    index('inspection_cases_due_index').on(table.dueDate),
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
export type CaseRow = typeof inspectionCases.$inferSelect;
