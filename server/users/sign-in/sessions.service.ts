import type { Config } from '#server/config.ts';
import { hashToken, randomToken } from '#server/platform/auth/tokens.ts';
import { clientNetwork } from '#server/platform/auth/client-network.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import { requestClient } from '#server/platform/http/request-client.ts';
import { notSignedIn } from '#server/platform/http/http.errors.ts';
import type { SessionRow } from '#server/schema/users.tables.ts';
import {
  deleteChallengesBefore,
  deleteChallengesOf,
  deleteSetupsBefore,
} from '../second-factor/second-factor.repository.ts';
import { setupLifetime } from '../second-factor/second-factor.rules.ts';
import * as repository from './sessions.repository.ts';
import { proofNeeded } from '../users.errors.ts';
import {
  actsAsAdmin,
  mustSetUpSecondFactor,
  needsProof,
  sessionLifetime,
  sessionUpdateInterval,
} from '../users.rules.ts';

/** What a new session begins with, where it is not opened by what the user has just typed here. */
export interface SessionProof {
  /** Whether the identity provider says that it used a second factor. */
  providerMfa: boolean;
  /**
   * When the user last proved their identity. Without it the session counts as unproven, because the provider signs in
   * silently whoever has the browser of a user that it still knows.
   */
  provenAt: Date | null;
}

export interface SessionsService {
  /** The user of a session token, or null. Each use extends the session. */
  resolve(token: string | undefined): Promise<Actor | null>;
  isAlive(sessionId: string): Promise<boolean>;
  /** Opens a session with a new token, of which only the hash is stored. */
  open(
    change: Change,
    userId: string,
    remember: boolean,
    proof?: SessionProof,
  ): Promise<{ token: string; session: SessionRow }>;
  /**
   * Ends a session and closes its pages. With `renewed` they reconnect, because a new session follows in the same
   * browser.
   */
  close(change: Change, actor: Actor, renewed?: boolean): Promise<void>;
  /** Ends every session of a user, and every sign-in that waits for its code. */
  closeAllSessions(change: Change, userId: string): Promise<void>;
  /** Ends every session of the caller and opens a new one, so that no stolen token stays valid. */
  replaceAllSessions(change: Change, actor: Actor): Promise<{ token: string; session: SessionRow }>;
  /** The caller's sessions, last used first. */
  list(actor: Actor): Promise<SessionRow[]>;
  /** A session of the caller. */
  find(actor: Actor, id: string): Promise<Authorized<SessionRow> | null>;
  /** Both throw 403 without recent re-authentication. */
  endOne(actor: Actor, session: Authorized<SessionRow>): Promise<void>;
  endOthers(actor: Actor): Promise<void>;
  /** Records that the user has just typed the password or a code. */
  prove(change: Change, actor: Actor): Promise<void>;
  /** Deletes what has expired: sessions, sign-ins that wait for a code, and unfinished setups of authenticator apps. */
  sweep(): Promise<void>;
  /** Counts the sessions of each user; users without one have no entry. */
  countOf(userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** The network and program of the request, by which a user recognizes the session. */
function currentDevice(): { network: string | null; client: string | null } {
  const client = requestClient();
  return { network: client && clientNetwork(client.address), client: client?.program ?? null };
}

/** Notifies the user's open pages; those of an ended session are closed. */
const notify = (change: Change, userId: string, renewedId: string | null = null): void =>
  change.push({ type: 'sessions_changed', payload: { renewedId } }, { users: [userId] });

export function createSessionsService(deps: { db: Database; config: Config; changes: Changes }): SessionsService {
  const { db, changes } = deps;
  const longest = deps.config.sessionMaxDays * 86_400_000;
  /** The new end of a session that is used now: later than before, but never beyond the configured maximum. */
  function endOf(remember: boolean, createdAt: number): Date {
    const life = remember ? sessionLifetime.remembered : sessionLifetime.short;
    return new Date(Math.min(Date.now() + life, createdAt + longest));
  }
  async function open(change: Change, userId: string, remember: boolean, proof?: SessionProof) {
    const token = randomToken();
    const session = await repository.insertSession(change.tx, {
      tokenHash: hashToken(token),
      userId,
      remember,
      providerMfa: proof?.providerMfa ?? false,
      provenAt: proof ? proof.provenAt : new Date(),
      ...currentDevice(),
      expiresAt: endOf(remember, Date.now()),
    });
    return { token, session };
  }
  return {
    async resolve(token) {
      if (!token) return null;
      const found = await repository.findByToken(db, hashToken(token));
      if (!found) return null;
      const { session, user } = found;
      const now = Date.now();
      const end = endOf(session.remember, session.createdAt.getTime());
      if (end.getTime() <= now) return null;
      if (now - session.lastSeenAt.getTime() > sessionUpdateInterval) {
        const used = { lastSeenAt: new Date(now), expiresAt: end, ...currentDevice() };
        await repository.updateSession(db, session.id, used);
      }
      return {
        id: user.id,
        user,
        session,
        isAdmin: actsAsAdmin(deps.config.mode, user),
        mustSetUpSecondFactor: mustSetUpSecondFactor(deps.config, user) && !session.providerMfa,
      };
    },
    isAlive: (sessionId) => repository.isAlive(db, sessionId),
    open,
    close: async (change, actor, renewed = false) => {
      await repository.deleteSession(change.tx, actor.session.id);
      notify(change, actor.id, renewed ? actor.session.id : null);
    },
    closeAllSessions: async (change, userId) => {
      await repository.deleteSessionsOf(change.tx, userId);
      await deleteChallengesOf(change.tx, userId);
      notify(change, userId);
    },
    async replaceAllSessions(change, actor) {
      const current = await repository.findSessionOf(change.tx, actor.id, actor.session.id);
      // The session was ended from another device during this call.
      if (!current) throw notSignedIn();
      await repository.deleteSessionsOf(change.tx, actor.id);
      await deleteChallengesOf(change.tx, actor.id);
      notify(change, actor.id, current.id);
      return open(change, actor.id, current.remember, { providerMfa: current.providerMfa, provenAt: new Date() });
    },
    countOf: (userIds) => repository.countSessions(db, userIds),
    list: (actor) => repository.listSessionsOf(db, actor.id),
    async find(actor, id) {
      const session = await repository.findSessionOf(db, actor.id, id);
      return session && authorize(session);
    },
    async endOne(actor, session) {
      if (needsProof(actor.session)) throw proofNeeded();
      await changes.run(actor.id, async (change) => {
        await repository.deleteSession(change.tx, session.id);
        notify(change, actor.id);
        change.audit('user.session_ended', 'user', actor.id, { sessionId: session.id });
      });
    },
    async endOthers(actor) {
      if (needsProof(actor.session)) throw proofNeeded();
      await changes.run(actor.id, async (change) => {
        await repository.deleteSessionsExcept(change.tx, actor.id, actor.session.id);
        notify(change, actor.id);
        change.audit('user.sessions_ended', 'user', actor.id);
      });
    },
    prove: async (change, actor) => {
      await repository.updateSession(change.tx, actor.session.id, { provenAt: new Date() });
    },
    async sweep() {
      const now = Date.now();
      await repository.deleteSessionsBefore(db, new Date(now));
      await deleteChallengesBefore(db, new Date(now));
      await deleteSetupsBefore(db, new Date(now - setupLifetime));
    },
  };
}
