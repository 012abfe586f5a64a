import type { OidcConfig } from '#server/config.ts';
import { sameAddress } from '../users.rules.ts';

/** How long a user may take to sign in at the provider, in milliseconds. */
export const providerSignInLifetime = 10 * 60_000;

/** Why a sign-in through the provider failed; the sign-in page has a text for each. */
export const providerProblems = ['refused', 'unreachable', 'ended', 'address', 'domain', 'account'] as const;
export type ProviderProblem = (typeof providerProblems)[number];

/** The user who signed in at the provider. */
export interface ProvidedPerson {
  issuer: string;
  subject: string;
  /** Null unless the provider has verified it. */
  email: string | null;
  name: string | null;
  firstName: string | null;
  lastName: string | null;
  groups: string[];
  /** Whether the provider reports that more than one factor was used. */
  mfa: boolean;
  /** When the user last showed the provider who they are; null when it does not say. */
  signedInAt: Date | null;
}

const textOf = (value: unknown, most: number): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, most) : null;
const textsOf = (value: unknown): string[] => [value].flat().filter((each): each is string => typeof each === 'string');

/** The time in seconds of a claim, but never later than now. */
const timeOf = (value: unknown): Date | null =>
  typeof value === 'number' ? new Date(Math.min(value * 1000, Date.now())) : null;

export function personOf(
  claims: Record<string, unknown> & { iss: string; sub: string },
  groupsClaim: string,
): ProvidedPerson {
  const email = claims['email_verified'] === true ? textOf(claims['email'], 254) : null;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email?.includes('@') ? email : null,
    name: textOf(claims['preferred_username'], 60),
    firstName: textOf(claims['given_name'], 100),
    lastName: textOf(claims['family_name'], 100),
    groups: textsOf(claims[groupsClaim]),
    mfa: textsOf(claims['amr']).includes('mfa'),
    signedInAt: timeOf(claims['auth_time']),
  };
}

/** Whether a time is known and more than so many milliseconds ago. */
export const isOlderThan = (time: Date | null, milliseconds: number): boolean =>
  time !== null && Date.now() - time.getTime() > milliseconds;

/** Whether an address is of a domain that may sign in; without a list, every domain may. */
export const isAllowedDomain = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.some((domain) => sameAddress(email.slice(email.lastIndexOf('@') + 1), domain));

/** Whether the groups make the user an admin; null when the settings leave that to this server. */
export const isAdminBy = (
  { adminGroups }: Pick<OidcConfig, 'adminGroups'>,
  groups: readonly string[],
): boolean | null => (adminGroups.length === 0 ? null : groups.some((group) => adminGroups.includes(group)));

/** The username for a new account: the part before the `@`, with random characters appended if it is taken. */
export const usernameFor = (email: string, taken: boolean): string => {
  const name = email.slice(0, email.lastIndexOf('@')).slice(0, 60);
  return taken ? `${name}-${crypto.randomUUID().slice(0, 8)}` : name;
};

/** The path if it leads to a page of this server; otherwise the fallback. */
export function innerPathOr(next: string | undefined, otherwise: string): string {
  if (!next?.startsWith('/') || /[\\\p{Cc}]/u.test(next) || next.length > 500) return otherwise;
  const own = 'http://own.invalid';
  return URL.canParse(next, own) && new URL(next, own).origin === own ? next : otherwise;
}
