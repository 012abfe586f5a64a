import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  CurrentUser,
  loginSchema,
  profileInputSchema,
  registerSchema,
  Role,
  resetPasswordSchema,
} from '#contract/users.ts';
import type { Config } from '#server/config.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import { hashPassword, passwordFits } from '#server/platform/auth/passwords.ts';
import { hashToken, randomToken } from '#server/platform/auth/tokens.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { only } from '#server/platform/database/first.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { AppError, conflict, field, forbidden } from '#server/platform/http/problem.ts';
import type { SessionsService } from './sessions.service.ts';
import { accountMail, forgotPassword } from './users.jobs.ts';
import { byEmail, byUsername, endOtherSessions, namesOf, takeToken } from './users.repository.ts';
import { mayBeAdmin, toUser, tokenLife } from './users.rules.ts';
import { accountTokens, users, type SessionRow, type UserRow } from './users.tables.ts';

export interface SignedIn {
  user: CurrentUser;
  token: string;
  session: SessionRow;
}

export interface UsersService {
  register(input: z.output<typeof registerSchema>, address: string, previous: Actor | null): Promise<SignedIn>;
  login(input: z.output<typeof loginSchema>, address: string, previous: Actor | null): Promise<SignedIn>;
  logout(actor: Actor): Promise<void>;
  updateProfile(actor: Actor, input: z.output<typeof profileInputSchema>): Promise<UserRow>;
  requestReset(email: string, address: string): Promise<void>;
  resetPassword(input: z.output<typeof resetPasswordSchema>, address: string): Promise<void>;
  verifyEmail(token: string): Promise<void>;
  invite(actor: Actor, email: string): Promise<{ id: string; email: string; expiresAt: Date }>;
  /** Full names, or usernames, by id; whoever has no account any more is missing. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const takenMessages = {
  username: 'This username is taken',
  email: 'This e-mail address is already registered',
} as const;

/** The 409 of a name that somebody else took, also when two people take it at the same moment. */
function asTaken(error: unknown): unknown {
  const cause: unknown = error instanceof Error && error.cause ? error.cause : error;
  if (!cause || typeof cause !== 'object' || !('constraint' in cause)) return error;
  if (cause.constraint === 'users_username_unique')
    return conflict(takenMessages.username, { username: takenMessages.username });
  if (cause.constraint === 'users_email_unique') return conflict(takenMessages.email, { email: takenMessages.email });
  return error;
}

export function createUsersService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  limits: Limits;
  sessions: SessionsService;
}): UsersService {
  const { db, config, changes, limits, sessions } = deps;

  /** A one-time link that the mail's job will give its token; until then it has the hash of one that nobody knows. */
  async function issueToken(change: Change, kind: keyof typeof tokenLife, email: string, userId: string | null) {
    const expiresAt = new Date(Date.now() + tokenLife[kind]);
    const row = only(
      await change.tx
        .insert(accountTokens)
        .values({ kind, tokenHash: hashToken(randomToken()), email, userId, expiresAt })
        .returning(),
    );
    await change.enqueue(accountMail, { tokenId: row.id });
    return row;
  }

  /** A fresh session; the one that the browser had until now ends, so that no token survives a sign-in. */
  async function signIn(change: Change, user: UserRow, remember: boolean, previous: Actor | null): Promise<SignedIn> {
    if (previous) await sessions.close(change.tx, previous.session.id);
    const opened = await sessions.open(change.tx, user.id, remember);
    return { user: toUser(config.mode, user), ...opened };
  }

  async function checkTaken(username: string, email: string): Promise<void> {
    const errors: Record<string, string> = {};
    if (await byUsername(db, username)) errors.username = takenMessages.username;
    if (await byEmail(db, email)) errors.email = takenMessages.email;
    const [first] = Object.values(errors);
    if (first) throw conflict(first, errors);
  }

  return {
    async register(input, address, previous) {
      await limits.signUp.take(address);
      const { password, invitation, role, ...profile } = input;
      if (config.mode === 'production' && role === 'admin' && !invitation) {
        throw forbidden('An Admin/QA account needs an invitation from an admin');
      }
      await checkTaken(input.username, input.email);
      const hashed = await hashPassword(password);
      const userId = crypto.randomUUID();
      try {
        return await changes.run(userId, async (change) => {
          const invited = invitation ? await takeToken(change.tx, 'invitation', hashToken(invitation)) : null;
          if (invitation && !invited) throw new AppError(410, 'This invitation is no longer valid');
          if (invited && invited.email.toLowerCase() !== input.email.toLowerCase()) {
            throw field('email', 'The invitation was sent to another address');
          }
          const user = only(
            await change.tx
              .insert(users)
              .values({
                ...profile,
                id: userId,
                role: invited ? 'admin' : role,
                // What evaluation mode lets anybody choose must not be a right if the database goes on in production.
                adminGranted: invited !== null,
                password: hashed,
                emailVerifiedAt: invited ? new Date() : null,
              })
              .returning(),
          );
          if (config.mode === 'production' && !invited)
            await issueToken(change, 'email_verification', user.email, user.id);
          change.audit('user.registered', 'user', user.id, { role: user.role, invited: invited !== null });
          return signIn(change, user, false, previous);
        });
      } catch (error) {
        throw asTaken(error);
      }
    },

    async login(input, address, previous) {
      const account = `${address} ${input.username.toLowerCase()}`;
      // Counted before the password is looked at, or many tries at once would all pass; a right one is given back.
      await limits.signInAddress.take(address);
      await limits.signInAccount.take(account);
      const user = await byUsername(db, input.username);
      if (!(await passwordFits(user?.password ?? null, input.password)) || !user)
        throw new AppError(401, 'Invalid username or password');
      await limits.signInAddress.giveBack(address);
      await limits.signInAccount.giveBack(account);
      const may = mayBeAdmin(config.mode, user);
      const role: Role = input.role ?? (may ? user.role : 'property');
      if (role === 'admin' && !may) throw forbidden('This account is not an Admin/QA account');
      return changes.run(user.id, async (change) => {
        const current =
          role === user.role
            ? user
            : only(
                await change.tx
                  .update(users)
                  .set({ role, updatedAt: new Date() })
                  .where(eq(users.id, user.id))
                  .returning(),
              );
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
      if (input.role === 'admin' && !mayBeAdmin(config.mode, actor.user))
        throw forbidden('This account is not an Admin/QA account');
      try {
        return await changes.run(actor.id, async (change) => {
          const emailChanged =
            input.email !== undefined && input.email.toLowerCase() !== actor.user.email.toLowerCase();
          const row = only(
            await change.tx
              .update(users)
              .set({
                ...input,
                ...(emailChanged ? { emailVerifiedAt: null } : {}),
                updatedAt: new Date(),
              })
              .where(eq(users.id, actor.id))
              .returning(),
          );
          if (emailChanged && config.mode === 'production')
            await issueToken(change, 'email_verification', row.email, row.id);
          change.audit('user.profile_changed', 'user', actor.id, { fields: Object.keys(input) });
          return row;
        });
      } catch (error) {
        throw asTaken(error);
      }
    },

    async requestReset(email, address) {
      await limits.passwordReset.take(address);
      // The look-up happens in the job, so that the answer and its time are the same for every address.
      await changes.enqueue(forgotPassword, { email });
    },

    async resetPassword(input, address) {
      await limits.passwordReset.take(address);
      const found = await db
        .select({ userId: accountTokens.userId })
        .from(accountTokens)
        .where(
          and(
            eq(accountTokens.kind, 'password_reset'),
            eq(accountTokens.tokenHash, hashToken(input.token)),
            sql`${accountTokens.usedAt} is null`,
          ),
        );
      const userId = found[0]?.userId;
      const stale = () => new AppError(410, 'This link is no longer valid. Ask for a new one');
      if (!userId) throw stale();
      const hashed = await hashPassword(input.password);
      await changes.run(userId, async (change) => {
        const taken = await takeToken(change.tx, 'password_reset', hashToken(input.token));
        if (!taken) throw stale();
        // Whoever has the link has the mailbox: the address counts as verified.
        await change.tx
          .update(users)
          .set({ password: hashed, emailVerifiedAt: new Date(), updatedAt: new Date() })
          .where(eq(users.id, userId));
        await endOtherSessions(change.tx, userId, null);
        change.audit('user.password_reset', 'user', userId);
      });
    },

    async verifyEmail(token) {
      const hash = hashToken(token);
      const [found] = await db
        .select({ userId: accountTokens.userId, email: accountTokens.email })
        .from(accountTokens)
        .where(and(eq(accountTokens.kind, 'email_verification'), eq(accountTokens.tokenHash, hash)));
      if (!found?.userId) throw new AppError(410, 'This link is no longer valid');
      const { userId, email } = found;
      await changes.run(userId, async (change) => {
        const taken = await takeToken(change.tx, 'email_verification', hash);
        if (!taken) throw new AppError(410, 'This link is no longer valid');
        await change.tx
          .update(users)
          .set({ emailVerifiedAt: new Date() })
          .where(and(eq(users.id, userId), sql`lower(${users.email}) = lower(${email})`));
        change.audit('user.email_verified', 'user', userId);
      });
    },

    invite: (actor, email) =>
      changes.run(actor.id, async (change) => {
        if (await byEmail(change.tx, email)) {
          const taken = 'This e-mail address already has an account';
          throw conflict(taken, { email: taken });
        }
        const row = await issueToken(change, 'invitation', email, null);
        change.audit('user.invited', 'invitation', row.id, { email });
        return { id: row.id, email, expiresAt: row.expiresAt };
      }),

    namesOf: (ids) => namesOf(db, ids),
  };
}
