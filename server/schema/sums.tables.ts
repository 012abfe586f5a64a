import {
  bigint,
  bigserial,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { FindingCategory } from '#contract/finding-categories.ts';
import type { PhaseName } from '#contract/plan-phases.ts';

const count = (name: string) => integer(name).notNull();

/**
 * Areas of properties whose sums are outdated. Triggers add a row in the same transaction as any change of the rows that
 * are summed; it is removed when they are summed anew.
 */
export const summedChanges = pgTable('summed_changes', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  propertyId: uuid('property_id').notNull(),
  /**
   * The area; the nil UUID for the standalone inspections of the property, and the max UUID for the items of its plans.
   */
  areaId: uuid('area_id').notNull(),
});

const keys = {
  propertyId: uuid('property_id').notNull(),
  /** As in summedChanges. */
  areaId: uuid('area_id').notNull(),
  /** In UTC. */
  day: date('day').notNull(),
};

/** The inspections of an area of a property that were created on a day. */
export const inspectionSums = pgTable(
  'inspection_sums',
  {
    ...keys,
    /** The area in small letters as it is named by the inspections. */
    area: text('area').notNull(),
    inProgress: count('in_progress'),
    pendingReview: count('pending_review'),
    approved: count('approved'),
    requiresAction: count('requires_action'),
    scored: count('scored'),
    scoreSum: doublePrecision('score_sum').notNull(),
    scores: doublePrecision('scores').array().notNull(),
  },
  (table) => [
    index('inspection_sums_unit_index').on(table.propertyId, table.areaId),
    // With what analytics adds up, so that the rows need not be read, which lie in the order of their units.
    index('inspection_sums_period_index').on(
      table.day,
      table.propertyId,
      table.area,
      table.scored,
      table.scoreSum,
      table.inProgress,
      table.pendingReview,
      table.approved,
      table.requiresAction,
    ),
  ],
);

/** The findings of an area of a property, and of one category, that were created on a day. */
export const findingSums = pgTable(
  'finding_sums',
  {
    ...keys,
    /** The name of the area, or what a standalone inspection is called if it is of no area. */
    area: text('area').notNull(),
    category: text('category').$type<FindingCategory>().notNull(),
    critical: count('open_critical'),
    high: count('open_high'),
    medium: count('open_medium'),
    low: count('open_low'),
    /** Those that nobody dismissed, and those of them that an earlier inspection of the area had too. */
    standing: count('standing'),
    repeated: count('repeated'),
    /** What people decided on those of the AI. */
    aiConfirmed: count('ai_confirmed'),
    aiDismissed: count('ai_dismissed'),
    aiUndecided: count('ai_undecided'),
  },
  (table) => [
    index('finding_sums_unit_index').on(table.propertyId, table.areaId),
    // As for the inspections.
    index('finding_sums_period_index').on(
      table.day,
      table.category,
      table.area,
      table.critical,
      table.high,
      table.medium,
      table.low,
      table.standing,
      table.repeated,
      table.aiConfirmed,
      table.aiDismissed,
      table.aiUndecided,
    ),
  ],
);

/** The unfinished items of all plans of a property by the window in which they are due. Amounts are in cents. */
export const itemSums = pgTable(
  'item_sums',
  {
    propertyId: uuid('property_id').notNull(),
    phase: text('phase').$type<PhaseName>().notNull(),
    items: count('items'),
    cost: bigint('cost_cents', { mode: 'number' }).notNull(),
    costLow: bigint('cost_low_cents', { mode: 'number' }).notNull(),
    costHigh: bigint('cost_high_cents', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.propertyId, table.phase] })],
);
