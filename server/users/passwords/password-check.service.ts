import type { Limit, Limits } from '#server/platform/auth/limits.ts';
import type { Passwords } from '#server/platform/auth/passwords.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import type { UserRow } from '#server/schema/users.tables.ts';

export interface PasswordCheckService {
  /**
   * Whether the password is that of the account, which must not be disabled; throws 429 after too many wrong ones.
   * `account` is the typed name, under which attempts on an unknown account are counted. `ownDevice` names a browser or
   * session of the account, whose attempts are counted apart from those of everybody else, so that a stranger who
   * guesses from many networks does not lock the person out.
   */
  isRight(
    user: UserRow | null,
    account: string,
    password: string,
    from: { clientAddress: string; ownDevice: string | null },
  ): Promise<boolean>;
}

/** The only place that compares a typed password, so that all guesses are counted together. */
export function createPasswordCheckService(deps: {
  limits: Limits;
  passwords: Passwords;
  logger: Pick<Logger, 'info'>;
}): PasswordCheckService {
  const { limits, passwords, logger } = deps;
  return {
    async isRight(user, account, password, { clientAddress, ownDevice }) {
      // One account has one counter, whether the username or the address was typed.
      const key = user?.id ?? account.toLowerCase();
      const tries: [Limit, string][] = [
        [limits.signInAddress, clientAddress],
        [limits.signInAccount, `${clientAddress} ${key}`],
        ownDevice ? [limits.signInDevice, `${key} ${ownDevice}`] : [limits.signInAnywhere, key],
      ];
      // Counted before the password is checked, otherwise many concurrent attempts would all pass; a successful attempt
      // is refunded.
      for (const [limit, counted] of tries) await limit.consume(counted);
      const isRight = await passwords.verify(user?.password ?? null, password);
      // A disabled account answers and counts as if every password were wrong.
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
