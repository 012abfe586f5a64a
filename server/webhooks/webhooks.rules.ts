import { randomToken } from '#server/platform/auth/tokens.ts';
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import type { PublishedEventRow } from '#server/schema/changes.tables.ts';
import type { DeliveryRow, WebhookRow } from '#server/schema/webhooks.tables.ts';

/** The maximum number of webhooks. */
export const maxWebhooks = 20;

export const newSecret = (): string => `whsec_${randomToken()}`;

/** The purpose that is bound to the encryption of a webhook's secret. */
export const sealedFor = ({ id }: Pick<WebhookRow, 'id'>): string => `webhook ${id}`;

/** The body sent for an event; it is the same for every attempt. */
export const bodyOf = ({ id, type, createdAt, data }: PublishedEventRow): string =>
  JSON.stringify({ id, type, createdAt: createdAt.toISOString(), data });

export const toWebhook = (row: WebhookRow, latest: DeliveryRow | undefined): Webhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  events: row.events,
  active: row.active,
  createdAt: row.createdAt.toISOString(),
  previousSecretUntil:
    row.previousUntil && row.previousUntil.getTime() > Date.now() ? row.previousUntil.toISOString() : null,
  latest: latest ? { state: latest.state, at: (latest.lastTriedAt ?? latest.createdAt).toISOString() } : null,
});

export const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  eventId: row.eventId,
  event: row.event,
  state: row.state,
  tries: row.tries,
  lastStatus: row.lastStatus,
  lastError: row.lastError,
  lastTriedAt: row.lastTriedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});
