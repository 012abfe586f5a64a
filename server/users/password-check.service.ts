import type { Limit, Limits } from '#server/platform/auth/limits.ts';
import type { Passwords } from '#server/platform/auth/passwords.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import type { UserRow } from '#server/schema/users.tables.ts';

export interface PasswordCheckService {
  /**
   * Whether it is the password of the account, which must not be disabled; throws 429 after too many wrong ones. `account` is what somebody called an
   * account that there is not.
   */
  isRight(user: UserRow | null, account: string, password: string, clientAddress: string): Promise<boolean>;
}

/** The one place that compares a typed password, so that guesses count together wherever they are made. */
export function createPasswordCheckService(deps: {
  limits: Limits;
  passwords: Passwords;
  logger: Pick<Logger, 'info'>;
}): PasswordCheckService {
  const { limits, passwords, logger } = deps;
  return {
    async isRight(user, account, password, clientAddress) {
      // One account has one count, whether it is called by its user name or by its address.
      const key = user?.id ?? account.toLowerCase();
      const tries: [Limit, string][] = [
        [limits.signInAddress, clientAddress],
        [limits.signInAccount, `${clientAddress} ${key}`],
        [limits.signInAnywhere, key],
      ];
      // Counted before the password is checked, or many tries at once would all pass; a successful try is refunded.
      for (const [limit, counted] of tries) await limit.consume(counted);
      const isRight = await passwords.verify(user?.password ?? null, password);
      // A disabled account answers, and counts, as if every password were wrong.
      if (!isRight || !user || user.disabledAt) {
        // Never log the typed name: people type passwords there.
        logger.info({ userId: user?.id ?? null, client: clientAddress }, 'wrong password');
        return false;
      }
      for (const [limit, counted] of tries) await limit.refund(counted);
      return true;
    },
  };
}
