import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, uuidKey } from './columns.ts';

/**
 * One entry beside every state change, in the same transaction. Each carries the hash of the one before it, so
 * that a changed or missing entry shows. No foreign key on the person: the log outlives accounts.
 */
export const auditLogs = pgTable(
  'audit_logs',
  {
    id: uuidKey(),
    seq: bigint('seq', { mode: 'number' }).notNull().unique('audit_logs_seq_unique'),
    userId: uuid('user_id').notNull(),
    action: text('action').notNull(),
    entityType: text('entity_type').notNull(),
    entityId: text('entity_id').notNull(),
    details: jsonb('details'),
    hash: text('hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('audit_logs_type_index').on(table.entityType, table.seq),
    index('audit_logs_entity_index').on(table.entityId, table.seq),
  ],
);
