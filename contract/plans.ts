import { z } from 'zod';
import { id, parseNumber, pageQuery, requiredText, timestamp } from './common.ts';
import { findingCategories, severities } from './finding-categories.ts';
import { changedRoomSchema } from './rooms.ts';
import { inspectionSchema } from './inspections.ts';
import { costUnits } from './cost-catalogue.ts';
import { findingSchema } from './findings.ts';
import { overheads, planOverheadsSchema } from './plan-overheads.ts';
import { planRequestSchema, requestKinds } from './plan-requests.ts';
import { lineClasses, spendings } from './line-classes.ts';
import { basedOnSchema, horizons, keptSampleSchema, lineDetailsInput } from './plan-line-details.ts';
import { itemQuoteSchema } from './plan-quotes.ts';
import { amountInput, decimalAmount } from './money.ts';
import { lineValueSchema } from './plan-line-values.ts';
import { itemPlaceSchema } from './places.ts';
import { phaseNames } from './plan-phases.ts';
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
/** Why the work of an item is no longer needed, though nobody has decided so on the item itself. */
export const itemEnds = ['dismissed', 'resolved', 'merged', 'deleted', 'not_applicable'] as const;
export type ItemEnd = (typeof itemEnds)[number];
export const planSources = ['area', 'inspection', 'property'] as const;

export const planItemAbilitiesSchema = z.object({
  /** Whether the caller may approve, reject or waive it. */
  decide: z.boolean(),
  modify: z.boolean(),
  /** Whether the caller may take an approval, a rejection or a waiver back. */
  restore: z.boolean(),
  start: z.boolean(),
  /** Whether its work could start if the owner had accepted what has changed of its cost or scope. */
  startWaits: z.boolean(),
  /** Whether the caller may report its work as done, for the brand to verify. */
  report: z.boolean(),
  /** Whether the caller may complete its work, in a plan that no brand verifies. */
  complete: z.boolean(),
  /** Whether the caller may verify reported work, or return it. */
  verify: z.boolean(),
  /** Whether the caller may change or remove it, as a manual line. */
  editLine: z.boolean(),
  /** The kinds of requests that the owner may make to the brand. */
  ask: z.array(z.enum(requestKinds)),
  answerRequest: z.boolean(),
  withdrawRequest: z.boolean(),
  /** Say who does the work, and keep quotes of vendors. */
  vendors: z.boolean(),
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
  /** What happened to its findings, so that its work is no longer needed; null for an item that counts or was decided on. */
  noLongerNeeded: z.enum(itemEnds).nullable(),
  createdAt: timestamp,
  issue: findingSchema.nullable(),
  /** Further findings that the same work repairs. */
  furtherIssues: z.array(findingSchema),
  category: z.enum(findingCategories),
  severity: z.enum(severities),
  costLow: decimalAmount,
  costHigh: decimalAmount,
  /** Whether a person entered the price; otherwise it is that of the cost catalog, which may be a single one. */
  priceEntered: z.boolean(),
  recommendedAction: z.string(),
  class: z.enum(lineClasses),
  spending: z.enum(spendings),
  /** Whether a user added the line, which then has no finding. */
  addedByHand: z.boolean(),
  addedByName: z.string().nullable(),
  /** The area of its finding. */
  areaSessionId: id.nullable(),
  /** The name of the finding's area, and the room or place in it. */
  area: z.string().nullable(),
  room: z.string().nullable(),
  building: z.string().nullable(),
  floor: z.string().nullable(),
  /** The standard that asks for the work. */
  standard: z.string().nullable(),
  /** Who does the work. */
  responsible: z.string().nullable(),
  /** The quantity is an extrapolation of it. */
  sample: keptSampleSchema.nullable(),
  /** Months after acceptance within which it is done; null where its priority gives the window. */
  horizonMonths: z.union(horizons.map((months) => z.literal(months))).nullable(),
  quotes: z.array(itemQuoteSchema),
  /** That of the chosen quote, or the lowest; null without one. */
  quotedCost: decimalAmount.nullable(),
  /** The day on which its work starts, counted from the plan's acceptance; null for what is not done. */
  startDay: z.number().nullable(),
  /**
   * The cost is the quantity times the unit price. There is no unit price when a total was entered that is not
   * divisible by the quantity.
   */
  quantity: z.number().int(),
  unit: z.enum(costUnits),
  unitCost: decimalAmount.nullable(),
  unitCostLow: decimalAmount.nullable(),
  unitCostHigh: decimalAmount.nullable(),
  /** A calendar date: the end of the phase's window, or of a longer delivery and work, unless a user entered another. */
  dueDate: z.iso.date(),
  /** The date before which delivery and work cannot be over, counted like the window. */
  earliestDueDate: z.iso.date(),
  dueDateEntered: z.boolean(),
  phase: z.enum(phaseNames),
  /** The exact time on site and lead time, in days, for the timeline. */
  daysOnSite: z.number(),
  leadDays: z.number().int(),
  photoId: id.nullable(),
  thumbnailUrl: z.string().nullable(),
  videoTimestamp: z.number().int().nullable(),
  /** The reviewer's note on the last decision. */
  note: z.string().nullable(),
  /** The cost of the work and the number of its invoice, as reported by the owner. */
  actualCost: decimalAmount.nullable(),
  invoice: z.string().nullable(),
  /** The owner's note on the finished work. */
  workNote: z.string().nullable(),
  /** When the work began, and when its finding was found again after it was completed. */
  startedAt: timestamp.nullable(),
  reopenedAt: timestamp.nullable(),
  /** When the brand returned reported work; it needs a photo that was taken since. */
  returnedAt: timestamp.nullable(),
  /** When the owner reported the work as done, and when it was completed. */
  reportedAt: timestamp.nullable(),
  completedAt: timestamp.nullable(),
  completionPhotos: z.array(completionPhotoSchema),
  /** When somebody last decided on it, changed it or took a step of its work; null before. */
  changedAt: timestamp.nullable(),
  /** The owner's requests to the brand, newest first. */
  requests: z.array(planRequestSchema),
  abilities: planItemAbilitiesSchema,
});
export type PlanItem = z.infer<typeof planItemSchema>;

export const planPhaseSchema = z.object({
  name: z.enum(phaseNames),
  window: z.string(),
  items: z.number().int(),
  cost: decimalAmount,
  /** The number of days that the phase takes, and the day on which it starts, counted from the plan's acceptance. */
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
  'standard',
  'phase',
  'sample',
] as const;
export type LineDifference = (typeof lineDifferences)[number];

export const planDifferenceSchema = z.object({
  /** The plan's own id when its overheads changed. */
  itemId: id,
  title: z.string(),
  /** Where the line is, because several have the same title; null for overheads, and where an older version does not tell. */
  place: z.union([z.string(), itemPlaceSchema]).nullable(),
  change: z.enum(['added', 'changed', 'rejected', 'waived', 'not_needed', 'removed']),
  /** The fields of a changed line. */
  fields: z.array(
    z.object({
      name: z.enum([...lineDifferences, ...overheads]),
      from: lineValueSchema,
      to: lineValueSchema,
    }),
  ),
});
export type PlanDifference = z.infer<typeof planDifferenceSchema>;

/** A version sent to the owner, and its changes since the previous one. */
export const planVersionSchema = z.object({
  number: z.number().int(),
  totalCost: decimalAmount,
  estimatedDays: z.number().int(),
  sentAt: timestamp,
  acceptedAt: timestamp.nullable(),
  differences: z.array(planDifferenceSchema),
});
export type PlanVersion = z.infer<typeof planVersionSchema>;

/** The sum of so many items, and what these items were approved for. */
const comparedSchema = z.object({ items: z.number().int(), amount: decimalAmount, approved: decimalAmount });

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
    /** The zone in which papers and screens show the plan's times, such as America/New_York. */
    timeZone: z.string(),
  }),
  inspection: inspectionSchema.nullable(),
  area: z.string().nullable(),
  /** The property plan that includes this plan's items, and its status. */
  propertyPlanId: id.nullable(),
  propertyPlanStatus: z.enum(planStatuses).nullable(),
  inspector: z.string().nullable(),
  itemCount: z.number().int(),
  /** The number of items that were not approved or rejected yet. */
  pendingItems: z.number().int(),
  /** The sent versions, oldest first; empty for a draft that was never sent. */
  versions: z.array(planVersionSchema),
  /** The changes since the last version was sent. */
  changes: z.array(planDifferenceSchema),
  /** The number of items to decide on before the plan can be sent: undecided items of a brand's plan. */
  undecidedItems: z.number().int(),
  /** Open findings that no person has confirmed, so that they are not in the plan; null in lists. */
  unconfirmedFindings: z.number().int().nullable(),
  /** The number of requests that the brand has to answer before the plan can be sent. */
  openRequests: z.number().int(),
  /** The number of crews that work side by side in the timeline. */
  crews: z.number().int(),
  items: z.array(planItemSchema),
  costLow: decimalAmount,
  costHigh: decimalAmount,
  /** The computation of the total: works, freight and tax on FF&E lines, contingency. */
  costLines: z.array(z.object({ label: z.string(), amount: decimalAmount })),
  overheads: planOverheadsSchema,
  /** What the brand approved, what vendors quoted and what it cost, of the items that have such a figure. */
  comparison: z.object({
    approved: comparedSchema,
    quoted: comparedSchema,
    actual: comparedSchema,
  }),
  phases: z.array(planPhaseSchema),
  abilities: z.object({
    submit: z.boolean(),
    accept: z.boolean(),
    regenerate: z.boolean(),
    share: z.boolean(),
    /** Whether the caller may add manual lines and change the overheads. */
    addLine: z.boolean(),
  }),
});
export type Plan = z.infer<typeof planSchema>;

/**
 * The status to show of a plan. A plan of an area or inspection that nobody sends for itself has the status of the
 * property's plan, in which its items are sent, accepted and done.
 */
export const shownPlanStatus = ({
  status,
  propertyPlanStatus,
}: Pick<Plan, 'status' | 'propertyPlanStatus'>): PlanStatus =>
  status === 'draft' && propertyPlanStatus ? propertyPlanStatus : status;

/** What a plan leaves out because no person has confirmed it; null if that is nothing. */
export function unconfirmedText({ unconfirmedFindings }: Pick<Plan, 'unconfirmedFindings'>): string | null {
  if (!unconfirmedFindings) return null;
  return unconfirmedFindings === 1
    ? '1 finding that nobody has confirmed is not in this plan'
    : `${unconfirmedFindings} findings that nobody has confirmed are not in this plan`;
}

/** The figures of all plans that the caller may see. */
export const planTotalsSchema = z.object({
  reports: z.number().int(),
  totalCost: decimalAmount,
  /** The mean of the plans' estimated days, in whole days; 0 without plans. */
  averageDays: z.number().int(),
  /** The plans that their owner has to accept; not the plan of an area beside that of its property, which includes it. */
  pendingApproval: z.number().int(),
});
export type PlanTotals = z.infer<typeof planTotalsSchema>;

/** `items=false` leaves out the plans' items, for lists that only show figures. */
const withItems = z.stringbool().default(true);
export const plansQuery = pageQuery.extend({
  items: withItems,
  status: z.enum(planStatuses).optional(),
  /** Only plans that their owner has to accept, as the totals count them. */
  toAccept: z.stringbool().optional(),
});
export const adminPlansQuery = plansQuery.extend({
  status: z.enum(['all', ...planStatuses]).optional(),
  q: z.string().trim().max(200).optional(),
  sort: z.enum(['newest', 'worst']).default('newest'),
});
export const adminPlansSchema = z.object({
  reports: z.array(planSchema),
  /** Counts of all plans that match the search. */
  counts: z.object({
    all: z.number(),
    /** The drafts to review, as the filter lists them; not the draft of an area beside the sent plan of its property. */
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
  /** The status that the caller saw; the step is refused if somebody has changed it since. */
  from: z.enum(planItemStatuses).optional(),
  basedOn: basedOnSchema,
  estimatedCost: amountInput.optional(),
  estimatedDays: z.preprocess(parseNumber, z.number().int().min(0).max(3650)).optional(),
  /** The number of units; cost and days follow it unless they are given too. */
  quantity: z
    .preprocess(parseNumber, z.number('Enter a number').int('Enter a whole number').min(1).max(10_000))
    .optional(),
  /** How long its materials take to arrive. */
  leadDays: z
    .preprocess(parseNumber, z.number('Enter a number').int('Enter a whole number').min(0).max(730))
    .optional(),
  /** Null returns to the end of the phase's window. Not earlier than delivery and work take. */
  dueDate: z.iso.date('Choose a date').nullish(),
  priority: z.enum(severities).optional(),
  title: requiredText('Title is required', 200).optional(),
  description: z.string().trim().max(5000).optional(),
  note: z.string().trim().max(2000).nullish(),
  ...lineDetailsInput,
  room: changedRoomSchema,
  /** The actual cost of finished work. */
  actualCost: amountInput.nullish(),
  invoice: z.string().trim().max(100, 'At most 100 characters').nullish(),
});
export type PlanItemPatch = z.input<typeof planItemPatchSchema>;

/** The version that the owner has read, so that a newer one is not accepted unread. */
export const acceptanceSchema = z.object({ version: z.number().int().min(1).optional() }).nullish();

export const exportFormats = ['pdf', 'xlsx', 'csv'] as const;
export const exportQuery = z.object({ format: z.enum(exportFormats, { error: 'Choose pdf, xlsx or csv' }) });

/** The subject of the plan: the property, or one area of it. */
export const planSubject = ({ source, area }: Pick<Plan, 'source' | 'area'>): string =>
  source === 'property' ? t('Whole property') : area === null ? t('Inspection') : t(area);
