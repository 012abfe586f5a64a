import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ApiScope } from '#contract/api-keys.ts';
import { roles, type Role } from '#contract/users.ts';
import { createdAt, oneOf, timestamptz, uuidKey } from './columns.ts';
import { users } from './users.tables.ts';

/** Keys with which programs call the API on behalf of a user. A revoked key is deleted. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuidKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The part of the key by which its row is found; not secret. */
    prefix: text('prefix').notNull().unique('api_keys_prefix_unique'),
    /** The SHA-256 of the whole key. */
    keyHash: text('key_hash').notNull(),
    scopes: text('scopes').array().$type<ApiScope[]>().notNull(),
    /** The user's view when the key was created. */
    role: text('role').$type<Role>().notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    lastUsedAt: timestamptz('last_used_at'),
    lastUsedFrom: text('last_used_from'),
    createdAt: createdAt(),
  },
  (table) => [
    index('api_keys_user_index').on(table.userId),
    index('api_keys_listed_index').on(table.createdAt, table.id),
    oneOf('api_keys_role_check', table.role, roles),
  ],
);
export type ApiKeyRow = typeof apiKeys.$inferSelect;
