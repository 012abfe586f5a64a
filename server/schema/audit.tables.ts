import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgSequence, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, uuidKey } from './columns.ts';

/** Numbers the entries in the order of writing. Unlike the chain, it has gaps where a transaction rolled back. */
export const auditPositions = pgSequence('audit_positions');

/**
 * One entry per state change, in the same transaction. There it waits, without a number; soon after the commit it is
 * sealed: it gets the next number and the hash over the previous entry, so that changed or missing entries are
 * detected. There is no foreign key to the user, because the log outlives accounts.
 */
export const auditLogs = pgTable(
  'audit_logs',
  {
    id: uuidKey(),
    /** The number in the chain; null while the entry waits for its seal. */
    seq: bigint('seq', { mode: 'number' }).unique('audit_logs_seq_unique'),
    /** The order of writing, in which entries are sealed; null for entries from before they waited. */
    position: bigint('position', { mode: 'number' }),
    userId: uuid('user_id').notNull(),
    action: text('action').notNull(),
    entityType: text('entity_type').notNull(),
    entityId: text('entity_id').notNull(),
    details: jsonb('details'),
    /** The address and program of the request; null for the changes of a job. */
    address: text('address'),
    client: text('client'),
    /** The key with which `hash` was made; null for entries from before keys, whose hash is a plain SHA-256. */
    keyId: text('key_id'),
    /** A random part of the hashed text, so that erased text cannot be guessed from the hash; null in older entries. */
    salt: text('salt'),
    /** Of a waiting entry: the HMAC of its own content. Of a sealed one: the HMAC over the previous hash as well. */
    hash: text('hash').notNull(),
    /** The seal of the remaining entry after a user was erased from it; null in unchanged entries. */
    erasure: text('erasure'),
    createdAt: createdAt(),
  },
  (table) => [
    index('audit_logs_type_index').on(table.entityType, table.seq),
    index('audit_logs_entity_index').on(table.entityId, table.seq),
    index('audit_logs_waiting_index')
      .on(table.position)
      .where(sql`${table.seq} is null`),
    check('audit_logs_placed', sql`coalesce(${table.seq} > 0, ${table.position} is not null)`),
  ],
);

/**
 * The end of the chain in one row, signed with the key outside the database, so that missing last entries are detected.
 */
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
