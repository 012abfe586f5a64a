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

export const countedLists = [
  'inspections by property',
  'inspections by area',
  'inspections by inspector',
  'cases',
  'plans',
] as const;

/**
 * The same for the lists of cases and plans, and for inspections by each of what they are searched by, so that a search counts
 * names instead of inspections.
 */
export const listCounts = pgTable(
  'list_counts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    list: text('list').$type<(typeof countedLists)[number]>().notNull(),
    /** The name of the property or the area in small letters, or the id of the inspector; empty for a list as a whole. */
    value: text('value').notNull(),
    status: text('status').notNull(),
    flagged: boolean('flagged').notNull(),
    change: integer('change').notNull(),
  },
  (table) => [
    index('list_counts_index').on(table.list, table.value, table.status, table.flagged),
    oneOf('list_counts_list_check', table.list, countedLists),
  ],
);
