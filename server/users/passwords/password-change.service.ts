import type { z } from 'zod';
import type { changePasswordSchema } from '#contract/users.ts';
import type { Config } from '#server/config.ts';
import type { Passwords } from '#server/platform/auth/passwords.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { SessionRow } from '#server/schema/users.tables.ts';
import type { AccountLinksService } from '../accounts/account-links.service.ts';
import type { ApiKeysService } from '../api-keys/api-keys.service.ts';
import type { PasswordCheckService } from './password-check.service.ts';
import { isEasilyGuessed } from './passwords.rules.ts';
import type { SessionsService } from '../sign-in/sessions.service.ts';
import { currentPasswordWrong, newPasswordGuessedFirst } from '../users.errors.ts';
import { passwordChangedMail } from '../users.mails.ts';
import * as repository from '../users.repository.ts';
import { emailVerified } from '../users.rules.ts';

export interface PasswordChangeService {
  /**
   * Sets a new password, given the current one. Ends every other session, and renews the caller's. The API keys keep
   * working unless the input revokes them; the mail says how many do.
   */
  change(
    actor: Actor,
    input: z.output<typeof changePasswordSchema>,
    clientAddress: string,
  ): Promise<{ token: string; session: SessionRow }>;
}

export function createPasswordChangeService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  passwords: Passwords;
  passwordCheck: PasswordCheckService;
  sessions: SessionsService;
  accountLinks: AccountLinksService;
  apiKeys: Pick<ApiKeysService, 'revokeAllOf' | 'countValidOf'>;
}): PasswordChangeService {
  const { db, config, changes, passwords, passwordCheck, sessions, accountLinks, apiKeys } = deps;
  return {
    async change(actor, { currentPassword, newPassword, revokeApiKeys }, clientAddress) {
      // This reveals nothing about the current password, so it does not count as an attempt.
      if (isEasilyGuessed(newPassword, actor.user)) throw newPasswordGuessedFirst();
      const user = await repository.findById(db, actor.id);
      const isRight = await passwordCheck.isRight(user, actor.user.username, currentPassword, {
        clientAddress,
        ownDevice: actor.session.id,
      });
      if (!isRight || !user) throw currentPasswordWrong();
      const hashed = await passwords.hash(newPassword);
      return changes.run(actor.id, async (change) => {
        const locked = await repository.lockById(change.tx, actor.id);
        // Another device has changed the password meanwhile.
        if (locked.password !== user.password) throw currentPasswordWrong();
        await repository.updateUser(change.tx, actor.id, { password: hashed });
        await accountLinks.voidResetLinks(change, actor.id);
        const renewed = await sessions.replaceAllSessions(change, actor);
        change.audit('user.password_changed', 'user', actor.id);
        if (revokeApiKeys) await apiKeys.revokeAllOf(change, actor.id);
        if (emailVerified(config.mode, locked)) {
          const validKeys = await apiKeys.countValidOf(change, actor.id);
          await change.enqueue(passwordChangedMail, { address: locked.email, validKeys });
        }
        return renewed;
      });
    },
  };
}
