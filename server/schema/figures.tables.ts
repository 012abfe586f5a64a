import { bigserial, boolean, doublePrecision, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Severity } from '#contract/finding-categories.ts';
import type { InspectionStatus } from '#contract/statuses.ts';
import { oneOf, timestamptz } from './columns.ts';

const count = (name: string) => integer(name).notNull().default(0);

/**
 * The figures of an area session or a standalone inspection, stored so that lists and analytics need not count.
 * Triggers mark a row as outdated in the same transaction as any change of the rows from which it is counted.
 */
export const scopeFigures = pgTable(
  'scope_figures',
  {
    /** The area session, or the standalone inspection. */
    scopeId: uuid('scope_id').primaryKey(),
    /** The `scoringVersion` of the rules by which it was counted; 0 when it is outdated. */
    version: integer('version').notNull().default(0),
    photos: count('photos'),
    usablePhotos: count('usable_photos'),
    pendingPhotos: count('pending_photos'),
    lastEvidenceAt: timestamptz('last_evidence_at'),
    checks: count('checks'),
    answered: count('answered'),
    critical: count('critical'),
    criticalAnswered: count('critical_answered'),
    notApplicable: count('not_applicable'),
    requirements: count('requirements'),
    requirementsMet: count('requirements_met'),
    openFindings: count('open_findings'),
    openCritical: count('open_critical'),
    openHigh: count('open_high'),
    openMedium: count('open_medium'),
    openLow: count('open_low'),
    worst: text('worst').$type<Severity>(),
    score: doublePrecision('score'),
  },
  (table) => [index('scope_figures_version_index').on(table.version)],
);

/**
 * The number of inspections, as changes to be added up. Triggers add a row with every change, so that no two changes
 * wait for each other, and a job merges the rows.
 */
export const inspectionCounts = pgTable('inspection_counts', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  status: text('status').$type<InspectionStatus>().notNull(),
  flagged: boolean('flagged').notNull(),
  change: integer('change').notNull(),
});

export const countedLists = ['cases', 'plans'] as const;

/** The same for the lists of cases and plans. */
export const listCounts = pgTable(
  'list_counts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    list: text('list').$type<(typeof countedLists)[number]>().notNull(),
    status: text('status').notNull(),
    change: integer('change').notNull(),
  },
  (table) => [
    index('list_counts_index').on(table.list, table.status),
    oneOf('list_counts_list_check', table.list, countedLists),
  ],
);

export const countedNames = ['property', 'area', 'inspector'] as const;

/**
 * The number of inspections by each name that a search finds them by, and of the flagged ones among them, as changes to be added
 * up. A merged row has all statuses of its name, so that a search reads one row for each name.
 */
export const nameCounts = pgTable(
  'name_counts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').$type<(typeof countedNames)[number]>().notNull(),
    /** The name of the property or the area in small letters, or the id of the inspector. */
    name: text('name').notNull(),
    inProgress: integer('in_progress').notNull(),
    pendingReview: integer('pending_review').notNull(),
    approved: integer('approved').notNull(),
    requiresAction: integer('requires_action').notNull(),
    flaggedInProgress: integer('flagged_in_progress').notNull(),
    flaggedPendingReview: integer('flagged_pending_review').notNull(),
    flaggedApproved: integer('flagged_approved').notNull(),
    flaggedRequiresAction: integer('flagged_requires_action').notNull(),
  },
  (table) => [
    index('name_counts_index').on(table.kind, table.name),
    index('name_counts_search_index').using('gin', table.name.op('gin_trgm_ops')),
    oneOf('name_counts_kind_check', table.kind, countedNames),
  ],
);
