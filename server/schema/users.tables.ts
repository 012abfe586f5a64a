import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { languages, type Language } from '#contract/language.ts';
import { roles, type Role } from '#contract/users.ts';
import { createdAt, timestamptz, oneOf, updatedAt, uuidKey } from './columns.ts';

/** The expression by which names are searched; index and query must use the same one. */
export const fullName = (user: { firstName: AnyPgColumn; lastName: AnyPgColumn }) =>
  sql`coalesce(${user.firstName}, '') || ' ' || coalesce(${user.lastName}, '')`;

/** The displayed name: the full name, or else the username. */
export const nameOf = (user: { firstName: AnyPgColumn; lastName: AnyPgColumn; username: AnyPgColumn }) =>
  sql<string | null>`coalesce(nullif(concat_ws(' ', ${user.firstName}, ${user.lastName}), ''), ${user.username})`;

export const users = pgTable(
  'users',
  {
    id: uuidKey(),
    username: text('username').notNull(),
    email: text('email').notNull(),
    /** Argon2id hash in PHC form, never the password. */
    password: text('password').notNull(),
    /** The view that the user has chosen; `adminGranted` and the mode decide which views are allowed. */
    role: text('role').$type<Role>().notNull().default('property'),
    adminGranted: boolean('admin_granted').notNull().default(false),
    emailVerifiedAt: timestamptz('email_verified_at'),
    /** A new address whose confirmation link was not used yet; `email` stays valid until then. */
    pendingEmail: text('pending_email'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    propertyName: text('property_name'),
    /** The language of the pages; null when the browser chooses. */
    language: text('language').$type<Language>(),
    /** Since when signing in requires a second factor; null while the password suffices. */
    secondFactorAt: timestamptz('second_factor_at'),
    /** Since when the account is disabled; null when it is enabled. */
    disabledAt: timestamptz('disabled_at'),
    /** When the user was erased; the account's records are kept under its id. */
    erasedAt: timestamptz('erased_at'),
    /** Null for accounts that were not used since this column exists. */
    lastSignInAt: timestamptz('last_sign_in_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('users_username_unique').on(sql`lower(${table.username})`),
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    index('users_listed_index').on(table.createdAt, table.id),
    index('users_name_search_index').using('gin', sql`(${fullName(table)}) gin_trgm_ops`),
    oneOf('users_role_check', table.role, roles),
    oneOf('users_language_check', table.language, languages),
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
    /** The network from which it was last used, and the program's own name; null in older sessions. */
    network: text('network'),
    client: text('client'),
    /** When the user last typed the password or a code in it; null in older sessions. */
    provenAt: timestamptz('proven_at'),
    /** Whether the identity provider reported more than one factor, so that none is required here. */
    providerMfa: boolean('provider_mfa').notNull().default(false),
    lastSeenAt: timestamptz('last_seen_at').notNull().defaultNow(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('sessions_user_index').on(table.userId), index('sessions_expiry_index').on(table.expiresAt)],
);
export type SessionRow = typeof sessions.$inferSelect;

export const accountTokenKinds = ['password_reset', 'email_verification', 'invitation'] as const;
export type AccountLinkKind = (typeof accountTokenKinds)[number];

/**
 * One-time links sent by e-mail. Each is bound to the address to which it was sent; only its token's hash is stored.
 */
export const accountTokens = pgTable(
  'account_tokens',
  {
    id: uuidKey(),
    kind: text('kind').$type<AccountLinkKind>().notNull(),
    tokenHash: text('token_hash').notNull().unique('account_tokens_token_hash_unique'),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    /** The admin who sent an invitation. */
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: timestamptz('expires_at').notNull(),
    usedAt: timestamptz('used_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('account_tokens_user_index').on(table.userId),
    index('account_tokens_email_index').on(sql`lower(${table.email})`, table.createdAt),
    oneOf('account_tokens_kind_check', table.kind, accountTokenKinds),
  ],
);
export type AccountLinkRow = typeof accountTokens.$inferSelect;

/** Authenticator apps of users, active or being set up. */
export const secondFactors = pgTable(
  'second_factors',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The key shared with the app, encrypted with a key that is not in the database. */
    secret: text('secret').notNull(),
    /** The session that is setting it up; null once active. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /** The last 30-second step used; codes up to it are refused. */
    lastStep: integer('last_step').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [index('second_factors_session_index').on(table.sessionId)],
);
export type SecondFactorRow = typeof secondFactors.$inferSelect;

/** Unused recovery codes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Encoded in the code's first letter, so that only one hash has to be compared. */
    position: smallint('position').notNull(),
    /** Argon2id, like passwords. */
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.position] })],
);

/** Sign-ins with the right password that wait for a code, each from one browser. */
export const signInChallenges = pgTable(
  'sign_in_challenges',
  {
    id: uuidKey(),
    tokenHash: text('token_hash').notNull().unique('sign_in_challenges_token_hash_unique'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role').$type<Role>().notNull(),
    remember: boolean('remember').notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('sign_in_challenges_user_index').on(table.userId),
    index('sign_in_challenges_expiry_index').on(table.expiresAt),
    oneOf('sign_in_challenges_role_check', table.role, roles),
  ],
);
export type ChallengeRow = typeof signInChallenges.$inferSelect;

/** The passkeys of users: only public keys, because the private ones never leave the devices. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuidKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The id by which the device identifies it, in base64url. */
    credentialId: text('credential_id').notNull().unique('passkeys_credential_unique'),
    /** The COSE key, in base64url. */
    publicKey: text('public_key').notNull(),
    /** The device's count of signatures; 0 for devices that do not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How browsers reach it, such as `usb` or `internal`. */
    transports: text('transports').array().notNull(),
    /** Whether the device maker's account syncs it between devices. */
    synced: boolean('synced').notNull(),
    name: text('name').notNull(),
    lastUsedAt: timestamptz('last_used_at'),
    createdAt: createdAt(),
  },
  (table) => [index('passkeys_user_index').on(table.userId, table.createdAt)],
);
export type PasskeyRow = typeof passkeys.$inferSelect;

export const passkeyPurposes = ['add', 'sign_in', 'proof'] as const;
export type PasskeyPurpose = (typeof passkeyPurposes)[number];

/** Random values to be signed by a passkey, each once and within minutes. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    purpose: text('purpose').$type<PasskeyPurpose>().notNull(),
    /** The hash of the requesting browser's id: that of its session, or the one it has before signing in. */
    browser: text('browser').notNull(),
    /** The account for which it is; null when any passkey of this server may sign in. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /** The sign-in with the right password that it completes. */
    signInId: uuid('sign_in_id').references(() => signInChallenges.id, { onDelete: 'cascade' }),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_user_index').on(table.userId),
    index('passkey_challenges_session_index').on(table.sessionId),
    index('passkey_challenges_sign_in_index').on(table.signInId),
    index('passkey_challenges_expiry_index').on(table.expiresAt),
    oneOf('passkey_challenges_purpose_check', table.purpose, passkeyPurposes),
  ],
);
export type PasskeyChallengeRow = typeof passkeyChallenges.$inferSelect;

/** Users of the identity provider, each linked to one account. */
export const identities = pgTable(
  'identities',
  {
    id: uuidKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('identities_subject_unique').on(table.issuer, table.subject),
    index('identities_user_index').on(table.userId),
  ],
);

/** Sign-ins that browsers have started at the identity provider, each to be completed once and within minutes. */
export const providerSignIns = pgTable(
  'provider_sign_ins',
  {
    tokenHash: text('token_hash').primaryKey(),
    state: text('state').notNull(),
    nonce: text('nonce').notNull(),
    verifier: text('verifier').notNull(),
    /** The path at which the browser continues. */
    next: text('next').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [index('provider_sign_ins_expiry_index').on(table.expiresAt)],
);
export type ProviderSignInRow = typeof providerSignIns.$inferSelect;
