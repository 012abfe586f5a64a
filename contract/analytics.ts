import { z } from 'zod';
import { id, timestamp } from './common.ts';
import { runCoverageSchema } from './coverage.ts';
import { callersDate } from './due-dates.ts';
import { findingCategories } from './finding-categories.ts';
import { decimalAmount } from './money.ts';
import { phaseNames } from './plan-phases.ts';

const count = z.number().int().min(0);
/** Null where there is nothing to count. */
const days = z.number().min(0).nullable();
const score = z.number().min(0).max(100).nullable();

/** Days in UTC, both inclusive; by default the last twelve weeks. Brand and state ignore letter case. */
export const analyticsQuery = z.object({
  from: z.iso.date('Choose a day').optional(),
  to: z.iso.date('Choose a day').optional(),
  brand: z.string().trim().max(200).optional(),
  state: z.string().trim().max(100).optional(),
  today: callersDate,
});
export type AnalyticsQuery = z.infer<typeof analyticsQuery>;

export const severityCountsSchema = z.object({ critical: count, high: count, medium: count, low: count });
export type SeverityCounts = z.infer<typeof severityCountsSchema>;

export const analyticsBucketSchema = z.object({
  /** The Monday of the week, or the first day of the month. */
  start: z.iso.date(),
  /** The inspections started in this bucket by their current status, how many have a score, and their mean score. */
  inspections: z.object({ in_progress: count, pending_review: count, requires_action: count, approved: count }),
  scored: count,
  meanScore: score,
  /** The cases due in this bucket, without cancelled ones. */
  cases: z.object({ onTime: count, late: count, overdue: count, open: count }),
});
export type AnalyticsBucket = z.infer<typeof analyticsBucketSchema>;

export const analyticsPropertySchema = z.object({
  id,
  name: z.string(),
  city: z.string(),
  state: z.string(),
  brandStandard: z.string().nullable(),
  /** The same as on the property's page; null without enough evidence. */
  score,
  /** The coverage of the areas on which the score is based. */
  coverage: runCoverageSchema,
  openFindings: severityCountsSchema,
  /** The cost of its open plans' unfinished items. */
  pipCost: decimalAmount,
  lastInspectionAt: timestamp.nullable(),
});
export type AnalyticsProperty = z.infer<typeof analyticsPropertySchema>;

export const analyticsPhaseSchema = z.object({
  name: z.enum(phaseNames),
  items: count,
  cost: decimalAmount,
  costLow: decimalAmount,
  costHigh: decimalAmount,
});
export type AnalyticsPhase = z.infer<typeof analyticsPhaseSchema>;

/** The figures for a brand and state: events are counted in the period, everything else as of now. */
export const analyticsSchema = z.object({
  period: z.object({ from: z.iso.date(), to: z.iso.date(), bucket: z.enum(['week', 'month']) }),
  /** The values that the filters offer. */
  brands: z.array(z.string()),
  states: z.array(z.string()),
  summary: z.object({
    inspections: count,
    /** How many of them have a score. */
    scored: count,
    meanScore: score,
    /** The same figures for the previous period of equal length. */
    before: z.object({ inspections: count }),
    /** The change of the scores of areas that were inspected in both periods; null when there are none. */
    scoreChange: z.object({ points: z.number(), areas: count }).nullable(),
  }),
  buckets: z.array(analyticsBucketSchema),
  /** Last inspected first, at most 200 of `propertiesTotal`. */
  properties: z.array(analyticsPropertySchema),
  propertiesTotal: count,
  /** The findings of the period that are still open. */
  findingsByCategory: z.array(severityCountsSchema.extend({ category: z.enum(findingCategories) })),
  findingsByArea: z.array(severityCountsSchema.extend({ area: z.string() })),
  /** Unfinished items of open plans, as of now. A finding in two plans counts once. */
  phases: z.array(analyticsPhaseSchema),
  /** Median score of the inspections of the period. */
  medianScore: score,
  /** Days since the open findings were found, as of now. */
  openAge: z.object({ findings: count, median: days, oldest: days }),
  /** Days from finding to completed repair, of the items that were completed in the period. */
  timeToRepair: z.object({ items: count, median: days }),
  /** Findings of the period, and those of them that an earlier inspection of the area had found as well. */
  repeats: z.object({ findings: count, repeated: count }),
  /** Of the items that were completed in the period and whose cost is known. */
  spent: z.object({ items: count, planned: decimalAmount, actual: decimalAmount }),
  /** What people decided on the AI's findings of the period. */
  aiFindings: z.array(
    z.object({ category: z.enum(findingCategories), confirmed: count, dismissed: count, undecided: count }),
  ),
});
export type Analytics = z.infer<typeof analyticsSchema>;
