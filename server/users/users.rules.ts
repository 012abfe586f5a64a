import type { Account } from '#contract/accounts.ts';
import type { CurrentUser, Role, Session } from '#contract/users.ts';
import type { Config } from '#server/config.ts';
import type { Actor, Person } from '#server/platform/http/actor.ts';
import type { SessionRow, UserRow } from '#server/schema/users.tables.ts';
import { clientInWords } from './sign-in/clients.rules.ts';

type Mode = Config['mode'];

/**
 * Whether the user may act as an admin at all: everyone in evaluation mode, those with the granted right in production.
 */
export const mayBeAdmin = (mode: Mode, user: Pick<Person, 'adminGranted'>): boolean =>
  mode === 'evaluation' || user.adminGranted;

/** Whether the user currently acts as an admin. */
export const actsAsAdmin = (mode: Mode, user: Pick<Person, 'adminGranted' | 'role'>): boolean =>
  user.role === 'admin' && mayBeAdmin(mode, user);

/**
 * Whether the account counts as an admin in lists: in production if it has the granted right, whatever its view.
 * Evaluation mode grants no rights, so there the chosen view decides.
 */
export const isAdminAccount = (mode: Mode, user: Pick<Person, 'adminGranted' | 'role'>): boolean =>
  mode === 'evaluation' ? user.role === 'admin' : user.adminGranted;

/** In evaluation mode every address counts as confirmed, because mail goes to the outbox. */
export const emailVerified = (mode: Mode, user: Pick<Person, 'emailVerifiedAt'>): boolean =>
  mode === 'evaluation' || user.emailVerifiedAt !== null;

export const sameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * Fills `email`, which is required and unique, until the account has confirmed an address. `.invalid` is reserved, so
 * no mail can ever be sent there.
 */
export const placeholderAddress = (userId: string): string => `${userId}@unconfirmed.invalid`;

/** The address to show: the confirmed one, or else the pending one. */
export const shownEmail = (user: Pick<Person, 'email' | 'emailVerifiedAt' | 'pendingEmail'>): string =>
  user.emailVerifiedAt === null ? (user.pendingEmail ?? user.email) : user.email;

/** Whether the user must have a second factor, whatever the view. */
export const needsSecondFactor = (
  config: Pick<Config, 'adminSecondFactor'>,
  user: Pick<Person, 'adminGranted'>,
): boolean => config.adminSecondFactor === 'required' && user.adminGranted;

/** Whether the user must set up a second factor before anything else, whatever the view. */
export const mustSetUpSecondFactor = (
  config: Pick<Config, 'adminSecondFactor'>,
  user: Pick<Person, 'adminGranted' | 'secondFactorAt'>,
): boolean => needsSecondFactor(config, user) && user.secondFactorAt === null;

export function toUser(config: Pick<Config, 'mode' | 'adminSecondFactor'>, user: Person): CurrentUser {
  const { mode } = config;
  return {
    id: user.id,
    username: user.username,
    email: shownEmail(user),
    role: actsAsAdmin(mode, user) ? 'admin' : 'property',
    firstName: user.firstName,
    lastName: user.lastName,
    propertyName: user.propertyName,
    createdAt: user.createdAt.toISOString(),
    pendingEmail: user.pendingEmail,
    language: user.language,
    abilities: {
      admin: actsAsAdmin(mode, user),
      canSwitchRole: mayBeAdmin(mode, user),
      emailVerified: emailVerified(mode, user),
      mustSetUpSecondFactor: mustSetUpSecondFactor(config, user),
    },
  };
}

export const profileRole = (role: Role): 'property_owner' | 'admin' => (role === 'admin' ? 'admin' : 'property_owner');

export const toAccount = (mode: Mode, user: UserRow, sessions: number): Account => ({
  id: user.id,
  username: user.username,
  firstName: user.firstName,
  lastName: user.lastName,
  email: shownEmail(user),
  emailConfirmed: emailVerified(mode, user),
  role: isAdminAccount(mode, user) ? 'admin' : 'property',
  createdAt: user.createdAt.toISOString(),
  lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
  disabledAt: user.disabledAt?.toISOString() ?? null,
  erasedAt: user.erasedAt?.toISOString() ?? null,
  secondFactor: user.secondFactorAt !== null,
  sessions,
});

/** The answer for a session, which never contains its token or the token's hash. */
export const toSession = (actor: Actor, session: SessionRow): Session => ({
  id: session.id,
  createdAt: session.createdAt.toISOString(),
  lastUsedAt: session.lastSeenAt.toISOString(),
  client: clientInWords(session.client),
  network: session.network,
  current: session.id === actor.session.id,
});

/** Whether the user must re-authenticate before changing the address or ending other sessions. */
export const needsProof = (session: Pick<SessionRow, 'provenAt'>, now = Date.now()): boolean =>
  session.provenAt === null || now - session.provenAt.getTime() > proofLifetime;

/** The lifetime of a session without and with Remember me, in milliseconds. */
export const sessionLifetime = { short: 12 * 3_600_000, remembered: 30 * 24 * 3_600_000 } as const;
/** Using a session extends it, but its new end is written at most this often, in milliseconds. */
export const sessionUpdateInterval = 10 * 60_000;
/** How long a typed password or code allows protected changes, in milliseconds. */
export const proofLifetime = 10 * 60_000;
/** How long a link that confirms an address or invites to an account is valid, in milliseconds. */
export const linkLifetime = 7 * 24 * 3_600_000;
/** The maximum number of links of one kind sent to one address in an hour, whoever requests them. */
export const linksPerHour = 20;

/** The name to show for a user. */
export const displayName = (user: Pick<Person, 'firstName' | 'lastName' | 'username'>): string =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username;
