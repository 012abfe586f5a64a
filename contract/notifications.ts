import { z } from 'zod';
import { id, timestamp } from './common.ts';
import { itemPlaceSchema } from './places.ts';

export const notificationKinds = [
  'case_created',
  'case_cancelled',
  'case_due_changed',
  'case_reminder',
  'case_overdue',
  'inspection_submitted',
  'inspection_flagged',
  'inspection_approved',
  'reinspection_requested',
  'pip_submitted',
  'pip_accepted',
  'pip_item_started',
  'pip_item_reopened',
  'pip_item_reported',
  'pip_item_returned',
  'pip_item_verified',
  'pip_request_asked',
  'pip_request_answered',
  'pip_request_message',
  'pip_waiver_expired',
  'message',
] as const;
export const notificationSchema = z.object({
  id,
  kind: z.enum(notificationKinds),
  title: z.string(),
  body: z.string(),
  /** Where the item is that it is about, because several have the same title; null for anything else, and for several items. */
  place: itemPlaceSchema.nullable(),
  /** The path of the page to open. */
  link: z.string().nullable(),
  readAt: timestamp.nullable(),
  createdAt: timestamp,
});
export type Notification = z.infer<typeof notificationSchema>;
export const notificationListSchema = z.object({
  notifications: z.array(notificationSchema),
  unread: z.number().int(),
});
export const notificationReadSchema = z.object({ ids: z.array(id).max(1000).optional() }).nullish();
