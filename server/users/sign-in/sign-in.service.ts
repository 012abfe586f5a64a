import type { z } from 'zod';
import { normalizedName } from '#contract/usernames.ts';
import type { CurrentUser, loginSchema, Role } from '#contract/users.ts';
import type { Config } from '#server/config.ts';
import { deviceMarkOf, hashToken, markedDevice, randomToken } from '#server/platform/auth/tokens.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { SessionRow, UserRow } from '#server/schema/users.tables.ts';
import type { AddressesService } from '../accounts/addresses.service.ts';
import type { PasswordCheckService } from '../passwords/password-check.service.ts';
import type { SecondFactorCheckService } from '../second-factor/second-factor-check.service.ts';
import * as secondFactor from '../second-factor/second-factor.repository.ts';
import { challengeLifetime, maxTriesPerChallenge } from '../second-factor/second-factor.rules.ts';
import type { SessionProof, SessionsService } from './sessions.service.ts';
import { challengeEnded, notAnAdminAccount, signInRefused } from '../users.errors.ts';
import * as repository from '../users.repository.ts';
import { mayBeAdmin, toUser } from '../users.rules.ts';

export interface SignedIn {
  user: CurrentUser;
  token: string;
  session: SessionRow;
  /** Marks the browser as one of the account (platform/auth/tokens.ts). */
  deviceMark: string;
}

/** The password was right; the browser with this token may now send the code. */
export interface AwaitsCode {
  challengeToken: string;
  expiresAt: Date;
}

export interface SignInService {
  /**
   * Signs in with the username or the account's confirmed e-mail address. With a second factor, only starts a sign-in
   * that waits for the code.
   */
  login(
    input: z.output<typeof loginSchema>,
    from: { clientAddress: string; deviceMark: string | undefined },
    previous: Actor | null,
  ): Promise<SignedIn | AwaitsCode>;
  /** Completes a sign-in with the code for which it waits. Throws 401 when it has stopped waiting. */
  finish(challengeToken: string | undefined, code: string, previous: Actor | null): Promise<SignedIn>;
  /**
   * The last step of every sign-in, in a change that has locked the account. Throws 403 when the account may not have
   * the role.
   */
  startSession(
    change: Change,
    user: UserRow,
    choice: { role: Role | undefined; remember: boolean; by?: 'passkey' | 'provider'; proof?: SessionProof },
    previous: Actor | null,
  ): Promise<SignedIn>;
  logout(actor: Actor): Promise<void>;
  /** Opens a new session and closes the browser's previous one, so that no token survives a sign-in. */
  open(
    change: Change,
    user: UserRow,
    remember: boolean,
    previous: Actor | null,
    proof?: SessionProof,
  ): Promise<SignedIn>;
  /** Starts a sign-in that waits for the code, for a user whom the identity provider has named. */
  awaitCode(change: Change, user: UserRow): Promise<AwaitsCode>;
}

export function createSignInService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  passwordCheck: PasswordCheckService;
  secondFactorCheck: SecondFactorCheckService;
  sessions: SessionsService;
  addresses: AddressesService;
}): SignInService {
  const { db, config, changes, passwordCheck, secondFactorCheck, sessions, addresses } = deps;

  const open: SignInService['open'] = async (change, user, remember, previous, proof) => {
    if (previous) await sessions.close(change, previous, previous.id === user.id);
    const opened = await sessions.open(change, user.id, remember, proof);
    return { user: toUser(config, user), deviceMark: deviceMarkOf(config.sessionSecret, user), ...opened };
  };

  const startSession: SignInService['startSession'] = async (
    change,
    locked,
    { role, remember, by, proof },
    previous,
  ) => {
    const entered = roleFor(locked, role);
    const user = await repository.updateUser(change.tx, locked.id, { role: entered, lastSignInAt: new Date() });
    change.audit('user.signed_in', 'user', locked.id, { role: entered, ...(by ? { by } : {}) });
    return open(change, user, remember, previous, proof);
  };

  /** The requested role, or else the account's own. */
  function roleFor(user: UserRow, asked: Role | undefined): Role {
    const mayBecomeAdmin = mayBeAdmin(config.mode, user);
    const role: Role = asked ?? (mayBecomeAdmin ? user.role : 'property');
    if (role === 'admin' && !mayBecomeAdmin) throw notAnAdminAccount();
    return role;
  }

  async function challenge(change: Change, userId: string, role: Role, remember: boolean): Promise<AwaitsCode> {
    const [challengeToken, expiresAt] = [randomToken(), new Date(Date.now() + challengeLifetime)];
    const tokenHash = hashToken(challengeToken);
    await secondFactor.insertChallenge(change.tx, { tokenHash, userId, role, remember, expiresAt });
    change.audit('user.password_accepted', 'user', userId);
    return { challengeToken, expiresAt };
  }

  async function findByName(name: string): Promise<UserRow | null> {
    // Look up addresses first, otherwise someone could choose the address as a username and lock its owner out.
    const owner = name.includes('@') ? await addresses.findOwner(db, name) : null;
    const exact = owner ?? (await repository.findByUsername(db, name));
    return exact ?? (await repository.findByUsername(db, normalizedName(name)));
  }

  return {
    open,
    startSession,
    awaitCode: (change, user) => challenge(change, user.id, roleFor(user, undefined), false),

    async login(input, { clientAddress, deviceMark }, previous) {
      const user = await findByName(input.username);
      const ownDevice = user && markedDevice(config.sessionSecret, user, deviceMark);
      const isRight = await passwordCheck.isRight(user, input.username, input.password, { clientAddress, ownDevice });
      if (!isRight || !user) throw signInRefused();
      const role = roleFor(user, input.role);
      return changes.run(user.id, async (change) => {
        const locked = await repository.lockById(change.tx, user.id);
        // The password was replaced or the account disabled during the check, which ended every session.
        if (locked.password !== user.password || locked.disabledAt) throw signInRefused();
        // The admin right may have been withdrawn meanwhile.
        roleFor(locked, role);
        if (locked.secondFactorAt) return challenge(change, user.id, role, input.rememberMe);
        return startSession(change, locked, { role, remember: input.rememberMe }, previous);
      });
    },

    async finish(challengeToken, code, previous) {
      const waiting = challengeToken ? await secondFactor.findChallenge(db, hashToken(challengeToken)) : null;
      const user = waiting && (await repository.findById(db, waiting.userId));
      if (!user || !(await secondFactor.updateTries(db, waiting.id, maxTriesPerChallenge))) throw challengeEnded();
      const rightCode = await secondFactorCheck.check(user, code);
      const signedIn = await changes.run(user.id, async (change) => {
        const locked = await rightCode.useUp(change);
        // Another answer, a new password or an admin may have ended the sign-in meanwhile; all of them delete its row.
        if (!(await secondFactor.deleteChallenge(change.tx, waiting.id)) || locked.disabledAt) throw challengeEnded();
        const { role, remember } = waiting;
        return startSession(change, locked, { role, remember }, previous);
      });
      await rightCode.refund();
      return signedIn;
    },

    logout: (actor) =>
      changes.run(actor.id, async (change) => {
        await sessions.close(change, actor);
        change.audit('user.signed_out', 'user', actor.id);
      }),
  };
}
