import type { z } from 'zod';
import { normalizedName } from '#contract/usernames.ts';
import type { CurrentUser, loginSchema, Role } from '#contract/users.ts';
import type { Config } from '#server/config.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { SessionRow, UserRow } from '#server/schema/users.tables.ts';
import type { AddressesService } from './addresses.service.ts';
import type { PasswordCheckService } from './password-check.service.ts';
import type { SessionsService } from './sessions.service.ts';
import { notAnAdminAccount, signInRefused } from './users.errors.ts';
import * as repository from './users.repository.ts';
import { mayBeAdmin, toUser } from './users.rules.ts';

export interface SignedIn {
  user: CurrentUser;
  token: string;
  session: SessionRow;
}

export interface SignInService {
  /** Signs in by user name, or by the confirmed e-mail address of the account. */
  login(input: z.output<typeof loginSchema>, clientAddress: string, previous: Actor | null): Promise<SignedIn>;
  logout(actor: Actor): Promise<void>;
  /** Opens a new session and closes the browser's previous one, so that no token survives a sign-in. */
  open(change: Change, user: UserRow, remember: boolean, previous: Actor | null): Promise<SignedIn>;
}

export function createSignInService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  passwordCheck: PasswordCheckService;
  sessions: SessionsService;
  addresses: AddressesService;
}): SignInService {
  const { db, config, changes, passwordCheck, sessions, addresses } = deps;

  async function open(change: Change, user: UserRow, remember: boolean, previous: Actor | null): Promise<SignedIn> {
    if (previous) await sessions.close(change, previous, previous.id === user.id);
    const opened = await sessions.open(change, user.id, remember);
    return { user: toUser(config.mode, user), ...opened };
  }

  async function findByName(name: string): Promise<UserRow | null> {
    // The address first, or somebody could lock its owner out by taking it as a user name.
    const owner = name.includes('@') ? await addresses.findOwner(db, name) : null;
    const exact = owner ?? (await repository.findByUsername(db, name));
    return exact ?? (await repository.findByUsername(db, normalizedName(name)));
  }

  return {
    open,

    async login(input, clientAddress, previous) {
      const user = await findByName(input.username);
      const isRight = await passwordCheck.isRight(user, input.username, input.password, clientAddress);
      if (!isRight || !user) throw signInRefused();
      const mayBecomeAdmin = mayBeAdmin(config.mode, user);
      const role: Role = input.role ?? (mayBecomeAdmin ? user.role : 'property');
      if (role === 'admin' && !mayBecomeAdmin) throw notAnAdminAccount();
      return changes.run(user.id, async (change) => {
        const locked = await repository.lockById(change.tx, user.id);
        // Replaced or disabled while the password was being checked, which ended every session.
        if (locked.password !== user.password || locked.disabledAt) throw signInRefused();
        // The right may have been withdrawn meanwhile.
        if (role === 'admin' && !mayBeAdmin(config.mode, locked)) throw notAnAdminAccount();
        const current = await repository.updateUser(change.tx, user.id, { role, lastSignInAt: new Date() });
        change.audit('user.signed_in', 'user', user.id, { role });
        return open(change, current, input.rememberMe, previous);
      });
    },

    logout: (actor) =>
      changes.run(actor.id, async (change) => {
        await sessions.close(change, actor);
        change.audit('user.signed_out', 'user', actor.id);
      }),
  };
}
