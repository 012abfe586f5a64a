import { z } from 'zod';
import { severityCountsSchema } from './analytics.ts';
import { caseStatuses, inspectionTypes } from './cases.ts';
import { id, timestamp } from './common.ts';
import { findingCategories, severities } from './finding-categories.ts';
import { decimalAmount } from './money.ts';
import { planItemStatuses, planSources, planStatuses } from './plans.ts';
import { propertySchema } from './properties.ts';
import { inspectionStatuses } from './statuses.ts';

const count = z.number().int().min(0);
const score = z.number().min(0).max(100).nullable();

const areaScoreSchema = z.object({
  inspectionId: id,
  /** When it was submitted; when it was begun while it is not. */
  at: timestamp,
  score,
  status: z.enum(inspectionStatuses),
});
export type AreaScore = z.infer<typeof areaScoreSchema>;

/** The inspections of an area, the newest first. */
const areaHistorySchema = z.object({ area: z.string(), inspections: z.array(areaScoreSchema) });
export type AreaHistory = z.infer<typeof areaHistorySchema>;

/** A deficiency that several rounds found at the same place; a round is a run, or an inspection outside of runs. */
const repeatSchema = z.object({
  area: z.string(),
  room: z.string().nullable(),
  category: z.enum(findingCategories),
  /** The worst of all rounds. */
  severity: z.enum(severities),
  rounds: count,
  /** Rounds in which no person has confirmed it. */
  unconfirmed: count,
  firstAt: timestamp,
  lastAt: timestamp,
  /** The finding of a round is still open. */
  open: z.boolean(),
});
export type Repeat = z.infer<typeof repeatSchema>;

const pageCaseSchema = z.object({
  id,
  caseNumber: z.string(),
  inspectionType: z.enum(inspectionTypes),
  status: z.enum(caseStatuses),
  dueDate: z.iso.date(),
});
export type PageCase = z.infer<typeof pageCaseSchema>;

const pagePlanSchema = z.object({
  id,
  source: z.enum(planSources),
  area: z.string().nullable(),
  status: z.enum(planStatuses),
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
});
export type OpenItem = z.infer<typeof openItemSchema>;

/** The most rows of each list; `total` counts all of them. */
export const maxPropertyPageRows = 100;
const listOf = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), total: count });

/** Everything that is known of one property. */
export const propertyPageSchema = z.object({
  property: propertySchema,
  score,
  openFindings: severityCountsSchema,
  /** Each item once, however many plans show it. */
  costs: z.object({
    /** Items that are not settled. */
    open: decimalAmount,
    /** Completed items whose actual cost was given: what they were estimated at, and what they cost. */
    completed: z.object({ items: count, estimated: decimalAmount, actual: decimalAmount }),
    /** Completed items without an actual cost. */
    unpriced: count,
  }),
  areas: z.array(areaHistorySchema),
  repeats: listOf(repeatSchema),
  cases: listOf(pageCaseSchema),
  plans: listOf(pagePlanSchema),
  items: listOf(openItemSchema),
});
export type PropertyPage = z.infer<typeof propertyPageSchema>;
