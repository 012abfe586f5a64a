import type { Config } from '#server/config.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import type { Passwords } from '#server/platform/auth/passwords.ts';
import { unseal } from '#server/platform/auth/seal.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import type { SecondFactorRow, UserRow } from '#server/schema/users.tables.ts';
import { sendAccountNotice } from '../accounts/account-notices.ts';
import * as repository from './second-factor.repository.ts';
import { codeOf, stepOfCode } from './second-factor.rules.ts';
import { codeWrong } from '../users.errors.ts';
import * as users from '../users.repository.ts';

/** A right code that is not used up yet. */
export interface ValidCode {
  /** Locks the account and uses the code up within a change; throws 403 when it was used meanwhile. */
  useUp(change: Change): Promise<UserRow>;
  /** Uncounts the attempt, once the change is made. */
  refund(): Promise<void>;
}

export interface SecondFactorCheckService {
  /** Throws 403 for a wrong or used code, and 429 after too many attempts. */
  check(user: UserRow, typed: string): Promise<ValidCode>;
  /** The key of an authenticator app; null when it was encrypted with another SESSION_SECRET. */
  keyOf(factor: SecondFactorRow): string | null;
}

/** Uses a code up; returns false when it was used meanwhile. */
type UseUp = (change: Change) => Promise<boolean>;

/** The only place that compares codes, so that all guesses are counted together. */
export function createSecondFactorCheckService(deps: {
  db: Database;
  config: Config;
  limits: Limits;
  passwords: Passwords;
  logger: Pick<Logger, 'info' | 'warn'>;
}): SecondFactorCheckService {
  const { db, config, limits, passwords, logger } = deps;

  function keyOf(factor: SecondFactorRow): string | null {
    const key = unseal(config.secondFactorSecret, factor.secret, factor.userId);
    if (key === null) logger.warn({ userId: factor.userId }, 'The key of an authenticator app cannot be decrypted.');
    return key;
  }

  async function appCode(user: UserRow, code: string): Promise<UseUp | null> {
    const factor = await repository.findFactor(db, user.id);
    const key = factor && keyOf(factor);
    const step = factor && key && stepOfCode(key, code, factor.lastStep);
    return step ? (change) => repository.updateLastStep(change.tx, user.id, step) : null;
  }

  async function recoveryCode(user: UserRow, position: number, code: string): Promise<UseUp | null> {
    const hash = await repository.findRecoveryHash(db, user.id, position);
    if (!(await passwords.verify(hash, code)) || hash === null) return null;
    return async (change) => {
      if (!(await repository.deleteRecoveryCode(change.tx, user.id, position, hash))) return false;
      change.audit('user.recovery_code_used', 'user', user.id);
      await sendAccountNotice(change, config.mode, user, 'recovery_code_used');
      return true;
    };
  }

  return {
    keyOf,
    async check(user, typed) {
      const code = codeOf(typed);
      // Recovery codes are too long to guess, so the daily limit does not apply to them.
      const tries = code?.kind === 'recovery' ? [limits.secondFactor] : [limits.secondFactor, limits.secondFactorDay];
      for (const limit of tries) await limit.consume(user.id);
      const useUp =
        code?.kind === 'recovery'
          ? await recoveryCode(user, code.position, code.code)
          : code && (await appCode(user, code.code));
      if (!useUp) {
        logger.info({ userId: user.id }, 'wrong code of a second factor');
        throw codeWrong();
      }
      return {
        async useUp(change) {
          const locked = await users.lockById(change.tx, user.id);
          if (!(await useUp(change))) throw codeWrong();
          return locked;
        },
        async refund() {
          for (const limit of tries) await limit.refund(user.id);
        },
      };
    },
  };
}
