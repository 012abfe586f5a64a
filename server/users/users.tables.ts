import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { roles, type Role } from '#contract/users.ts';
import { createdAt, moment, oneOf, updatedAt, uuidKey } from '#server/platform/database/columns.ts';

export const users = pgTable(
  'users',
  {
    id: uuidKey(),
    username: text('username').notNull(),
    email: text('email').notNull(),
    /** Argon2id hash in PHC form, never the password. */
    password: text('password').notNull(),
    /** The view the person has chosen; what it may be is decided by `adminGranted` and the mode. */
    role: text('role').$type<Role>().notNull().default('property'),
    adminGranted: boolean('admin_granted').notNull().default(false),
    emailVerifiedAt: moment('email_verified_at'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    propertyName: text('property_name'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('users_username_unique').on(sql`lower(${table.username})`),
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    oneOf('users_role_check', table.role, roles),
  ],
);
export type UserRow = typeof users.$inferSelect;

export const sessions = pgTable(
  'sessions',
  {
    id: uuidKey(),
    tokenHash: text('token_hash').notNull().unique('sessions_token_hash_unique'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    remember: boolean('remember').notNull().default(false),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('sessions_user_index').on(table.userId), index('sessions_expiry_index').on(table.expiresAt)],
);
export type SessionRow = typeof sessions.$inferSelect;

export const accountTokenKinds = ['password_reset', 'email_verification', 'invitation'] as const;

/** One-time tokens sent by e-mail; only their hash is kept. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    id: uuidKey(),
    kind: text('kind').$type<(typeof accountTokenKinds)[number]>().notNull(),
    tokenHash: text('token_hash').notNull().unique('account_tokens_token_hash_unique'),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('account_tokens_user_index').on(table.userId),
    oneOf('account_tokens_kind_check', table.kind, accountTokenKinds),
  ],
);
