import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  decimal,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { disagreements, type BoundingBox, type Disagreement } from '#contract/analysis.ts';
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
    /** The standalone inspection to which it belongs; null for a finding of an area session. */
    inspectionId: uuid('inspection_id').references(() => inspections.id),
    areaSessionId: uuid('area_session_id').references(() => areaSessions.id),
    photoId: uuid('photo_id').references(() => photos.id, { onDelete: 'set null' }),
    /** The failed checklist item from which it was made. */
    checklistItemId: uuid('checklist_item_id').references(() => checklistItems.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    /** The building, floor, and room or place of the defect: those of its photo unless a user gives others. */
    building: text('building'),
    floor: text('floor'),
    room: text('room'),
    /**
     * The severity before it was raised, set when the same defect in other guest rooms has raised it, and those rooms.
     */
    raisedFrom: text('raised_from').$type<Severity>(),
    raisedRooms: text('raised_rooms').array().notNull().default([]),
    category: text('category').$type<FindingCategory>().notNull(),
    aiConfidence: decimal('ai_confidence', { precision: 5, scale: 2 }),
    imageUrl: text('image_url'),
    videoTimestamp: integer('video_timestamp'),
    /** The extent on the photo, and the places within it if there are several. */
    boundingBox: jsonb('bounding_box').$type<BoundingBox>(),
    places: jsonb('places').$type<BoundingBox[]>().notNull().default([]),
    /** Set when two readings of the photo disagree, so that a user is asked. */
    disagreement: text('disagreement').$type<Disagreement>(),
    source: text('source').$type<(typeof findingSources)[number]>().notNull(),
    recommendedAction: text('recommended_action').notNull(),
    /** Whether a user or an engine gave this action; otherwise it is our general advice. */
    actionGiven: boolean('action_given').notNull().default(false),
    status: text('status').$type<FindingStatus>().notNull().default('pending'),
    note: text('note'),
    /** The finding of the same defect into which this one was merged, which dismissed it, and its status before. */
    mergedInto: uuid('merged_into').references((): AnyPgColumn => findings.id),
    statusBefore: text('status_before').$type<FindingStatus>(),
    /** The first finding of the same defect in an earlier inspection of the place, as a user said; both stay open. */
    earlierId: uuid('earlier_id').references((): AnyPgColumn => findings.id, { onDelete: 'set null' }),
    /** The user who added it; null for the AI's, and for old ones of which nothing tells who. */
    createdBy: uuid('created_by').references(() => users.id),
    decidedBy: uuid('decided_by').references(() => users.id),
    decidedAt: timestamptz('decided_at'),
    /** When a user last changed it after it was added. */
    changedAt: timestamptz('changed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('issues_area_session_index').on(table.areaSessionId, table.createdAt),
    index('issues_inspection_index').on(table.inspectionId, table.createdAt),
    index('issues_photo_index').on(table.photoId),
    index('issues_merged_into_index')
      .on(table.mergedInto)
      .where(sql`${table.mergedInto} is not null`),
    index('issues_earlier_index')
      .on(table.earlierId)
      .where(sql`${table.earlierId} is not null`),
    index('issues_decided_index')
      .on(table.decidedAt)
      .where(sql`${table.decidedBy} is not null`),
    index('issues_open_newest_index')
      .on(table.createdAt)
      .where(sql`${table.status} in ('pending', 'confirmed')`),
    uniqueIndex('issues_one_per_checklist_item').on(table.areaSessionId, table.checklistItemId),
    uniqueIndex('issues_one_per_item_of_inspection').on(table.inspectionId, table.checklistItemId),
    oneOf('issues_severity_check', table.severity, severities),
    oneOf('issues_raised_from_check', table.raisedFrom, severities),
    check('issues_raised_check', sql`(${table.raisedFrom} is null) = (cardinality(${table.raisedRooms}) = 0)`),
    oneOf('issues_category_check', table.category, findingCategories),
    oneOf('issues_status_check', table.status, findingStatuses),
    oneOf('issues_disagreement_check', table.disagreement, disagreements),
    oneOf('issues_source_check', table.source, findingSources),
    check('issues_belongs_check', sql`num_nonnulls(${table.areaSessionId}, ${table.inspectionId}) = 1`),
    oneOf('issues_status_before_check', table.statusBefore, findingStatuses),
    check(
      'issues_merged_check',
      sql`(${table.mergedInto} is null) = (${table.statusBefore} is null) and (${table.mergedInto} is null or ${table.status} = 'dismissed')`,
    ),
    check('issues_confidence_check', sql`${table.aiConfidence} between 0 and 100`),
  ],
);
/** The room with its building, as `roomInBuilding` of contract/places.ts makes it. */
export const roomInBuilding = sql<string | null>`case when ${findings.building} is null or ${findings.room} is null
  then ${findings.room}
  else 'Building ' || regexp_replace(${findings.building}, '^(building|bldg|tower|wing)\\M\\.?\\s*', '', 'i') || ', ' || ${findings.room} end`;
export type FindingRow = typeof findings.$inferSelect;

/** Each account's last verdict about a finding, from which the damage head learns. */
export const findingVerdicts = pgTable(
  'finding_verdicts',
  {
    findingId: uuid('finding_id')
      .notNull()
      .references(() => findings.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** False when the account dismissed the finding. */
    holds: boolean('holds').notNull(),
    /** The category that the account chose; null in old rows. */
    category: text('category').$type<FindingCategory>(),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.findingId, table.userId] }),
    oneOf('finding_verdicts_category_check', table.category, findingCategories),
  ],
);
export type FindingVerdictRow = typeof findingVerdicts.$inferSelect;

/** Two findings that a user marked as different defects, the lower id first. */
export const distinctFindings = pgTable(
  'distinct_issues',
  {
    firstId: uuid('first_id')
      .notNull()
      .references(() => findings.id, { onDelete: 'cascade' }),
    secondId: uuid('second_id')
      .notNull()
      .references(() => findings.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    at: timestamptz('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.firstId, table.secondId] }),
    index('distinct_issues_second_index').on(table.secondId),
    check('distinct_issues_order_check', sql`${table.firstId} < ${table.secondId}`),
  ],
);
