import type { z } from 'zod';
import type { CurrentUser, loginSchema, Role } from '#contract/users.ts';
import type { Config } from '#server/config.ts';
import type { Limit, Limits } from '#server/platform/auth/limits.ts';
import type { Passwords } from '#server/platform/auth/passwords.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { SessionRow, UserRow } from '#server/schema/users.tables.ts';
import type { AddressesService } from './addresses.service.ts';
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
  limits: Limits;
  passwords: Passwords;
  sessions: SessionsService;
  addresses: AddressesService;
}): SignInService {
  const { db, config, changes, limits, passwords, sessions, addresses } = deps;

  async function open(change: Change, user: UserRow, remember: boolean, previous: Actor | null): Promise<SignedIn> {
    if (previous) await sessions.close(change.tx, previous.session.id);
    const opened = await sessions.open(change.tx, user.id, remember);
    return { user: toUser(config.mode, user), ...opened };
  }

  async function findByName(name: string): Promise<UserRow | null> {
    // The address first, or somebody could lock its owner out by taking it as a user name.
    const owner = name.includes('@') ? await addresses.findOwner(db, name) : null;
    return owner ?? (await repository.findByUsername(db, name));
  }

  return {
    open,

    async login(input, clientAddress, previous) {
      const user = await findByName(input.username);
      // One account has one count, whether it is called by its user name or by its address.
      const account = user?.id ?? input.username.toLowerCase();
      const tries: [Limit, string][] = [
        [limits.signInAddress, clientAddress],
        [limits.signInAccount, `${clientAddress} ${account}`],
        [limits.signInAnywhere, account],
      ];
      // Counted before the password is checked, or many tries at once would all pass; a successful try is refunded.
      for (const [limit, key] of tries) await limit.consume(key);
      if (!(await passwords.verify(user?.password ?? null, input.password)) || !user) throw signInRefused();
      for (const [limit, key] of tries) await limit.refund(key);
      const mayBecomeAdmin = mayBeAdmin(config.mode, user);
      const role: Role = input.role ?? (mayBecomeAdmin ? user.role : 'property');
      if (role === 'admin' && !mayBecomeAdmin) throw notAnAdminAccount();
      return changes.run(user.id, async (change) => {
        const current = role === user.role ? user : await repository.updateUser(change.tx, user.id, { role });
        change.audit('user.signed_in', 'user', user.id, { role });
        return open(change, current, input.rememberMe, previous);
      });
    },

    logout: (actor) =>
      changes.run(actor.id, async (change) => {
        await sessions.close(change.tx, actor.session.id);
        change.audit('user.signed_out', 'user', actor.id);
      }),
  };
}
