import { z } from 'zod';
import { id, timestamp } from './common.ts';

/** The events for other systems, with their texts in the form. */
export const webhookEventTexts = {
  'case.opened': 'A case is opened',
  'inspection.submitted': 'An inspection is submitted',
  'inspection.decided': 'A reviewer decides on an inspection',
  'finding.critical': 'A finding is critical',
  'plan.sent': 'A plan is sent to the owner',
  'plan.accepted': 'The owner accepts a plan',
  'item.verified': 'The work on an item is verified',
} as const;
export type WebhookEvent = keyof typeof webhookEventTexts;
export const webhookEvents = Object.keys(webhookEventTexts) as [WebhookEvent, ...WebhookEvent[]];

interface Named {
  id: string;
  name: string;
}
interface InspectionData {
  inspection: { id: string; area: string; areaSessionId: string | null; caseId: string | null };
  property: Named;
}
interface PlanData {
  plan: { id: string; version: number | null; totalCost: string; currency: 'USD' };
  property: Named;
}
/** The data of each event; docs/webhooks.md describes it. */
export interface WebhookData {
  'case.opened': {
    case: { id: string; caseNumber: string; propertyName: string; inspectionType: string; dueDate: string };
  };
  'inspection.submitted': InspectionData;
  'inspection.decided': InspectionData & { decision: 'approved' | 'reinspection_requested' | 'taken_back' };
  'finding.critical': {
    finding: { id: string; title: string; category: string; areaSessionId: string | null; inspectionId: string | null };
  };
  'plan.sent': PlanData;
  'plan.accepted': PlanData;
  'item.verified': { item: { id: string; title: string }; plan: { id: string }; property: Named };
}

const url = z
  .string({ error: 'Address is required' })
  .trim()
  .min(1, 'Address is required')
  .max(2000, 'Address must be at most 2000 characters')
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, username, password, hash } = new URL(text);
    return (protocol === 'https:' || protocol === 'http:') && !username && !password && !hash;
  }, 'Enter an address like https://example.com/hooks, without a name or password in it');

export const webhookInputSchema = z.object({
  name: z
    .string({ error: 'Name is required' })
    .trim()
    .min(1, 'Name is required')
    .max(100, 'Name must be at most 100 characters'),
  url,
  events: z
    .array(z.enum(webhookEvents))
    .min(1, 'Choose at least one event')
    .max(webhookEvents.length)
    .transform((events) => [...new Set(events)]),
  /** While it is false, nothing is sent, and events of that time are not sent later. */
  active: z.boolean().default(true),
});
export type WebhookInput = z.input<typeof webhookInputSchema>;

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const webhookSchema = z.object({
  id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  active: z.boolean(),
  createdAt: timestamp,
  /** Until when deliveries are also signed with the previous secret; null unless it was renewed recently. */
  previousSecretUntil: timestamp.nullable(),
  /** The state of the latest delivery; null before the first. */
  latest: z.object({ state: z.enum(deliveryStates), at: timestamp }).nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;
export const webhookListSchema = z.array(webhookSchema);
/** The two answers that contain the secret. */
export const webhookWithSecretSchema = webhookSchema.extend({ secret: z.string() });

export const webhookDeliverySchema = z.object({
  id,
  eventId: id,
  event: z.enum(webhookEvents),
  state: z.enum(deliveryStates),
  tries: z.number().int(),
  /** The HTTP status of the last answer; null when there was none. */
  lastStatus: z.number().int().nullable(),
  /** Why the last attempt failed, as a sentence. */
  lastError: z.string().nullable(),
  lastTriedAt: timestamp.nullable(),
  createdAt: timestamp,
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;
export const webhookDeliveryListSchema = z.array(webhookDeliverySchema);
