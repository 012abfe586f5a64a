import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { check, decimal, index, integer, jsonb, pgTable, text, uuid, doublePrecision } from 'drizzle-orm/pg-core';
import { inspectionStatuses, type InspectionStatus } from '#contract/statuses.ts';
import { areaSessions, latestRunOf } from './areas.tables.ts';
import { inspectionCases } from './cases.tables.ts';
import { createdAt, timestamptz, oneOf, updatedAt, uuidKey } from './columns.ts';
import { properties } from './properties.tables.ts';
import { inspectionRuns } from './runs.tables.ts';
import { users } from './users.tables.ts';

/** The state of the review before a decision, and the decision's side effects. */
export interface DecisionBefore {
  note: string | null;
  by: string | null;
  at: string | null;
  /** Whether it reopened the run. */
  runReopened: boolean;
  /** The notifications that it sent. */
  notificationIds: string[];
}

/** The record that an admin reviews: of an area session, or a standalone inspection. */
export const inspections = pgTable(
  'inspections',
  {
    id: uuidKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id),
    caseId: uuid('case_id').references(() => inspectionCases.id),
    areaSessionId: uuid('area_session_id')
      .unique('inspections_area_session_unique')
      .references(() => areaSessions.id),
    /** The area session's id, or 21 random characters. */
    sessionId: text('session_id').notNull().unique('inspections_session_id_unique'),
    propertyName: text('property_name').notNull(),
    area: text('area').notNull(),
    status: text('status').$type<InspectionStatus>().notNull().default('in_progress'),
    videoUrl: text('video_url'),
    duration: integer('duration'),
    aiConfidenceScore: decimal('ai_confidence_score', { precision: 5, scale: 2 }),
    itemsChecked: integer('items_checked').notNull().default(0),
    totalItems: integer('total_items').notNull().default(0),
    issuesDetected: integer('issues_detected').notNull().default(0),
    /** The worst severity of its open findings: 0 without any, 1 for low to 4 for critical. */
    worstRank: integer('worst_rank').notNull().default(0),
    /** Why it was submitted with undecided critical checks or findings. */
    submissionReason: text('submission_reason'),
    /** The first reviewer who opened it after its submission; from then on it cannot be recalled. */
    openedBy: uuid('opened_by').references(() => users.id),
    openedAt: timestamptz('opened_at'),
    reviewNote: text('review_note'),
    reviewedBy: uuid('reviewed_by').references(() => users.id),
    reviewedAt: timestamptz('reviewed_at'),
    /** The score when it was approved, which later repairs do not change. */
    approvedScore: doublePrecision('approved_score'),
    /** What the last decision replaced, so that it can be undone. */
    decisionBefore: jsonb('decision_before').$type<DecisionBefore>(),
    flagNote: text('flag_note'),
    flaggedBy: uuid('flagged_by').references(() => users.id),
    flaggedAt: timestamptz('flagged_at'),
    createdAt: createdAt(),
    completedAt: timestamptz('completed_at'),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('inspections_newest_index').on(table.createdAt, table.id),
    // The last two columns serve the counts above a list, which read only this index.
    index('inspections_status_index').on(table.status, table.createdAt, table.id, table.flaggedAt, table.completedAt),
    // Its first row is the inspection that has waited longest.
    index('inspections_waiting_index')
      .on(sql`coalesce(${table.completedAt}, ${table.createdAt})`)
      .where(sql`${table.status} = 'pending_review'`),
    index('inspections_worst_index').on(table.worstRank, table.createdAt, table.id),
    index('inspections_status_worst_index').on(table.status, table.worstRank, table.createdAt, table.id),
    index('inspections_property_index').on(table.propertyId, table.createdAt, table.id),
    index('inspections_user_index').on(table.userId, table.createdAt, table.id),
    index('inspections_case_index').on(table.caseId),
    index('inspections_standalone_index')
      .on(table.createdAt, table.id)
      .where(sql`${table.areaSessionId} is null`),
    index('inspections_standalone_property_index')
      .on(table.propertyId, table.createdAt, table.id)
      .where(sql`${table.areaSessionId} is null`),
    index('inspections_search_index').using(
      'gin',
      table.propertyName.op('gin_trgm_ops'),
      table.area.op('gin_trgm_ops'),
    ),
    index('inspections_flagged_index')
      .on(table.createdAt, table.id)
      .where(sql`${table.flaggedAt} is not null`),
    oneOf('inspections_status_check', table.status, inspectionStatuses),
    check('inspections_flag_check', sql`(${table.flaggedAt} is null) = (${table.flaggedBy} is null)`),
    check('inspections_worst_rank_check', sql`${table.worstRank} between 0 and 4`),
    check('inspections_counters_check', sql`${table.itemsChecked} >= 0 and ${table.issuesDetected} >= 0`),
  ],
);
export type InspectionRow = typeof inspections.$inferSelect;

export const reviewStepKinds = ['submitted', 'approved', 'requires_action'] as const;
/**
 * The submissions and decisions of inspections, round by round; `inspections` keeps only the last of each. A recalled
 * submission and a decision that was taken back are deleted.
 */
export const reviewSteps = pgTable(
  'review_steps',
  {
    id: uuidKey(),
    inspectionId: uuid('inspection_id')
      .notNull()
      .references(() => inspections.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<(typeof reviewStepKinds)[number]>().notNull(),
    /** Null for a step whose user is unknown. */
    userId: uuid('user_id').references(() => users.id),
    /** The reviewer's note. */
    note: text('note'),
    createdAt: createdAt(),
  },
  (table) => [
    index('review_steps_inspection_index').on(table.inspectionId, table.createdAt, table.id),
    oneOf('review_steps_kind_check', table.kind, reviewStepKinds),
  ],
);

/** Matches a property of a user, or one that the user has inspected and that nobody owns any more. */
export const isPropertyOf = (userId: string, propertyId: SQLWrapper): SQL =>
  sql`${propertyId} in (select own.id from ${properties} own where own.user_id = ${userId} or (own.user_id is null
    and exists (select from ${inspectionRuns} begun where begun.property_id = own.id and begun.user_id = ${userId})))`;

/** Matches an area session of a property of a user, or one that the user has inspected. */
export const isAreaSessionOf = (userId: string, areaSessionId: SQLWrapper): SQL =>
  sql`${areaSessionId} in (select walked.id from ${areaSessions} walked join ${inspectionRuns} run on run.id = walked.run_id
    where run.user_id = ${userId} or ${isPropertyOf(userId, sql`walked.property_id`)})`;

/** The same for an inspection. */
export const isInspectionOf = (userId: string, inspectionId: SQLWrapper): SQL =>
  sql`${inspectionId} in (select done.id from ${inspections} done
    where done.user_id = ${userId} or ${isPropertyOf(userId, sql`done.property_id`)})`;

/**
 * When the owner of a case had submitted each area of its latest run for the first time, or said last that it does not
 * apply. A later re-inspection, and the time that reviews take, do not change it.
 */
export const handedInAt = (
  caseId: SQLWrapper,
): SQL => sql`(select max(case when walked.status = 'not_applicable' then walked.last_activity
    else coalesce((select min(step.created_at) from ${inspections} done join ${reviewSteps} step on step.inspection_id = done.id
      where done.area_session_id = walked.id and step.kind = 'submitted'), walked.completed_at) end)
  from ${areaSessions} walked where walked.run_id = ${latestRunOf(caseId)})`;
