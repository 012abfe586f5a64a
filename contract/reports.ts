import { z } from 'zod';
import { id, numberOfText, pageQuery, timestamp } from './common.ts';
import { findingCategories, severities } from './finding-categories.ts';
import { inspectionSchema } from './inspections.ts';
import { findingSchema } from './findings.ts';
import { amountInput, decimalAmount } from './money.ts';

export const pipStatuses = ['draft', 'pending_approval', 'approved', 'in_progress', 'completed'] as const;
export type PipStatus = (typeof pipStatuses)[number];
export const pipItemStatuses = ['pending', 'approved', 'rejected', 'in_progress', 'completed'] as const;
export type PipItemStatus = (typeof pipItemStatuses)[number];
export const pipSources = ['area', 'inspection', 'property'] as const;

export const phaseNames = ['critical', 'major', 'minor'] as const;
export type PhaseName = (typeof phaseNames)[number];
export const phaseWindows: Record<PhaseName, string> = {
  critical: '24–48 hours',
  major: 'weeks 1–2',
  minor: 'weeks 3–4',
};

export const pipItemAbilitiesSchema = z.object({
  decide: z.boolean(),
  modify: z.boolean(),
  start: z.boolean(),
  complete: z.boolean(),
});

export const pipItemSchema = z.object({
  id,
  pipReportId: id,
  issueId: id.nullable(),
  title: z.string(),
  description: z.string(),
  estimatedCost: decimalAmount,
  estimatedDays: z.number().int(),
  priority: z.enum(severities),
  status: z.enum(pipItemStatuses),
  createdAt: timestamp,
  issue: findingSchema.nullable(),
  category: z.enum(findingCategories),
  severity: z.enum(severities),
  costLow: decimalAmount,
  costHigh: decimalAmount,
  recommendedAction: z.string(),
  /** Name of the area it was found in. */
  area: z.string().nullable(),
  phase: z.enum(phaseNames),
  /** Exact time on site and lead time, in days, for the timeline. */
  daysOnSite: z.number(),
  leadDays: z.number().int(),
  photoId: id.nullable(),
  thumbnailUrl: z.string().nullable(),
  videoTimestamp: z.number().int().nullable(),
  note: z.string().nullable(),
  abilities: pipItemAbilitiesSchema,
});
export type PipItem = z.infer<typeof pipItemSchema>;

export const pipPhaseSchema = z.object({
  name: z.enum(phaseNames),
  window: z.string(),
  items: z.number().int(),
  cost: decimalAmount,
  /** Days that the phase takes, and the day it starts on, counted from the plan's acceptance. */
  days: z.number(),
  startDay: z.number(),
});

export const pipReportSchema = z.object({
  id,
  propertyId: id,
  runId: id.nullable(),
  areaSessionId: id.nullable(),
  inspectionId: id.nullable(),
  totalCost: decimalAmount,
  estimatedDays: z.number().int(),
  priority: z.enum(severities),
  status: z.enum(pipStatuses),
  createdAt: timestamp,
  updatedAt: timestamp,
  approvedAt: timestamp.nullable(),
  approvedBy: id.nullable(),
  approvedByName: z.string().nullable(),
  source: z.enum(pipSources),
  property: z.object({
    id,
    name: z.string(),
    city: z.string(),
    state: z.string(),
    totalRooms: z.number().int().nullable(),
  }),
  inspection: inspectionSchema.nullable(),
  area: z.string().nullable(),
  inspector: z.string().nullable(),
  itemCount: z.number().int(),
  /** Items that nobody has approved or rejected yet. */
  pendingItems: z.number().int(),
  /** How many crews the timeline lets work side by side. */
  crews: z.number().int(),
  items: z.array(pipItemSchema),
  costLow: decimalAmount,
  costHigh: decimalAmount,
  /** The arithmetic of the total: works, freight and tax on FF&E lines, contingency. */
  costLines: z.array(z.object({ label: z.string(), amount: decimalAmount })),
  phases: z.array(pipPhaseSchema),
  abilities: z.object({ submit: z.boolean(), accept: z.boolean(), regenerate: z.boolean() }),
});
export type PipReport = z.infer<typeof pipReportSchema>;

/** Figures over all plans that the caller may see. */
export const pipTotalsSchema = z.object({
  reports: z.number().int(),
  totalCost: decimalAmount,
  /** Mean of the plans' estimated days, to whole days; 0 without any. */
  averageDays: z.number().int(),
  pendingApproval: z.number().int(),
});
export type PipTotals = z.infer<typeof pipTotalsSchema>;

/** `items=false` leaves the items of the plans out, for lists that show figures alone. */
const withItems = z.stringbool().default(true);
export const pipReportsQuery = pageQuery.extend({ items: withItems });
export const adminPipReportsQuery = pipReportsQuery.extend({
  status: z.enum(['all', ...pipStatuses]).optional(),
  q: z.string().trim().max(200).optional(),
});
export const adminPipReportsSchema = z.object({
  reports: z.array(pipReportSchema),
  /** Over what the search finds. */
  counts: z.object({
    all: z.number(),
    draft: z.number(),
    pending_approval: z.number(),
    approved: z.number(),
    in_progress: z.number(),
    completed: z.number(),
  }),
  nextCursor: z.string().nullable(),
});

export const runPipSchema = z.object({ pipReport: pipReportSchema, items: z.array(pipItemSchema) });
export const areaPipSchema = z.object({ isUpdate: z.boolean(), message: z.string(), pipReport: pipReportSchema });
export const inspectionPipSchema = z.object({ pipReport: pipReportSchema });
export const maybePipSchema = z.object({ pipReport: pipReportSchema.nullable() });

export const pipItemPatchSchema = z.object({
  status: z.enum(pipItemStatuses, { error: 'Status is required' }),
  estimatedCost: amountInput.optional(),
  estimatedDays: z.preprocess(numberOfText, z.number().int().min(0).max(3650)).optional(),
  priority: z.enum(severities).optional(),
  title: z.string().trim().min(1, 'Title is required').max(200).optional(),
  description: z.string().trim().max(5000).optional(),
  note: z.string().trim().max(2000).nullish(),
});
export type PipItemPatch = z.input<typeof pipItemPatchSchema>;

export const exportFormats = ['pdf', 'xlsx', 'csv'] as const;
export const exportQuery = z.object({ format: z.enum(exportFormats, { error: 'Choose pdf, xlsx or csv' }) });
