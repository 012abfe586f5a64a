import { eq } from 'drizzle-orm';
import type { Config } from '#server/config.ts';
import { hashToken, randomToken } from '#server/platform/auth/tokens.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { findSession } from './users.repository.ts';
import { actsAsAdmin, sessionLife, sessionTouch } from './users.rules.ts';
import { sessions, type SessionRow } from './users.tables.ts';

export interface SessionsService {
  /** Who the cookie's token stands for, or null. Moves the session's end on with use. */
  resolve(token: string | undefined): Promise<Actor | null>;
  /** A new session with a new token; the token itself is kept nowhere. */
  open(db: Executor, userId: string, remember: boolean): Promise<{ token: string; session: SessionRow }>;
  close(db: Executor, sessionId: string): Promise<void>;
}

export function createSessionsService(deps: { db: Database; config: Config }): SessionsService {
  const life = (remember: boolean) => (remember ? sessionLife.remembered : sessionLife.short);
  return {
    async resolve(token) {
      if (!token) return null;
      const found = await findSession(deps.db, hashToken(token));
      if (!found) return null;
      const { session, user } = found;
      const now = Date.now();
      if (now - session.lastSeenAt.getTime() > sessionTouch) {
        const expiresAt = new Date(now + life(session.remember));
        await deps.db
          .update(sessions)
          .set({ lastSeenAt: new Date(now), expiresAt })
          .where(eq(sessions.id, session.id));
      }
      return { id: user.id, user, session, isAdmin: actsAsAdmin(deps.config.mode, user) };
    },
    async open(db, userId, remember) {
      const token = randomToken();
      const expiresAt = new Date(Date.now() + life(remember));
      const [session] = await db
        .insert(sessions)
        .values({ tokenHash: hashToken(token), userId, remember, expiresAt })
        .returning();
      if (!session) throw new Error('The session was not stored');
      return { token, session };
    },
    close: async (db, sessionId) => {
      await db.delete(sessions).where(eq(sessions.id, sessionId));
    },
  };
}
