import type { z } from 'zod';
import type { CurrentUser, loginSchema, profileInputSchema, registerSchema, Role } from '#contract/users.ts';
import type { Config } from '#server/config.ts';
import type { Limit, Limits } from '#server/platform/auth/limits.ts';
import type { Passwords } from '#server/platform/auth/passwords.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { SessionRow, UserRow } from '#server/schema/users.tables.ts';
import type { AccountLinksService } from './account-links.service.ts';
import type { AddressesService } from './addresses.service.ts';
import type { InvitationsService } from './invitations.service.ts';
import type { SessionsService } from './sessions.service.ts';
import {
  emailTaken,
  invitationRequired,
  notAnAdminAccount,
  signInRefused,
  usernameAndEmailTaken,
  usernameTaken,
} from './users.errors.ts';
import * as repository from './users.repository.ts';
import { mayBeAdmin, placeholderAddress, toUser } from './users.rules.ts';

export interface SignedIn {
  user: CurrentUser;
  token: string;
  session: SessionRow;
}

export interface UsersService {
  register(input: z.output<typeof registerSchema>, clientAddress: string, previous: Actor | null): Promise<SignedIn>;
  /** Signs in by user name, or by an e-mail address that the account holds. */
  login(input: z.output<typeof loginSchema>, clientAddress: string, previous: Actor | null): Promise<SignedIn>;
  logout(actor: Actor): Promise<void>;
  updateProfile(actor: Actor, input: z.output<typeof profileInputSchema>): Promise<UserRow>;
  /** Whether anybody has an account. */
  hasAny(): Promise<boolean>;
  findByUsername(username: string): Promise<UserRow | null>;
  /** Creates accounts if there are none yet; false when there are. */
  addFirst(change: Change, accounts: Parameters<typeof repository.insertFirstUsers>[1]): Promise<boolean>;
  /** Gives an account another password; its sessions end, and its open links are void. */
  replacePassword(change: Change, userId: string, passwordHash: string): Promise<void>;
  /** Full names, or usernames, by id; whoever has no account any more is missing. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

type NewUser = Omit<Parameters<typeof repository.insertUser>[1], 'email'> & { id: string };

export function createUsersService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  limits: Limits;
  passwords: Passwords;
  sessions: SessionsService;
  accountLinks: AccountLinksService;
  addresses: AddressesService;
  invitations: InvitationsService;
}): UsersService {
  const { db, config, changes, limits, passwords, sessions, accountLinks, addresses, invitations } = deps;
  const inProduction = config.mode === 'production';

  /** A fresh session; the one that the browser had until now ends, so that no token survives a sign-in. */
  async function signIn(change: Change, user: UserRow, remember: boolean, previous: Actor | null): Promise<SignedIn> {
    if (previous) await sessions.close(change.tx, previous.session.id);
    const opened = await sessions.open(change.tx, user.id, remember);
    return { user: toUser(config.mode, user), ...opened };
  }

  async function checkTaken(username: string, email: string): Promise<void> {
    const sameName = await repository.findByUsername(db, username);
    const sameAddress = await addresses.holderOf(db, email);
    if (sameName && sameAddress) throw usernameAndEmailTaken();
    if (sameName) throw usernameTaken();
    if (sameAddress) throw emailTaken();
  }

  /** A new account that has merely named its address. */
  async function insertNamed(change: Change, values: NewUser, email: string): Promise<UserRow> {
    const user = await repository.insertUser(change.tx, { ...values, email: placeholderAddress(values.id) });
    return addresses.name(change, user, email);
  }

  /** A new account of an invited person, whose mailbox the invitation proves. */
  async function insertInvited(change: Change, values: NewUser, email: string, token: string): Promise<UserRow> {
    await invitations.redeem(change, token, email);
    // Anybody can read the outbox of evaluation mode: nothing in it proves an address, or a right in production.
    if (!inProduction) return repository.insertUser(change.tx, { ...values, email });
    await addresses.release(change, email);
    const proven = { adminGranted: true, emailVerifiedAt: new Date() };
    return repository.insertUser(change.tx, { ...values, ...proven, email });
  }

  async function findForSignIn(name: string): Promise<UserRow | null> {
    // The address first: nobody may stand in the way of its holder by taking it as a user name.
    const holder = name.includes('@') ? await addresses.holderOf(db, name) : null;
    return holder ?? (await repository.findByUsername(db, name));
  }

  return {
    async register(input, clientAddress, previous) {
      await limits.signUp.take(clientAddress);
      const { password, invitation, email, role, ...profile } = input;
      if (inProduction && role === 'admin' && !invitation) throw invitationRequired();
      await checkTaken(input.username, email);
      const id = crypto.randomUUID();
      const values = {
        ...profile,
        id,
        role: invitation ? ('admin' as const) : role,
        password: await passwords.hash(password),
      };
      return changes.run(id, async (change) => {
        const user = invitation
          ? await insertInvited(change, values, email, invitation)
          : await insertNamed(change, values, email);
        change.audit('user.registered', 'user', id, { role: user.role, invited: invitation !== undefined });
        return signIn(change, user, false, previous);
      });
    },

    async login(input, clientAddress, previous) {
      const user = await findForSignIn(input.username);
      // One account has one count, whether it is called by its user name or by its address.
      const account = user?.id ?? input.username.toLowerCase();
      const tries: [Limit, string][] = [
        [limits.signInAddress, clientAddress],
        [limits.signInAccount, `${clientAddress} ${account}`],
        [limits.signInAnywhere, account],
      ];
      // Counted before the password is looked at, or many tries at once would all pass; a right one is given back.
      for (const [limit, key] of tries) await limit.take(key);
      if (!(await passwords.fits(user?.password ?? null, input.password)) || !user) throw signInRefused();
      for (const [limit, key] of tries) await limit.giveBack(key);
      const may = mayBeAdmin(config.mode, user);
      const role: Role = input.role ?? (may ? user.role : 'property');
      if (role === 'admin' && !may) throw notAnAdminAccount();
      return changes.run(user.id, async (change) => {
        const current = role === user.role ? user : await repository.updateUser(change.tx, user.id, { role });
        change.audit('user.signed_in', 'user', user.id, { role });
        return signIn(change, current, input.rememberMe, previous);
      });
    },

    logout: (actor) =>
      changes.run(actor.id, async (change) => {
        await sessions.close(change.tx, actor.session.id);
        change.audit('user.signed_out', 'user', actor.id);
      }),

    async updateProfile(actor, input) {
      if (input.role === 'admin' && !mayBeAdmin(config.mode, actor.user)) throw notAnAdminAccount();
      const { email, ...fields } = input;
      return changes.run(actor.id, async (change) => {
        const user = await repository.lockById(change.tx, actor.id);
        if (email !== undefined) await addresses.name(change, user, email);
        const row = await repository.updateUser(change.tx, actor.id, fields);
        change.audit('user.profile_changed', 'user', actor.id, { fields: Object.keys(input) });
        return row;
      });
    },

    hasAny: () => repository.hasAny(db),
    findByUsername: (username) => repository.findByUsername(db, username),
    addFirst: (change, accounts) => repository.insertFirstUsers(change.tx, accounts),

    async replacePassword(change, userId, passwordHash) {
      await accountLinks.voidAllOf(change, userId);
      await repository.updateUser(change.tx, userId, { password: passwordHash });
      await sessions.closeAllOf(change.tx, userId);
    },

    namesOf: (ids) => repository.namesOf(db, ids),
  };
}
