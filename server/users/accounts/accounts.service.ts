import type { z } from 'zod';
import type { Account, AccountGroup, accountQuery } from '#contract/accounts.ts';
import type { Config } from '#server/config.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import { adminsOnly } from '#server/platform/http/http.errors.ts';
import type { Page } from '#server/platform/http/page.ts';
import type { UserRow } from '#server/schema/users.tables.ts';
import type { ApiKeysService } from '../api-keys/api-keys.service.ts';
import { sendAccountNotice } from './account-notices.ts';
import type { ErasureService } from '../erasure.service.ts';
import type { SecondFactorService } from '../second-factor/second-factor.service.ts';
import type { SessionsService } from '../sign-in/sessions.service.ts';
import { accountErased, notAnAdmin, ownAccount, proofNeeded, secondFactorIsOff } from '../users.errors.ts';
import * as repository from '../users.repository.ts';
import { actsAsAdmin, isAdminAccount, needsProof, toAccount } from '../users.rules.ts';

/**
 * What admins can do to the accounts of others. Each change returns the updated account, and throws 403 without the
 * caller's recent re-authentication.
 */
export interface AccountsService {
  list(query: z.output<typeof accountQuery>): Promise<Page<Account>>;
  find(actor: Actor, id: string): Promise<Authorized<UserRow> | null>;
  /** Prevents sign-in; ends sessions, open pages and sent links at once. */
  disable(actor: Actor, account: Authorized<UserRow>): Promise<Account>;
  /** Throws 409 once the user is erased. */
  enable(actor: Actor, account: Authorized<UserRow>): Promise<Account>;
  /** Makes an admin a property owner, who has to sign in again. Throws 409 for an account that is not an admin. */
  withdrawAdmin(actor: Actor, account: Authorized<UserRow>): Promise<Account>;
  endSessions(actor: Actor, account: Authorized<UserRow>): Promise<Account>;
  /** Closes the account and erases its user from everything. */
  erase(actor: Actor, account: Authorized<UserRow>): Promise<Account>;
  /**
   * For a user who has lost the authenticator app and the recovery codes. Ends the sessions; throws 409 without an app.
   */
  removeSecondFactor(actor: Actor, account: Authorized<UserRow>): Promise<Account>;
}

/** Matches the accounts of a group by which the list can be filtered. */
const inGroup = (mode: Config['mode'], group: AccountGroup) => {
  if (group === 'disabled') return repository.isDisabled();
  return mode === 'evaluation' ? repository.withRole('admin') : repository.isGrantedAdmin();
};

export function createAccountsService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  sessions: SessionsService;
  secondFactor: SecondFactorService;
  apiKeys: ApiKeysService;
  erasure: ErasureService;
}): AccountsService {
  const { db, config, changes, sessions, secondFactor, apiKeys, erasure } = deps;

  async function withSessions(rows: UserRow[]): Promise<Account[]> {
    const counts = await sessions.countOf(rows.map(({ id }) => id));
    return rows.map((row) => toAccount(config.mode, row, counts.get(row.id) ?? 0));
  }

  /**
   * Changes another user's account. Rechecks the caller's admin right under the lock, so that at least one admin always
   * remains.
   */
  async function changed(
    actor: Actor,
    { id }: UserRow,
    work: (change: Change, user: UserRow) => Promise<UserRow>,
  ): Promise<Account> {
    if (id === actor.id) throw ownAccount();
    if (needsProof(actor.session)) throw proofNeeded();
    const row = await changes.run(actor.id, async (change) => {
      await repository.lockAdmins(change.tx);
      const acting = await repository.findById(change.tx, actor.id);
      if (!acting || acting.disabledAt || !actsAsAdmin(config.mode, acting)) throw adminsOnly();
      return work(change, await repository.lockById(change.tx, id));
    });
    const [account] = await withSessions([row]);
    return account as Account;
  }

  return {
    async list({ q, group, limit, cursor }) {
      const conditions = [q ? repository.withName(q) : undefined, group && inGroup(config.mode, group)];
      const { rows, nextCursor } = await repository.listAccounts(db, conditions, { limit, cursor });
      return { rows: await withSessions(rows), nextCursor };
    },

    async find(_actor, id) {
      const user = await repository.findById(db, id);
      return user && authorize(user);
    },

    disable: (actor, account) =>
      changed(actor, account, async (change, user) => {
        if (user.disabledAt) return user;
        await erasure.close(change, user.id);
        change.audit('user.disabled', 'user', user.id, { name: user.username });
        await sendAccountNotice(change, config.mode, user, 'disabled');
        return repository.updateUser(change.tx, user.id, { disabledAt: new Date() });
      }),

    enable: (actor, account) =>
      changed(actor, account, async (change, user) => {
        if (user.erasedAt) throw accountErased();
        if (!user.disabledAt) return user;
        change.audit('user.enabled', 'user', user.id, { name: user.username });
        await sendAccountNotice(change, config.mode, user, 'enabled');
        return repository.updateUser(change.tx, user.id, { disabledAt: null });
      }),

    withdrawAdmin: (actor, account) =>
      changed(actor, account, async (change, user) => {
        if (!isAdminAccount(config.mode, user)) throw notAnAdmin();
        await sessions.closeAllSessions(change, user.id);
        await apiKeys.revokeAllOf(change, user.id);
        change.audit('user.admin_withdrawn', 'user', user.id, { name: user.username });
        await sendAccountNotice(change, config.mode, user, 'admin_withdrawn');
        return repository.updateUser(change.tx, user.id, { adminGranted: false, role: 'property' });
      }),

    endSessions: (actor, account) =>
      changed(actor, account, async (change, user) => {
        await sessions.closeAllSessions(change, user.id);
        change.audit('user.signed_out_by_admin', 'user', user.id, { name: user.username });
        await sendAccountNotice(change, config.mode, user, 'signed_out');
        return user;
      }),

    erase: (actor, account) =>
      changed(actor, account, async (change, user) => (user.erasedAt ? user : erasure.begin(change, user))),

    removeSecondFactor: (actor, account) =>
      changed(actor, account, async (change, user) => {
        if (!user.secondFactorAt) throw secondFactorIsOff();
        await sessions.closeAllSessions(change, user.id);
        change.audit('user.second_factor_removed', 'user', user.id, { name: user.username });
        await sendAccountNotice(change, config.mode, user, 'second_factor_removed');
        return secondFactor.remove(change, user);
      }),
  };
}
