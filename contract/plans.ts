import { z } from 'zod';
import { id, parseNumber, pageQuery, timestamp } from './common.ts';
import { findingCategories, severities } from './finding-categories.ts';
import { inspectionSchema } from './inspections.ts';
import { costUnits } from './cost-catalogue.ts';
import { findingSchema } from './findings.ts';
import { overheads, planOverheadsSchema } from './plan-overheads.ts';
import { planRequestSchema, requestKinds } from './plan-requests.ts';
import { lineClasses, spendings } from './line-classes.ts';
import { amountInput, decimalAmount } from './money.ts';
import { t } from './language.ts';

export const planStatuses = ['draft', 'pending_approval', 'approved', 'in_progress', 'completed'] as const;
export type PlanStatus = (typeof planStatuses)[number];
export const planItemStatuses = [
  'pending',
  'approved',
  'rejected',
  'waived',
  'in_progress',
  'awaiting_verification',
  'completed',
] as const;
export type PlanItemStatus = (typeof planItemStatuses)[number];
export const planSources = ['area', 'inspection', 'property'] as const;

export const phaseNames = ['critical', 'major', 'minor'] as const;
export type PhaseName = (typeof phaseNames)[number];
export const phaseWindows: Record<PhaseName, string> = {
  critical: t('24–48 hours'),
  major: t('weeks 1–2'),
  minor: t('weeks 3–4'),
};

/** The day after acceptance on which each window ends. */
export const windowEnds: Record<PhaseName, number> = { critical: 2, major: 14, minor: 28 };

interface PlannedPhase {
  name: PhaseName;
  items: number;
  startDay: number;
  days: number;
  cost: number;
}

/** "day 1 to 5"; day 0 is the day of acceptance. */
export function spanText(startDay: number, days: number): string {
  const first = Math.floor(startDay);
  const last = Math.max(first, Math.ceil(startDay + days));
  return first === last ? t('day {first}', { first }) : t('day {first} to {last}', { first, last });
}

/** Whether the work of a phase takes longer than its window. */
export const isPastWindow = ({ name, items, startDay, days }: Omit<PlannedPhase, 'cost'>): boolean =>
  items > 0 && startDay + days > windowEnds[name];

/** A row of a timeline: a phase, or one of the two steps of critical work that takes longer than its window. */
export interface TimelineRow {
  phase: PhaseName;
  step: 'make_safe' | 'repairs' | null;
  /** When it is due, or planned. */
  when: string;
  startDay: number;
  days: number;
  items: number;
  /** In cents; null for making safe, because its cost is part of the repairs' price. */
  cost: number | null;
}

/**
 * The rows of a plan's timeline. Critical work that takes longer than its 48-hour window has two rows: making it safe
 * within the window, and the repairs.
 */
export function timelineRows(phases: readonly PlannedPhase[]): TimelineRow[] {
  return phases.flatMap((phase): TimelineRow[] => {
    const { name, startDay, days, items, cost } = phase;
    const window = phaseWindows[name];
    const row = { phase: name, step: null, when: window, startDay, days, items, cost };
    if (!isPastWindow(phase)) return [row];
    if (name !== 'critical')
      return [{ ...row, when: t('{window}, planned to day {day}', { window, day: Math.ceil(startDay + days) }) }];
    return [
      { ...row, step: 'make_safe', startDay: 0, days: windowEnds.critical, cost: null },
      { ...row, step: 'repairs', when: spanText(startDay, days) },
    ];
  });
}

export const planItemAbilitiesSchema = z.object({
  /** Approve, reject or waive. */
  decide: z.boolean(),
  modify: z.boolean(),
  /** Take back a rejection or a waiver. */
  restore: z.boolean(),
  start: z.boolean(),
  /** Report work as done, for the brand to verify. */
  report: z.boolean(),
  /** Complete the work of a plan that no brand verifies. */
  complete: z.boolean(),
  /** Verify reported work, or return it. */
  verify: z.boolean(),
  /** Change or remove a line that was added by hand. */
  editLine: z.boolean(),
  /** What the owner may ask of the brand. */
  ask: z.array(z.enum(requestKinds)),
  answerRequest: z.boolean(),
  withdrawRequest: z.boolean(),
});

/** A photo of the finished work. */
export const completionPhotoSchema = z.object({
  id,
  url: z.string(),
  thumbnailUrl: z.string(),
  takenAt: timestamp.nullable(),
  createdAt: timestamp,
});
export type CompletionPhoto = z.infer<typeof completionPhotoSchema>;

export const planItemSchema = z.object({
  id,
  pipReportId: id,
  issueId: id.nullable(),
  title: z.string(),
  description: z.string(),
  estimatedCost: decimalAmount,
  estimatedDays: z.number().int(),
  priority: z.enum(severities),
  status: z.enum(planItemStatuses),
  createdAt: timestamp,
  issue: findingSchema.nullable(),
  /** Further findings that the same work repairs. */
  furtherIssues: z.array(findingSchema),
  category: z.enum(findingCategories),
  severity: z.enum(severities),
  costLow: decimalAmount,
  costHigh: decimalAmount,
  recommendedAction: z.string(),
  class: z.enum(lineClasses),
  spending: z.enum(spendings),
  /** A person added the line; no finding is behind it. */
  addedByHand: z.boolean(),
  addedByName: z.string().nullable(),
  /** Of the area it was found in. */
  areaSessionId: id.nullable(),
  /** Name of the area it was found in, and the room or place there. */
  area: z.string().nullable(),
  room: z.string().nullable(),
  /** The cost is the quantity times the price of a unit; no unit price where a total was entered that it does not divide. */
  quantity: z.number().int(),
  unit: z.enum(costUnits),
  unitCost: decimalAmount.nullable(),
  unitCostLow: decimalAmount.nullable(),
  unitCostHigh: decimalAmount.nullable(),
  /** A calendar date: the end of the phase's window unless a person entered another. */
  dueDate: z.iso.date(),
  dueDateEntered: z.boolean(),
  phase: z.enum(phaseNames),
  /** Exact time on site and lead time, in days, for the timeline. */
  daysOnSite: z.number(),
  leadDays: z.number().int(),
  photoId: id.nullable(),
  thumbnailUrl: z.string().nullable(),
  videoTimestamp: z.number().int().nullable(),
  /** The reviewer's note on the last decision. */
  note: z.string().nullable(),
  /** What the work cost and the number of its invoice, as the owner reported them. */
  actualCost: decimalAmount.nullable(),
  invoice: z.string().nullable(),
  /** The owner's note on the finished work. */
  workNote: z.string().nullable(),
  /** When the owner reported the work as done, and when it was completed. */
  reportedAt: timestamp.nullable(),
  completedAt: timestamp.nullable(),
  completionPhotos: z.array(completionPhotoSchema),
  /** What the owner asked of the brand, the newest first. */
  requests: z.array(planRequestSchema),
  abilities: planItemAbilitiesSchema,
});
export type PlanItem = z.infer<typeof planItemSchema>;

export const planPhaseSchema = z.object({
  name: z.enum(phaseNames),
  window: z.string(),
  items: z.number().int(),
  cost: decimalAmount,
  /** Days that the phase takes, and the day it starts on, counted from the plan's acceptance. */
  days: z.number(),
  startDay: z.number(),
});

export const lineDifferences = [
  'title',
  'action',
  'place',
  'class',
  'spending',
  'quantity',
  'cost',
  'days',
  'priority',
  'due',
] as const;
export type LineDifference = (typeof lineDifferences)[number];

export const planDifferenceSchema = z.object({
  /** The plan's own id where its overheads changed. */
  itemId: id,
  title: z.string(),
  change: z.enum(['added', 'changed', 'rejected', 'waived', 'removed']),
  /** The fields of a changed line, as text. */
  fields: z.array(
    z.object({
      name: z.enum([...lineDifferences, ...overheads]),
      from: z.string(),
      to: z.string(),
    }),
  ),
});
export type PlanDifference = z.infer<typeof planDifferenceSchema>;

/** What was sent to the owner, and how it differs from what was sent before. */
export const planVersionSchema = z.object({
  number: z.number().int(),
  totalCost: decimalAmount,
  estimatedDays: z.number().int(),
  sentAt: timestamp,
  acceptedAt: timestamp.nullable(),
  differences: z.array(planDifferenceSchema),
});
export type PlanVersion = z.infer<typeof planVersionSchema>;

export const planSchema = z.object({
  id,
  propertyId: id,
  runId: id.nullable(),
  areaSessionId: id.nullable(),
  inspectionId: id.nullable(),
  totalCost: decimalAmount,
  estimatedDays: z.number().int(),
  priority: z.enum(severities),
  status: z.enum(planStatuses),
  createdAt: timestamp,
  updatedAt: timestamp,
  approvedAt: timestamp.nullable(),
  approvedBy: id.nullable(),
  approvedByName: z.string().nullable(),
  source: z.enum(planSources),
  property: z.object({
    id,
    name: z.string(),
    city: z.string(),
    state: z.string(),
    totalRooms: z.number().int().nullable(),
  }),
  inspection: inspectionSchema.nullable(),
  area: z.string().nullable(),
  /** The property plan that includes this plan's items. */
  propertyPlanId: id.nullable(),
  inspector: z.string().nullable(),
  itemCount: z.number().int(),
  /** Items that nobody has approved or rejected yet. */
  pendingItems: z.number().int(),
  /** What was sent, the oldest first; empty for a draft that was never sent. */
  versions: z.array(planVersionSchema),
  /** What changed since the last version was sent. */
  changes: z.array(planDifferenceSchema),
  /** Items to decide on before the plan can be sent: those of a brand's plan that nobody has decided on. */
  undecidedItems: z.number().int(),
  /** Requests that the brand has to answer before the plan can be sent. */
  openRequests: z.number().int(),
  /** How many crews the timeline lets work side by side. */
  crews: z.number().int(),
  items: z.array(planItemSchema),
  costLow: decimalAmount,
  costHigh: decimalAmount,
  /** The arithmetic of the total: works, freight and tax on FF&E lines, contingency. */
  costLines: z.array(z.object({ label: z.string(), amount: decimalAmount })),
  overheads: planOverheadsSchema,
  phases: z.array(planPhaseSchema),
  abilities: z.object({
    submit: z.boolean(),
    accept: z.boolean(),
    regenerate: z.boolean(),
    share: z.boolean(),
    /** Add lines by hand, and change the overheads. */
    addLine: z.boolean(),
  }),
});
export type Plan = z.infer<typeof planSchema>;

/** Figures over all plans that the caller may see. */
export const planTotalsSchema = z.object({
  reports: z.number().int(),
  totalCost: decimalAmount,
  /** Mean of the plans' estimated days, to whole days; 0 without any. */
  averageDays: z.number().int(),
  pendingApproval: z.number().int(),
});
export type PlanTotals = z.infer<typeof planTotalsSchema>;

/** `items=false` leaves the items of the plans out, for lists that show figures alone. */
const withItems = z.stringbool().default(true);
export const plansQuery = pageQuery.extend({ items: withItems });
export const adminPlansQuery = plansQuery.extend({
  status: z.enum(['all', ...planStatuses]).optional(),
  q: z.string().trim().max(200).optional(),
});
export const adminPlansSchema = z.object({
  reports: z.array(planSchema),
  /** Counts over all plans that match the search. */
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

export const runPlanSchema = z.object({ pipReport: planSchema, items: z.array(planItemSchema) });
export const generatedAreaPlanSchema = z.object({ isUpdate: z.boolean(), message: z.string(), pipReport: planSchema });
export const inspectionPlanSchema = z.object({ pipReport: planSchema });
export const areaPlanSchema = z.object({ pipReport: planSchema.nullable() });

export const planItemPatchSchema = z.object({
  status: z.enum(planItemStatuses, { error: 'Status is required' }),
  estimatedCost: amountInput.optional(),
  estimatedDays: z.preprocess(parseNumber, z.number().int().min(0).max(3650)).optional(),
  /** Units; cost and days follow unless they are given as well. */
  quantity: z
    .preprocess(parseNumber, z.number('Enter a number').int('Enter a whole number').min(1).max(10_000))
    .optional(),
  /** Null takes the end of the phase's window again. */
  dueDate: z.iso.date('Choose a date').nullish(),
  priority: z.enum(severities).optional(),
  title: z.string().trim().min(1, 'Title is required').max(200).optional(),
  description: z.string().trim().max(5000).optional(),
  note: z.string().trim().max(2000).nullish(),
  /** Of finished work. */
  actualCost: amountInput.nullish(),
  invoice: z.string().trim().max(100, 'At most 100 characters').nullish(),
});
export type PlanItemPatch = z.input<typeof planItemPatchSchema>;

/** The version that the owner has read, so that a newer one is not accepted unread. */
export const acceptanceSchema = z.object({ version: z.number().int().min(1).optional() }).nullish();

export const exportFormats = ['pdf', 'xlsx', 'csv'] as const;
export const exportQuery = z.object({ format: z.enum(exportFormats, { error: 'Choose pdf, xlsx or csv' }) });

/** What the plan is about: the property, or one area of it. */
export const planSubject = ({ source, area }: Pick<Plan, 'source' | 'area'>): string =>
  source === 'property' ? t('Whole property') : (area ?? t('Inspection'));
