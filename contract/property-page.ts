import { z } from 'zod';
import { severityCountsSchema } from './analytics.ts';
import { caseStatuses, inspectionTypes } from './cases.ts';
import { id, timestamp } from './common.ts';
import { coverageSchema, runCoverageSchema } from './coverage.ts';
import { findingCategories, severities } from './finding-categories.ts';
import { decimalAmount } from './money.ts';
import { planItemStatuses, planSources, planStatuses } from './plans.ts';
import { propertySchema } from './properties.ts';
import { inspectionStatuses } from './statuses.ts';

const count = z.number().int().min(0);
const score = z.number().min(0).max(100).nullable();

const areaScoreSchema = z.object({
  inspectionId: id,
  /** When it was submitted, or when it was started if it was not submitted yet. */
  at: timestamp,
  score,
  /** The coverage on which the score is based. */
  coverage: coverageSchema,
  status: z.enum(inspectionStatuses),
});
export type AreaScore = z.infer<typeof areaScoreSchema>;

/** The inspections of an area, newest first. */
const areaHistorySchema = z.object({ area: z.string(), inspections: z.array(areaScoreSchema) });
export type AreaHistory = z.infer<typeof areaHistorySchema>;

/** A deficiency that several rounds found at the same place. A round is a run, or an inspection outside of runs. */
const repeatSchema = z.object({
  area: z.string(),
  room: z.string().nullable(),
  category: z.enum(findingCategories),
  /** The worst severity in all rounds. */
  severity: z.enum(severities),
  rounds: count,
  /** The number of rounds in which no user has confirmed it. */
  unconfirmed: count,
  firstAt: timestamp,
  lastAt: timestamp,
  /** Whether the finding of a round is still open. */
  open: z.boolean(),
});
export type Repeat = z.infer<typeof repeatSchema>;

const pageCaseSchema = z.object({
  id,
  caseNumber: z.string(),
  inspectionType: z.enum(inspectionTypes),
  status: z.enum(caseStatuses),
  dueDate: z.iso.date(),
  /** Whether its owner has submitted everything, so that it waits for the brand or is completed. */
  handedIn: z.boolean(),
});
export type PageCase = z.infer<typeof pageCaseSchema>;

const pagePlanSchema = z.object({
  id,
  source: z.enum(planSources),
  area: z.string().nullable(),
  status: z.enum(planStatuses),
  /** The status of the property's plan that shows the same items; null for that plan, and without one. */
  propertyPlanStatus: z.enum(planStatuses).nullable(),
  totalCost: decimalAmount,
  createdAt: timestamp,
});
export type PagePlan = z.infer<typeof pagePlanSchema>;

const openItemSchema = z.object({
  id,
  planId: id,
  title: z.string(),
  area: z.string().nullable(),
  room: z.string().nullable(),
  priority: z.enum(severities),
  status: z.enum(planItemStatuses),
  estimatedCost: decimalAmount,
  dueDate: z.iso.date(),
  /** Whether the owner accepted a plan that shows the item; until then it cannot be overdue. */
  accepted: z.boolean(),
});
export type OpenItem = z.infer<typeof openItemSchema>;

/** The maximum number of rows in each list; `total` counts all of them. */
export const maxPropertyPageRows = 100;
const listOf = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), total: count });

/** All information about one property. */
export const propertyPageSchema = z.object({
  property: propertySchema,
  score,
  /** The coverage of the areas on which the score is based. */
  coverage: runCoverageSchema,
  openFindings: severityCountsSchema,
  /** Counts each item once, however many plans show it. */
  costs: z.object({
    /** Items that are not settled. */
    open: decimalAmount,
    /** Completed items with an actual cost: their estimated cost and their actual cost. */
    completed: z.object({ items: count, estimated: decimalAmount, actual: decimalAmount }),
    /** The number of completed items without an actual cost. */
    unpriced: count,
  }),
  areas: z.array(areaHistorySchema),
  /** The areas on which the score is not based, because the owner said that the property does not have them. */
  leftOut: z.array(z.object({ area: z.string(), reason: z.string() })),
  repeats: listOf(repeatSchema),
  cases: listOf(pageCaseSchema),
  plans: listOf(pagePlanSchema),
  items: listOf(openItemSchema),
});
export type PropertyPage = z.infer<typeof propertyPageSchema>;
