import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { deliveryStates, webhookEvents, type DeliveryState, type WebhookEvent } from '#contract/webhooks.ts';
import { publishedEvents } from './changes.tables.ts';
import { createdAt, oneOf, timestamptz, updatedAt, uuidKey } from './columns.ts';

/** The addresses of other systems that receive events. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuidKey(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    active: boolean('active').notNull().default(true),
    /** The key of the signatures, encrypted with a key that is not in the database. */
    secret: text('secret').notNull(),
    /** The previous key, with which deliveries are also signed for a day. */
    previousSecret: text('previous_secret'),
    previousUntil: timestamptz('previous_until'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('webhooks_created_index').on(table.createdAt)],
);
export type WebhookRow = typeof webhooks.$inferSelect;

/** Deliveries of one event to one address. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuidKey(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    eventId: uuid('event_id')
      .notNull()
      .references(() => publishedEvents.id, { onDelete: 'cascade' }),
    event: text('event').$type<WebhookEvent>().notNull(),
    state: text('state').$type<DeliveryState>().notNull().default('waiting'),
    tries: integer('tries').notNull().default(0),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    lastTriedAt: timestamptz('last_tried_at'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('webhook_deliveries_once').on(table.webhookId, table.eventId),
    index('webhook_deliveries_listed_index').on(table.webhookId, table.createdAt, table.id),
    index('webhook_deliveries_event_index').on(table.eventId),
    oneOf('webhook_deliveries_state_check', table.state, deliveryStates),
    oneOf('webhook_deliveries_event_check', table.event, webhookEvents),
  ],
);
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
