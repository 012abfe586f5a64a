import type { z } from 'zod';
import type { resetPasswordSchema } from '#contract/users.ts';
import type { Config } from '#server/config.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import type { Passwords } from '#server/platform/auth/passwords.ts';
import { hashToken } from '#server/platform/auth/tokens.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import * as links from '../accounts/account-links.repository.ts';
import type { AccountLinksService } from '../accounts/account-links.service.ts';
import type { ApiKeysService } from '../api-keys/api-keys.service.ts';
import { sendAccountNotice } from '../accounts/account-notices.ts';
import type { SessionsService } from '../sign-in/sessions.service.ts';
import { isEasilyGuessed } from './passwords.rules.ts';
import { passwordGuessedFirst, resetLinkNoLongerValid } from '../users.errors.ts';
import { forgotPassword } from '../users.mails.ts';
import * as repository from '../users.repository.ts';
import { emailVerified, sameAddress } from '../users.rules.ts';

export interface PasswordResetService {
  /**
   * Sends a link to the account that owns the address; the answer is the same for every address. `deviceMark` tells
   * whether the browser has signed in to it before.
   */
  request(email: string, from: { clientAddress: string; deviceMark: string | undefined }): Promise<void>;
  /**
   * Sets a new password through a link. Ends every session, revokes every API key and voids every other link of the
   * account, because an intruder may have any of them.
   */
  complete(input: z.output<typeof resetPasswordSchema>, clientAddress: string): Promise<void>;
}

export function createPasswordResetService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  limits: Limits;
  passwords: Passwords;
  sessions: SessionsService;
  accountLinks: AccountLinksService;
  apiKeys: Pick<ApiKeysService, 'revokeAllOf'>;
}): PasswordResetService {
  const { db, config, changes, limits, passwords, sessions, accountLinks, apiKeys } = deps;
  return {
    async request(email, { clientAddress, deviceMark }) {
      await limits.passwordReset.consume(clientAddress);
      // The look-up happens in a job, so that the answer and its time are the same for every address.
      await changes.enqueue(forgotPassword, { email, network: clientAddress, deviceMark: deviceMark?.slice(0, 200) });
    },
    async complete({ token, password }, clientAddress) {
      await limits.passwordReset.consume(clientAddress);
      if (isEasilyGuessed(password, {})) throw passwordGuessedFirst();
      const tokenHash = hashToken(token);
      const userId = (await links.findOpenLink(db, 'password_reset', tokenHash))?.userId;
      if (!userId) throw resetLinkNoLongerValid();
      const person = await repository.findById(db, userId);
      if (isEasilyGuessed(password, person ?? {})) throw passwordGuessedFirst();
      const hashed = await passwords.hash(password);
      await changes.run(userId, async (change) => {
        const user = await repository.lockById(change.tx, userId);
        const link = await links.updateToUsed(change.tx, 'password_reset', tokenHash);
        const holdsAddress = emailVerified(config.mode, user) && sameAddress(link?.email ?? '', user.email);
        if (!link || !holdsAddress || user.disabledAt) throw resetLinkNoLongerValid();
        await accountLinks.voidAllLinks(change, userId);
        // An intruder may have entered their own address, so resetting the password withdraws a pending address.
        const pendingEmail = user.emailVerifiedAt === null ? user.pendingEmail : null;
        await repository.updateUser(change.tx, userId, { password: hashed, pendingEmail });
        await sessions.closeAllSessions(change, userId);
        await apiKeys.revokeAllOf(change, userId);
        change.audit('user.password_reset', 'user', userId);
        await sendAccountNotice(change, config.mode, user, 'password_reset');
      });
    },
  };
}
