import type { Config } from '#server/config.ts';
import type { Passwords } from '#server/platform/auth/passwords.ts';
import { randomToken } from '#server/platform/auth/tokens.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import type { SessionsService } from '#server/users/sign-in/sessions.service.ts';
import { actsAsAdmin } from '#server/users/users.rules.ts';
import type { UsersService } from '#server/users/users.service.ts';
import { required } from './required.ts';
import { sampleAccounts, type AccountKey, type SampleAccount } from './sample.content.ts';

export type Actors = Record<AccountKey, Actor>;

export interface AccountsDeps {
  db: Database;
  config: Config;
  changes: Changes;
  sessions: SessionsService;
  passwords: Passwords;
  users: UsersService;
  logger: Logger;
}

/** The users of the sample data: their accounts, and sessions to act as them. */
export function createSampleAccounts(deps: AccountsDeps) {
  const { config, changes, sessions, passwords, users, logger } = deps;

  /** Creates the accounts on an installation without any and runs `work` in the same change; otherwise does nothing. */
  async function create(work: (change: Change) => Promise<void>): Promise<void> {
    if (await users.hasAny()) return;
    const rows = await Promise.all(
      sampleAccounts.map(async ({ key: _key, ...account }) => ({
        ...account,
        id: crypto.randomUUID(),
        password: await passwords.hash(account.password),
      })),
    );
    const admin = required(
      rows.find((row) => row.role === 'admin'),
      'an admin',
    );
    await changes.run(admin.id, async (change) => {
      if (!(await users.addFirst(change, rows))) return;
      for (const row of rows) change.audit('user.registered', 'user', row.id, { role: row.role, sample: true });
      await work(change);
    });
  }

  /** Locks the accounts that still have the published password. */
  async function lock(): Promise<void> {
    for (const { username, password } of sampleAccounts) {
      const user = await users.findByUsername(username);
      if (!user || !(await passwords.verify(user.password, password))) continue;
      const unknown = await passwords.hash(randomToken());
      await changes.run(user.id, async (change) => {
        await users.replacePassword(change, user.id, unknown);
        change.audit('user.locked', 'user', user.id, { sample: true });
      });
      logger.warn({ username }, 'A sample account still had its published password; nobody can sign in with it now.');
    }
  }

  async function openSession({ username, role }: SampleAccount): Promise<Actor> {
    const user = required(await users.findByUsername(username), `the account ${username}`);
    const { session } = await changes.run(user.id, (change) => sessions.open(change, user.id, false));
    // A user may have switched the account's view meanwhile; the sample's admin still acts as an admin.
    const acting = { ...user, role };
    return {
      id: user.id,
      user: acting,
      session,
      isAdmin: actsAsAdmin(config.mode, acting),
      mustSetUpSecondFactor: false,
    };
  }

  /** Runs `work` with an actor for each of the sample users, whose sessions end afterwards. */
  async function actAs(work: (actors: Actors) => Promise<void>): Promise<void> {
    const actors: Partial<Actors> = {};
    try {
      for (const account of sampleAccounts) actors[account.key] = await openSession(account);
      await work(actors as Actors);
    } finally {
      for (const actor of Object.values(actors)) await changes.run(actor.id, (change) => sessions.close(change, actor));
    }
  }

  const adminId = async (): Promise<string | null> =>
    (await users.findByUsername(sampleAccounts[0].username))?.id ?? null;

  return { create, lock, actAs, adminId };
}
