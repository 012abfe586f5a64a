import type { Config } from '#server/config.ts';
import { hashToken, randomToken } from '#server/platform/auth/tokens.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { SessionRow } from '#server/schema/users.tables.ts';
import * as repository from './sessions.repository.ts';
import { actsAsAdmin, sessionLife, sessionTouch } from './users.rules.ts';

export interface SessionsService {
  /** The person of a session token, or null. Each use extends the session. */
  resolve(token: string | undefined): Promise<Actor | null>;
  isAlive(sessionId: string): Promise<boolean>;
  /** A new session with a new token; only the token's hash is stored. */
  open(db: Executor, userId: string, remember: boolean): Promise<{ token: string; session: SessionRow }>;
  close(db: Executor, sessionId: string): Promise<void>;
  closeAllOf(db: Executor, userId: string): Promise<void>;
}

export function createSessionsService(deps: { db: Database; config: Config }): SessionsService {
  const life = (remember: boolean) => (remember ? sessionLife.remembered : sessionLife.short);
  return {
    async resolve(token) {
      if (!token) return null;
      const found = await repository.findByToken(deps.db, hashToken(token));
      if (!found) return null;
      const { session, user } = found;
      const now = Date.now();
      if (now - session.lastSeenAt.getTime() > sessionTouch) {
        await repository.touchSession(deps.db, session.id, new Date(now), new Date(now + life(session.remember)));
      }
      return { id: user.id, user, session, isAdmin: actsAsAdmin(deps.config.mode, user) };
    },
    isAlive: (sessionId) => repository.isAlive(deps.db, sessionId),
    async open(db, userId, remember) {
      const token = randomToken();
      const expiresAt = new Date(Date.now() + life(remember));
      const session = await repository.insertSession(db, { tokenHash: hashToken(token), userId, remember, expiresAt });
      return { token, session };
    },
    close: async (db, sessionId) => {
      await repository.deleteSession(db, sessionId);
    },
    closeAllOf: async (db, userId) => {
      await repository.deleteSessionsOf(db, userId);
    },
  };
}
