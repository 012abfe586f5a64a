import type { z } from 'zod';
import type { profileInputSchema } from '#contract/users.ts';
import type { Config } from '#server/config.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { UserRow } from '#server/schema/users.tables.ts';
import type { AccountLinksService } from './accounts/account-links.service.ts';
import type { AddressesService } from './accounts/addresses.service.ts';
import type { ApiKeysService } from './api-keys/api-keys.service.ts';
import { deletePasskeysOf } from './passkeys/passkeys.repository.ts';
import type { SessionsService } from './sign-in/sessions.service.ts';
import { notAnAdminAccount, proofNeeded } from './users.errors.ts';
import * as repository from './users.repository.ts';
import { mayBeAdmin, needsProof, sameAddress, shownEmail } from './users.rules.ts';

export interface UsersService {
  updateProfile(actor: Actor, input: z.output<typeof profileInputSchema>): Promise<UserRow>;
  /** Whether any account exists. */
  hasAny(): Promise<boolean>;
  findByUsername(username: string): Promise<UserRow | null>;
  /** Creates accounts if there are none yet; returns false when there are. */
  addFirst(change: Change, accounts: Parameters<typeof repository.insertFirstUsers>[1]): Promise<boolean>;
  /** Sets another password, ends all that signs in without it (sessions, passkeys, API keys), and voids the open links. */
  replacePassword(change: Change, userId: string, passwordHash: string): Promise<void>;
  /** Full names, or else usernames, by id; deleted accounts have no entry. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export function createUsersService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  limits: Limits;
  sessions: SessionsService;
  accountLinks: AccountLinksService;
  addresses: AddressesService;
  apiKeys: Pick<ApiKeysService, 'revokeAllOf'>;
}): UsersService {
  const { db, config, changes, limits, sessions, accountLinks, addresses, apiKeys } = deps;
  return {
    async updateProfile(actor, input) {
      if (input.role === 'admin' && !mayBeAdmin(config.mode, actor.user)) throw notAnAdminAccount();
      const { email, ...fields } = input;
      // Entering the pending address again only requests its link once more.
      const isPending = email !== undefined && sameAddress(email, actor.user.pendingEmail ?? '');
      const isNew = email !== undefined && !isPending && !sameAddress(email, shownEmail(actor.user));
      if (isNew && needsProof(actor.session)) throw proofNeeded();
      if (isNew || isPending) await limits.addressChange.consume(actor.id);
      return changes.run(actor.id, async (change) => {
        const user = await repository.lockById(change.tx, actor.id);
        if (email !== undefined) await addresses.setPending(change, user, email);
        const row = await repository.updateUser(change.tx, actor.id, fields);
        change.audit('user.profile_changed', 'user', actor.id, { fields: Object.keys(input) });
        return row;
      });
    },

    hasAny: () => repository.hasAny(db),
    findByUsername: (username) => repository.findByUsername(db, username),
    addFirst: (change, accounts) => repository.insertFirstUsers(change.tx, accounts),

    async replacePassword(change, userId, passwordHash) {
      await accountLinks.voidAllLinks(change, userId);
      await repository.updateUser(change.tx, userId, { password: passwordHash });
      await deletePasskeysOf(change.tx, userId);
      await apiKeys.revokeAllOf(change, userId);
      await sessions.closeAllSessions(change, userId);
    },

    namesOf: (ids) => repository.listNames(db, ids),
  };
}
