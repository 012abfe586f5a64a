import type { Config } from '#server/config.ts';
import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { notSignedIn } from '#server/platform/http/http.errors.ts';
import type { UserRow } from '#server/schema/users.tables.ts';
import type { AccountLinksService } from './accounts/account-links.service.ts';
import { sendAccountNotice } from './accounts/account-notices.ts';
import type { ApiKeysService } from './api-keys/api-keys.service.ts';
import * as repository from './erasure.repository.ts';
import { erasedFields, erasePerson, erasureDelaySeconds, namedPerson } from './erasure.rules.ts';
import type { SessionsService } from './sign-in/sessions.service.ts';
import { lastAdmin, proofNeeded } from './users.errors.ts';
import * as users from './users.repository.ts';
import { needsProof } from './users.rules.ts';

/** Erases users: the account is closed at once, and a job erases the user from everything (server/personal-data). */
export interface ErasureService {
  /** Closes the caller's own account. Throws 403 without recent re-authentication, 409 for the last admin. */
  eraseOwn(actor: Actor): Promise<void>;
  /** Ends every way in which the user can sign in or is signed in: links, sessions and keys. */
  close(change: Change, userId: string): Promise<void>;
  /** Closes an account that the caller has locked in this change. */
  begin(change: Change, user: UserRow): Promise<UserRow>;
  /** The account, locked, with everything that identifies its user; null once it is erased. */
  findToErase(change: Change, userId: string): Promise<{ user: UserRow; person: NamedPerson } | null>;
  /** Erases the user's names from the account, and deletes every way of signing in. */
  erase(change: Change, person: NamedPerson): Promise<void>;
}

export function createErasureService(deps: {
  config: Config;
  changes: Changes;
  sessions: SessionsService;
  accountLinks: AccountLinksService;
  apiKeys: ApiKeysService;
}): ErasureService {
  const { config, changes, sessions, accountLinks, apiKeys } = deps;

  async function close(change: Change, userId: string): Promise<void> {
    await accountLinks.voidAllLinks(change, userId);
    await sessions.closeAllSessions(change, userId);
    await apiKeys.revokeAllOf(change, userId);
  }

  const begin: ErasureService['begin'] = async (change, user) => {
    await close(change, user.id);
    change.audit('user.erasure_asked', 'user', user.id);
    await sendAccountNotice(change, config.mode, user, 'erased');
    await change.enqueue(erasePerson, { userId: user.id, by: change.userId }, { startAfter: erasureDelaySeconds });
    return users.updateUser(change.tx, user.id, { disabledAt: user.disabledAt ?? new Date() });
  };

  return {
    close,
    begin,

    async eraseOwn(actor) {
      if (needsProof(actor.session)) throw proofNeeded();
      await changes.run(actor.id, async (change) => {
        await users.lockAdmins(change.tx);
        const user = await users.lockById(change.tx, actor.id);
        // Another request has closed the account meanwhile; this one's session has ended with it.
        if (user.disabledAt) throw notSignedIn();
        const isAlone = user.adminGranted && !(await repository.hasOtherAdmin(change.tx, user.id));
        if (config.mode === 'production' && isAlone) throw lastAdmin();
        await begin(change, user);
      });
    },

    async findToErase(change, userId) {
      const user = await users.lockById(change.tx, userId);
      if (user.erasedAt) return null;
      return { user, person: namedPerson(config.mode, user) };
    },

    async erase(change, { id, addresses }) {
      await repository.deleteSignInsOf(change.tx, id, addresses);
      await sessions.closeAllSessions(change, id);
      await users.updateUser(change.tx, id, erasedFields(id, new Date()));
    },
  };
}
