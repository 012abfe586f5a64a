import type { Config, OidcConfig } from '#server/config.ts';
import type { IdentityProvider } from '#server/platform/auth/identity-provider.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import type { Passwords } from '#server/platform/auth/passwords.ts';
import { hashToken, randomToken } from '#server/platform/auth/tokens.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { changedMeanwhile } from '#server/platform/http/http.errors.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import type { UserRow } from '#server/schema/users.tables.ts';
import { sendAccountNotice } from '../accounts/account-notices.ts';
import type { AddressesService } from '../accounts/addresses.service.ts';
import {
  innerPathOr,
  isAdminBy,
  isAllowedDomain,
  isOlderThan,
  personOf,
  providerSignInLifetime,
  usernameFor,
  type ProvidedPerson,
  type ProviderProblem,
} from './provider.rules.ts';
import * as repository from './provider.repository.ts';
import type { ApiKeysService } from '../api-keys/api-keys.service.ts';
import type { SessionsService } from '../sign-in/sessions.service.ts';
import { proofLifetime } from '../users.rules.ts';
import type { AwaitsCode, SignedIn, SignInService } from '../sign-in/sign-in.service.ts';
import * as users from '../users.repository.ts';

/** The result of a sign-in at the identity provider, and the page on which the browser continues. */
export type ProviderOutcome = { next: string } & (
  | { signedIn: SignedIn }
  | { awaitsCode: AwaitsCode }
  | { problem: ProviderProblem }
);

/** Signs in through the company's identity provider, which names the user. */
export interface ProviderSignInService {
  begin(
    redirectUri: string,
    choice: { next: string | undefined; clientAddress: string; again: boolean },
  ): Promise<{ url: string; token: string; expiresAt: Date } | { problem: ProviderProblem }>;
  /**
   * The address at which a user who signs out here also signs out of the provider; null when the settings do not want
   * it, the user has never signed in there, or the provider cannot be reached.
   */
  signOutUrl(userId: string, returnTo: string): Promise<string | null>;
  finish(token: string | undefined, cameBackTo: URL, previous: Actor | null): Promise<ProviderOutcome>;
}

/** Creates an account with the id that the change names and the address that the provider has verified. */
async function create(
  change: Change,
  addresses: AddressesService,
  person: ProvidedPerson,
  email: string,
  password: string,
): Promise<UserRow> {
  await addresses.release(change, email);
  const plain = usernameFor(email, false);
  const taken = (await users.findByUsername(change.tx, plain)) !== null;
  const user = await users.insertUser(change.tx, {
    id: change.userId,
    username: usernameFor(email, taken),
    email,
    emailVerifiedAt: new Date(),
    password,
    firstName: person.firstName,
    lastName: person.lastName,
  });
  change.audit('user.registered', 'user', user.id, { role: user.role, by: 'provider' });
  return user;
}

const auditRight = (change: Change, { adminGranted, id, username: name }: UserRow): void =>
  change.audit(adminGranted ? 'user.admin_granted' : 'user.admin_withdrawn', 'user', id, { name, by: 'provider' });

/** Pages that other sessions have open, and keys, were made with the right, and would go on being told what admins are told. */
async function endAdminRight(
  change: Change,
  { sessions, apiKeys }: { sessions: SessionsService; apiKeys: Pick<ApiKeysService, 'revokeAllOf'> },
  userId: string,
): Promise<void> {
  await sessions.closeAllSessions(change, userId);
  await apiKeys.revokeAllOf(change, userId);
}

/** Grants or withdraws the admin right as the person's groups say; returns the account as it is then. */
async function applyGroups(
  change: Change,
  deps: { oidc: OidcConfig } & Parameters<typeof endAdminRight>[1],
  locked: UserRow,
  groups: readonly string[],
): Promise<UserRow> {
  const isAdmin = isAdminBy(deps.oidc, groups);
  if (isAdmin === null || (isAdmin === locked.adminGranted && (isAdmin || locked.role === 'property'))) return locked;
  const rights = { adminGranted: isAdmin, role: isAdmin ? 'admin' : 'property' } as const;
  const user = await users.updateUser(change.tx, locked.id, rights);
  if (locked.adminGranted && !isAdmin) await endAdminRight(change, deps, user.id);
  if (isAdmin !== locked.adminGranted) auditRight(change, user);
  return user;
}

/** Signs in within a change that has locked the account, with the rights that the person's groups grant. */
async function startSession(
  change: Change,
  deps: { signIn: SignInService } & Parameters<typeof applyGroups>[1],
  locked: UserRow,
  person: ProvidedPerson,
  previous: Actor | null,
) {
  const user = await applyGroups(change, deps, locked, person.groups);
  if (user.secondFactorAt && !person.mfa) return { awaitsCode: await deps.signIn.awaitCode(change, user) };
  const proof = { providerMfa: person.mfa, provenAt: person.signedInAt };
  const choice = { role: undefined, remember: false, by: 'provider', proof } as const;
  return { signedIn: await deps.signIn.startSession(change, user, choice, previous) };
}

async function findSignOutUrl(
  { db, oidc, provider }: { db: Database; oidc: OidcConfig; provider: IdentityProvider },
  userId: string,
  returnTo: string,
  report: (error: unknown) => void,
): Promise<string | null> {
  if (!oidc.signsOut || !(await repository.hasIdentity(db, userId))) return null;
  return provider.signOutUrl(returnTo).catch((error: unknown) => {
    report(error);
    return null;
  });
}

export function createProviderSignInService(deps: {
  db: Database;
  config: Config;
  oidc: OidcConfig;
  provider: IdentityProvider;
  changes: Changes;
  limits: Limits;
  logger: Pick<Logger, 'warn'>;
  passwords: Passwords;
  addresses: AddressesService;
  sessions: SessionsService;
  apiKeys: Pick<ApiKeysService, 'revokeAllOf'>;
  signIn: SignInService;
}): ProviderSignInService {
  const { db, config, oidc, provider, changes, limits, logger, passwords, addresses } = deps;

  /** How long ago the person may have signed in at the provider, in milliseconds. */
  const maxSignInAge = config.sessionMaxDays * 86_400_000;

  function report(error: unknown): void {
    logger.warn({ err: error }, 'sign-in at the identity provider failed');
  }

  /** Links the provider's user to the address's account, if the browser is signed in to it, or to a new account. */
  async function link(change: Change, person: ProvidedPerson, email: string, password: string, actor: Actor | null) {
    const owner = await addresses.findOwner(change.tx, email);
    if (owner && owner.id !== actor?.id) return null;
    const user = owner
      ? await users.lockById(change.tx, owner.id)
      : await create(change, addresses, person, email, password);
    const { issuer, subject } = person;
    if (!(await repository.insertIdentity(change.tx, { userId: user.id, issuer, subject }))) throw changedMeanwhile();
    if (owner) {
      change.audit('user.provider_tied', 'user', user.id);
      await sendAccountNotice(change, config.mode, user, 'provider_tied');
    }
    return user;
  }

  async function accept(person: ProvidedPerson, next: string, previous: Actor | null): Promise<ProviderOutcome> {
    const { issuer, subject, email } = person;
    if (email === null) return { next, problem: 'address' };
    if (!isAllowedDomain(email, oidc.allowedDomains)) return { next, problem: 'domain' };
    // The person can ask for a greater age in the address, and the provider can ignore it.
    if (isOlderThan(person.signedInAt, maxSignInAge)) return { next, problem: 'ended' };
    const knownId = await repository.findUserIdOf(db, issuer, subject);
    // A random password that nobody knows; the user can set one through a reset link.
    const password = knownId ? '' : await passwords.hash(randomToken());
    const owner = knownId ? null : await addresses.findOwner(db, email);
    const userId = knownId ?? owner?.id ?? crypto.randomUUID();
    return changes.run(userId, async (change): Promise<ProviderOutcome> => {
      const user = knownId
        ? await users.lockById(change.tx, knownId)
        : await link(change, person, email, password, previous);
      if (!user) return { next, problem: 'account' };
      if (user.disabledAt) return { next, problem: 'refused' };
      return { next, ...(await startSession(change, deps, user, person, previous)) };
    });
  }

  return {
    signOutUrl: (userId, returnTo) => findSignOutUrl(deps, userId, returnTo, report),
    async begin(redirectUri, { next, clientAddress, again }) {
      await limits.provider.consume(clientAddress);
      try {
        const maxAgeSeconds = (again ? proofLifetime : maxSignInAge) / 1000;
        const { url, checks } = await provider.begin(redirectUri, { again, maxAgeSeconds });
        const [token, expiresAt] = [randomToken(), new Date(Date.now() + providerSignInLifetime)];
        const values = { ...checks, tokenHash: hashToken(token), next: innerPathOr(next, '/'), expiresAt };
        await repository.insertSignIn(db, values);
        return { url, token, expiresAt };
      } catch (error) {
        report(error);
        return { problem: 'unreachable' };
      }
    },

    async finish(token, cameBackTo, previous) {
      const begun = token ? await repository.deleteSignIn(db, hashToken(token)) : null;
      if (!begun) return { next: '/', problem: 'ended' };
      try {
        const person = personOf(await provider.finish(cameBackTo, begun), oidc.groupsClaim);
        return await accept(person, begun.next, previous);
      } catch (error) {
        report(error);
        return { next: begun.next, problem: 'refused' };
      }
    },
  };
}
