import type { CurrentUser, Role } from '#contract/users.ts';
import type { Config } from '#server/config.ts';
import type { Person } from '#server/platform/http/actor.ts';

type Mode = Config['mode'];

/** Whether the person may act as an admin at all: anybody in evaluation mode, those who were granted it in production. */
export const mayBeAdmin = (mode: Mode, user: Pick<Person, 'adminGranted'>): boolean =>
  mode === 'evaluation' || user.adminGranted;

/** Whether the person acts as an admin now. */
export const actsAsAdmin = (mode: Mode, user: Pick<Person, 'adminGranted' | 'role'>): boolean =>
  user.role === 'admin' && mayBeAdmin(mode, user);

/** In evaluation mode an address counts as verified: mail goes to the outbox. */
export const emailVerified = (mode: Mode, user: Pick<Person, 'emailVerifiedAt'>): boolean =>
  mode === 'evaluation' || user.emailVerifiedAt !== null;

export function toUser(mode: Mode, user: Person): CurrentUser {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    role: actsAsAdmin(mode, user) ? 'admin' : 'property',
    firstName: user.firstName,
    lastName: user.lastName,
    propertyName: user.propertyName,
    createdAt: user.createdAt.toISOString(),
    abilities: {
      admin: actsAsAdmin(mode, user),
      canSwitchRole: mayBeAdmin(mode, user),
      emailVerified: emailVerified(mode, user),
    },
  };
}

export const profileRole = (role: Role): 'property_owner' | 'admin' => (role === 'admin' ? 'admin' : 'property_owner');

/** Sessions live this long without Remember me and with it, in milliseconds. */
export const sessionLife = { short: 12 * 3_600_000, remembered: 30 * 24 * 3_600_000 } as const;
/** A session's end moves on with use, but is written at most this often. */
export const sessionTouch = 10 * 60_000;
/** One-time links: reset one hour, verification and invitation seven days. */
export const tokenLife = {
  password_reset: 3_600_000,
  email_verification: 7 * 24 * 3_600_000,
  invitation: 7 * 24 * 3_600_000,
} as const;

/** A name to show for a person. */
export const displayName = (user: Pick<Person, 'firstName' | 'lastName' | 'username'>): string =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username;
