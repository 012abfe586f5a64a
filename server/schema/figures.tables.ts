import { bigserial, boolean, doublePrecision, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Severity } from '#contract/finding-categories.ts';
import type { InspectionStatus } from '#contract/statuses.ts';
import { timestamptz } from './columns.ts';

const count = (name: string) => integer(name).notNull().default(0);

/**
 * What an area session or a standalone inspection adds up to, kept so that lists and analytics need not count. Triggers mark a
 * row as outdated in the transaction that changes anything it is counted from, whoever makes the change.
 */
export const scopeFigures = pgTable(
  'scope_figures',
  {
    /** The area session, or the standalone inspection. */
    scopeId: uuid('scope_id').primaryKey(),
    /** `scoringVersion` of the rules that it was counted by; 0 where it is outdated. */
    version: integer('version').notNull().default(0),
    photos: count('photos'),
    usablePhotos: count('usable_photos'),
    pendingPhotos: count('pending_photos'),
    lastEvidenceAt: timestamptz('last_evidence_at'),
    checks: count('checks'),
    answered: count('answered'),
    critical: count('critical'),
    criticalAnswered: count('critical_answered'),
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
 * How many inspections there are, as changes that add up: triggers add a row with every change, so that no two changes wait for
 * each other, and a job puts the rows together.
 */
export const inspectionCounts = pgTable('inspection_counts', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  status: text('status').$type<InspectionStatus>().notNull(),
  flagged: boolean('flagged').notNull(),
  change: integer('change').notNull(),
});
