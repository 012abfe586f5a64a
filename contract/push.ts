import { z } from 'zod';
import type { notificationKinds } from './notifications.ts';
import { t } from './language.ts';

/** The topics of push notifications. */
export const pushTopics = ['decisions', 'messages', 'due', 'plans'] as const;
export type PushTopic = (typeof pushTopics)[number];
export const pushTopicLabels: Record<PushTopic, string> = {
  decisions: t('Submissions and decisions'),
  messages: t('Messages'),
  due: t('New inspections and due dates'),
  plans: t('Improvement plans'),
};

export const topicOfKind: Record<(typeof notificationKinds)[number], PushTopic> = {
  case_created: 'due',
  case_cancelled: 'due',
  case_due_changed: 'due',
  case_reminder: 'due',
  case_overdue: 'due',
  inspection_submitted: 'decisions',
  inspection_flagged: 'decisions',
  inspection_approved: 'decisions',
  reinspection_requested: 'decisions',
  pip_submitted: 'plans',
  pip_accepted: 'plans',
  pip_item_started: 'plans',
  pip_item_reopened: 'plans',
  pip_item_reported: 'plans',
  pip_item_returned: 'plans',
  pip_item_verified: 'plans',
  pip_request_asked: 'plans',
  pip_request_answered: 'plans',
  pip_request_message: 'plans',
  pip_waiver_expired: 'plans',
  message: 'messages',
};

const base64url = (bytes: number, what: string) =>
  z
    .string()
    .regex(
      new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}=*$`),
      `${what} must be ${bytes} bytes in base64url`,
    );

/**
 * The subscription as the browser gives it (PushSubscription.toJSON()), with the topics. Without topics, the earlier
 * choice is kept.
 */
export const pushSubscriptionInputSchema = z.object({
  endpoint: z.url({ protocol: /^https?$/, error: 'The address of the push service is required' }).max(1000),
  keys: z.object({ p256dh: base64url(65, 'p256dh'), auth: base64url(16, 'auth') }),
  topics: z.array(z.enum(pushTopics)).max(pushTopics.length).optional(),
});

export const pushSettingsSchema = z.object({
  /** The server's VAPID key, with which a browser subscribes. */
  publicKey: z.string(),
  /** The subscription of the caller's session; null when its device gets no notifications. */
  subscription: z.object({ endpoint: z.string(), topics: z.array(z.enum(pushTopics)) }).nullable(),
});
export type PushSettings = z.infer<typeof pushSettingsSchema>;

/** The message that the service worker of a device gets. */
export const pushedNoticeSchema = z.object({
  title: z.string(),
  body: z.string(),
  /** The path of the page to open. */
  link: z.string(),
  /** A notification with the same tag replaces the earlier one. */
  tag: z.string(),
});
export type PushedNotice = z.infer<typeof pushedNoticeSchema>;
