import { z } from 'zod';
import { boundingBoxSchema } from './analysis.ts';
import { photoMarkSchema } from './photo-marks.ts';
import { id, optionalText, timestamp } from './common.ts';
import { severities } from './finding-categories.ts';
import { decimalAmount } from './money.ts';
import { itemPlaceSchema } from './places.ts';
import { t } from './language.ts';
import { valueText } from './plan-differences.ts';
import { lineValueSchema } from './plan-line-values.ts';
import { planStatuses } from './plans.ts';

/** The header with the link's token, so that it never appears in a URL, a log or a referrer. */
export const shareTokenHeader = 'x-share-token';
/** The page that a link opens. The token follows the #, which browsers never send to a server. */
export const sharedPlanPath = '/shared-plan';

export const planShareInputSchema = z.object({
  /** The recipient for whom the link is made. */
  label: optionalText(100),
  /** The sent version to show; null shows the current plan whenever the link is opened. */
  version: z.number().int().min(1).nullish(),
  /** False leaves out all amounts, for a contractor who is to quote prices. */
  prices: z.boolean().default(true),
  days: z
    .number('Enter a number')
    .int('Enter a whole number')
    .min(1, 'At least 1 day')
    .max(365, 'At most 365 days')
    .default(30),
});
export type PlanShareInput = z.input<typeof planShareInputSchema>;

export const planShareSchema = z.object({
  id,
  label: z.string().nullable(),
  version: z.number().int().nullable(),
  prices: z.boolean(),
  createdAt: timestamp,
  createdByName: z.string().nullable(),
  expiresAt: timestamp,
  revokedAt: timestamp.nullable(),
  /** How often the link was opened, and when last. */
  views: z.number().int(),
  lastViewedAt: timestamp.nullable(),
  state: z.enum(['open', 'expired', 'revoked']),
});
export type PlanShare = z.infer<typeof planShareSchema>;
export const planSharesSchema = z.array(planShareSchema);

/** The only answer that contains the token. */
export const createdPlanShareSchema = z.object({ share: planShareSchema, token: z.string() });

/** A line of a shared plan; amounts are null if the link leaves out prices. */
export const sharedLineSchema = z.object({
  id,
  title: z.string(),
  action: z.string(),
  /** The present condition; null where nobody described it. */
  condition: z.string().nullable(),
  /** The class of the work as text; null in versions from before it was kept. */
  class: z.string().nullable(),
  area: z.string().nullable(),
  room: z.string().nullable(),
  /** Area, building, floor and room; null in versions from before they were kept. */
  place: z.union([z.string(), itemPlaceSchema]).nullable(),
  standard: z.string().nullable(),
  /** What the quantity was extrapolated from. */
  sample: lineValueSchema.nullable(),
  priority: z.enum(severities),
  quantity: lineValueSchema.nullable(),
  /** A date once the plan is accepted, and before that the window of its phase, which begins with the acceptance. */
  due: z.object({ at: lineValueSchema, isWindow: z.boolean(), isToMakeSafe: z.boolean() }),
  days: z.number(),
  cost: decimalAmount.nullable(),
  /** Whether its work is completed by now, whichever version is shown. */
  completed: z.boolean(),
  /** Whether its finding was confirmed by no user. */
  unconfirmed: z.boolean(),
  photoId: id.nullable(),
  boundingBox: boundingBoxSchema.nullable(),
  /** The marks that users drew on the photo. */
  marks: z.array(photoMarkSchema),
});
export type SharedLine = z.infer<typeof sharedLineSchema>;

/** 'Nov 20, 2026', 'weeks 1–2 after acceptance' or '24–48 hours after acceptance to make safe'. */
export function sharedDueText({ at, isWindow, isToMakeSafe }: SharedLine['due']): string {
  const due = isWindow ? t('{window} after acceptance', { window: valueText(at) }) : valueText(at);
  return isToMakeSafe ? t('{due} to make safe', { due }) : due;
}

/** What a link shows of a plan: nothing about accounts, notes, invoices or actual costs. */
export const sharedPlanSchema = z.object({
  /** `timeZone` is the zone in which the page shows the plan's times. */
  property: z.object({ name: z.string(), city: z.string(), state: z.string(), timeZone: z.string() }),
  subject: z.string(),
  status: z.enum(planStatuses),
  /** Why what is shown is only a draft: the brand has not decided on all items, or it was never sent; null otherwise. */
  draft: z.enum(['undecided', 'unsent']).nullable(),
  /** The shown version; null for the current plan. */
  version: z.number().int().nullable(),
  sentAt: timestamp.nullable(),
  acceptedAt: timestamp.nullable(),
  prices: z.boolean(),
  totalCost: decimalAmount.nullable(),
  /** The computation of the total from the costs of the lines; null if the link leaves out prices. */
  costLines: z.array(z.object({ label: z.string(), amount: decimalAmount })).nullable(),
  estimatedDays: z.number(),
  lines: z.array(sharedLineSchema),
  expiresAt: timestamp,
});
export type SharedPlan = z.infer<typeof sharedPlanSchema>;
