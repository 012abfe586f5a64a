import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
    /** Where the request came from and the program that sent it; null for what a job does. */
    address: text('address'),
    client: text('client'),
    /** The key that `hash` was made with; null for entries from before there was one, whose hash is a plain SHA-256. */
    keyId: text('key_id'),
    /** A random part of what is hashed, so that nobody can guess what was erased from the hash; null in older entries. */
    salt: text('salt'),
    hash: text('hash').notNull(),
    /** The seal of what was left after a person was erased from it; null in entries as they were written. */
    erasure: text('erasure'),
    createdAt: createdAt(),
  },
  (table) => [
    index('audit_logs_type_index').on(table.entityType, table.seq),
    index('audit_logs_entity_index').on(table.entityId, table.seq),
  ],
);

/** The end of the chain in one row, signed with the key outside the database, so that lost last entries show. */
export const auditHead = pgTable(
  'audit_head',
  {
    id: integer('id').primaryKey(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    hash: text('hash').notNull(),
    /** The first entry whose hash is made with a key. */
    sealedFrom: bigint('sealed_from', { mode: 'number' }).notNull(),
    keyId: text('key_id').notNull(),
    signature: text('signature').notNull(),
  },
  (table) => [check('audit_head_one_row', sql`${table.id} = 1`)],
);
