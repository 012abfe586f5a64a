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

/** The expression that names are searched by; index and query must use the same one. */
export const fullName = (user: { firstName: AnyPgColumn; lastName: AnyPgColumn }) =>
  sql`coalesce(${user.firstName}, '') || ' ' || coalesce(${user.lastName}, '')`;

/** The name that people read: the full name, otherwise the username. */
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
    /** The view that the person has chosen; `adminGranted` and the mode decide which are allowed. */
    role: text('role').$type<Role>().notNull().default('property'),
    adminGranted: boolean('admin_granted').notNull().default(false),
    emailVerifiedAt: timestamptz('email_verified_at'),
    /** A new address that waits for its confirmation link to be used; `email` stays valid until then. */
    pendingEmail: text('pending_email'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    propertyName: text('property_name'),
    /** Of the pages; null where the browser chooses. */
    language: text('language').$type<Language>(),
    /** Since when signing in takes a code as well; null while the password alone will do. */
    secondFactorAt: timestamptz('second_factor_at'),
    /** Since when nobody can sign in to it; null while somebody can. */
    disabledAt: timestamptz('disabled_at'),
    /** Since when it names nobody; only what it did is kept under its id. */
    erasedAt: timestamptz('erased_at'),
    /** Null in accounts that nobody has signed in to since it is kept. */
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
    /** The network that it was last used from and the program, as it names itself; null in sessions from before they were kept. */
    network: text('network'),
    client: text('client'),
    /** When the person last typed the password or a code in it; null in sessions from before it was kept. */
    provenAt: timestamptz('proven_at'),
    /** The identity provider said that more than one factor was shown, so none is asked for here. */
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

/** One-time links sent by e-mail. Each is bound to the address that it was sent to; only its token's hash is kept. */
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

/** The authenticator app of a person: one that signs in, or one that is being set up. */
export const secondFactors = pgTable(
  'second_factors',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The key that the app shares, encrypted with a key that the database does not have. */
    secret: text('secret').notNull(),
    /** The session that is setting it up; null once active. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /** Last 30-second step used; codes up to it are refused. */
    lastStep: integer('last_step').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [index('second_factors_session_index').on(table.sessionId)],
);
export type SecondFactorRow = typeof secondFactors.$inferSelect;

/** Recovery codes that are not used yet. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The code's first letter is its position, so that one hash is compared. */
    position: smallint('position').notNull(),
    /** Argon2id, as of passwords. */
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.position] })],
);

/** Sign-ins whose password was right and whose code is awaited, each by one browser. */
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

/** The passkeys that people sign in with: public keys alone, the private ones never leave their devices. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuidKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The id by which the device knows it, in base64url. */
    credentialId: text('credential_id').notNull().unique('passkeys_credential_unique'),
    /** COSE key in base64url. */
    publicKey: text('public_key').notNull(),
    /** How often it has signed, as its device counts; 0 of devices that do not. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How browsers reach it, such as `usb` or `internal`. */
    transports: text('transports').array().notNull(),
    /** Whether it is kept by an account of its maker on several devices. */
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

/** Random values that a passkey has to sign, each once and within minutes. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    purpose: text('purpose').$type<PasskeyPurpose>().notNull(),
    /** Hash of what the browser that asked for it has: its session, or the id that it has before anybody signs in. */
    browser: text('browser').notNull(),
    /** The account that it is for; null where any passkey of this server may sign in. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /** The sign-in whose password was right, and that it ends. */
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

/** People of the identity provider, each tied to one account. */
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

/** Sign-ins that browsers have begun at the identity provider, each ended once and within minutes. */
export const providerSignIns = pgTable(
  'provider_sign_ins',
  {
    tokenHash: text('token_hash').primaryKey(),
    state: text('state').notNull(),
    nonce: text('nonce').notNull(),
    verifier: text('verifier').notNull(),
    /** The path to go on at. */
    next: text('next').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [index('provider_sign_ins_expiry_index').on(table.expiresAt)],
);
export type ProviderSignInRow = typeof providerSignIns.$inferSelect;
