import { sql } from 'drizzle-orm';
import { date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { requestKinds, requestStatuses, type RequestKind, type RequestStatus } from '#contract/plan-requests.ts';
import { createdAt, oneOf, timestamptz, uuidKey } from './columns.ts';
import { pipItems } from './plans.tables.ts';
import { users } from './users.tables.ts';

/** Owners' requests to the brand about items. */
export const pipRequests = pgTable(
  'pip_requests',
  {
    id: uuidKey(),
    itemId: uuid('item_id')
      .notNull()
      .references(() => pipItems.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<RequestKind>().notNull(),
    status: text('status').$type<RequestStatus>().notNull().default('open'),
    reason: text('reason').notNull(),
    proposal: text('proposal'),
    /** The requested due date, or the last day of a waiver. */
    date: date('date'),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    answer: text('answer'),
    answeredBy: uuid('answered_by').references(() => users.id),
    answeredAt: timestamptz('answered_at'),
  },
  (table) => [
    index('pip_requests_item_index').on(table.itemId, table.createdAt),
    uniqueIndex('pip_requests_one_open')
      .on(table.itemId)
      .where(sql`${table.status} = 'open'`),
    // For waivers that end.
    index('pip_requests_waivers_index')
      .on(table.date)
      .where(sql`${table.kind} = 'waiver' and ${table.status} = 'granted'`),
    oneOf('pip_requests_kind_check', table.kind, requestKinds),
    oneOf('pip_requests_status_check', table.status, requestStatuses),
  ],
);
export type PlanRequestRow = typeof pipRequests.$inferSelect;

/** The messages between owner and brand about a request. */
export const pipRequestMessages = pgTable(
  'pip_request_messages',
  {
    id: uuidKey(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => pipRequests.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('pip_request_messages_request_index').on(table.requestId, table.createdAt)],
);
export type PlanRequestMessageRow = typeof pipRequestMessages.$inferSelect;
