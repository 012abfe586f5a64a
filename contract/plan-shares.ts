import { z } from 'zod';
import { boundingBoxSchema } from './analysis.ts';
import { photoMarkSchema } from './photo-marks.ts';
import { id, optionalText, timestamp } from './common.ts';
import { severities } from './finding-categories.ts';
import { decimalAmount } from './money.ts';
import { planStatuses } from './plans.ts';

/** Header for the link's token, so that it never appears in a URL, a log or a referrer. */
export const shareTokenHeader = 'x-share-token';
/** The page that a link opens. The token follows the #, which browsers never send to a server. */
export const sharedPlanPath = '/shared-plan';

export const planShareInputSchema = z.object({
  /** For whom it is made. */
  label: optionalText(100),
  /** The version that was sent; null shows the plan as it is when somebody opens the link. */
  version: z.number().int().min(1).nullish(),
  /** False leaves every amount out, for a contractor who gives a price. */
  prices: z.boolean().default(true),
  days: z.number('Enter a number').int('Enter a whole number').min(1).max(365).default(30),
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
  /** How often the plan was opened by it, and when last. */
  views: z.number().int(),
  lastViewedAt: timestamp.nullable(),
  state: z.enum(['open', 'expired', 'revoked']),
});
export type PlanShare = z.infer<typeof planShareSchema>;
export const planSharesSchema = z.array(planShareSchema);

/** The token is in this answer alone. */
export const createdPlanShareSchema = z.object({ share: planShareSchema, token: z.string() });

/** A line of a shared plan; amounts are null where the link leaves prices out. */
export const sharedLineSchema = z.object({
  id,
  title: z.string(),
  action: z.string(),
  area: z.string().nullable(),
  room: z.string().nullable(),
  priority: z.enum(severities),
  quantity: z.string().nullable(),
  due: z.string(),
  days: z.number(),
  cost: decimalAmount.nullable(),
  /** No person has confirmed the finding behind it. */
  unconfirmed: z.boolean(),
  photoId: id.nullable(),
  boundingBox: boundingBoxSchema.nullable(),
  /** What people drew over the photo. */
  marks: z.array(photoMarkSchema),
});
export type SharedLine = z.infer<typeof sharedLineSchema>;

/** What a link shows of a plan: nothing of accounts, notes, invoices or actual costs. */
export const sharedPlanSchema = z.object({
  property: z.object({ name: z.string(), city: z.string(), state: z.string() }),
  subject: z.string(),
  status: z.enum(planStatuses),
  /** The version that is shown; null for the plan as it is now. */
  version: z.number().int().nullable(),
  sentAt: timestamp.nullable(),
  acceptedAt: timestamp.nullable(),
  prices: z.boolean(),
  totalCost: decimalAmount.nullable(),
  estimatedDays: z.number(),
  lines: z.array(sharedLineSchema),
  expiresAt: timestamp,
});
export type SharedPlan = z.infer<typeof sharedPlanSchema>;
