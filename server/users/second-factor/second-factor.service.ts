import type { PasswordAndCode, SecondFactorSetup } from '#contract/second-factor.ts';
import type { Config } from '#server/config.ts';
import type { Passwords } from '#server/platform/auth/passwords.ts';
import { seal } from '#server/platform/auth/seal.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { SessionRow, UserRow } from '#server/schema/users.tables.ts';
import { sendAccountNotice } from '../accounts/account-notices.ts';
import { afterRemovedFactor } from './last-factor.ts';
import { deletePasskeysOf } from '../passkeys/passkeys.repository.ts';
import type { ProofsService } from '../sign-in/proofs.service.ts';
import { newCodes } from './recovery-codes.ts';
import type { SecondFactorCheckService } from './second-factor-check.service.ts';
import * as repository from './second-factor.repository.ts';
import { codeOf, newKey, setupAddress, setupLifetime, stepOfCode } from './second-factor.rules.ts';
import type { SessionsService } from '../sign-in/sessions.service.ts';
import { codeWrong, currentPasswordWrong, secondFactorIsOff, secondFactorIsOn, setupEnded } from '../users.errors.ts';
import * as users from '../users.repository.ts';

/** The caller's authenticator app: setting it up, turning it off, and its recovery codes. */
export interface SecondFactorService {
  find(actor: Actor): Promise<{ since: Date | null; recoveryCodesLeft: number }>;
  /** Creates a key for an app, which has no effect until the same session sends a code of the app. */
  begin(actor: Actor, currentPassword: string, clientAddress: string): Promise<SecondFactorSetup>;
  /** Turns the app on with its first code. Ends every other session, and renews the caller's. */
  turnOn(
    actor: Actor,
    typed: string,
  ): Promise<{ recoveryCodes: string[]; renewed: { token: string; session: SessionRow } }>;
  turnOff(actor: Actor, input: PasswordAndCode, clientAddress: string): Promise<void>;
  /** Creates ten new codes; the earlier ones stop working. */
  renewRecoveryCodes(actor: Actor, input: PasswordAndCode, clientAddress: string): Promise<string[]>;
  /** Removes the app, passkeys and recovery codes of an account, without any check. */
  remove(change: Change, user: UserRow): Promise<UserRow>;
}

async function remove(change: Change, user: UserRow): Promise<UserRow> {
  await repository.deleteFactor(change.tx, user.id);
  await deletePasskeysOf(change.tx, user.id);
  await repository.deleteRecoveryCodes(change.tx, user.id);
  await repository.deleteChallengesOf(change.tx, user.id);
  return users.updateUser(change.tx, user.id, { secondFactorAt: null });
}

export function createSecondFactorService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  passwords: Passwords;
  proofs: ProofsService;
  secondFactorCheck: SecondFactorCheckService;
  sessions: SessionsService;
}): SecondFactorService {
  const { db, config, changes, passwords, proofs, secondFactorCheck, sessions } = deps;

  return {
    remove,

    async find(actor) {
      const factor = await repository.findFactor(db, actor.id);
      return {
        since: factor?.createdAt ?? null,
        recoveryCodesLeft: await repository.countRecoveryCodes(db, actor.id),
      };
    },

    async begin(actor, currentPassword, clientAddress) {
      const user = await proofs.withPassword(actor, currentPassword, clientAddress);
      const key = newKey();
      await changes.run(actor.id, async (change) => {
        const locked = await users.lockById(change.tx, user.id);
        if (locked.password !== user.password) throw currentPasswordWrong();
        if (await repository.findFactor(change.tx, user.id)) throw secondFactorIsOn();
        await repository.saveSetup(change.tx, {
          userId: user.id,
          sessionId: actor.session.id,
          secret: seal(config.secondFactorSecret, key, user.id),
          createdAt: new Date(),
        });
        change.audit('user.second_factor_prepared', 'user', user.id);
      });
      return { key, address: setupAddress(key, user.username) };
    },

    async turnOn(actor, typed) {
      const after = new Date(Date.now() - setupLifetime);
      const setup = await repository.findSetup(db, actor.id, actor.session.id, after);
      if (!setup) throw setupEnded();
      const code = codeOf(typed);
      const key = secondFactorCheck.keyOf(setup);
      const step = code?.kind === 'app' && key ? stepOfCode(key, code.code, 0) : null;
      if (step === null) throw codeWrong();
      const { codes, hashes } = await newCodes(passwords);
      const renewed = await changes.run(actor.id, async (change) => {
        const user = await users.lockById(change.tx, actor.id);
        if (await repository.findFactor(change.tx, user.id)) throw secondFactorIsOn();
        const current = await repository.findSetup(change.tx, actor.id, actor.session.id, after);
        // Another setup with another key was started meanwhile.
        if (current?.secret !== setup.secret) throw setupEnded();
        await repository.updateToOn(change.tx, user.id, step);
        await repository.saveRecoveryCodes(change.tx, user.id, hashes);
        await users.updateUser(change.tx, user.id, { secondFactorAt: user.secondFactorAt ?? new Date() });
        change.audit('user.second_factor_on', 'user', user.id);
        await sendAccountNotice(change, config.mode, user, 'second_factor_on');
        return sessions.replaceAllSessions(change, actor);
      });
      return { recoveryCodes: codes, renewed };
    },

    async turnOff(actor, input, clientAddress) {
      const code = await proofs.withPasswordAndCode(actor, input, clientAddress);
      await changes.run(actor.id, async (change) => {
        const user = await code.useUp(change);
        if (!(await repository.findFactor(change.tx, user.id))) throw secondFactorIsOff();
        await repository.deleteFactor(change.tx, user.id);
        await repository.deleteChallengesOf(change.tx, user.id);
        await afterRemovedFactor(change, config, user);
        change.audit('user.second_factor_off', 'user', user.id);
        await sendAccountNotice(change, config.mode, user, 'second_factor_off');
      });
      await code.refund();
    },

    async renewRecoveryCodes(actor, input, clientAddress) {
      const code = await proofs.withPasswordAndCode(actor, input, clientAddress);
      const { codes, hashes } = await newCodes(passwords);
      await changes.run(actor.id, async (change) => {
        const user = await code.useUp(change);
        await repository.saveRecoveryCodes(change.tx, user.id, hashes);
        change.audit('user.recovery_codes_renewed', 'user', user.id);
        await sendAccountNotice(change, config.mode, user, 'recovery_codes_renewed');
      });
      await code.refund();
      return codes;
    },
  };
}
