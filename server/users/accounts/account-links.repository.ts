import { and, count, desc, eq, gt, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor } from '#server/platform/database/types.ts';
import {
  accountTokens,
  fullName,
  users,
  type AccountLinkKind,
  type AccountLinkRow,
} from '#server/schema/users.tables.ts';

const open = (): SQL | undefined => and(isNull(accountTokens.usedAt), gt(accountTokens.expiresAt, new Date()));
const withToken = (kind: AccountLinkKind, tokenHash: string): SQL | undefined =>
  and(eq(accountTokens.kind, kind), eq(accountTokens.tokenHash, tokenHash), open());
const sentTo = (email: string): SQL => sql`lower(${accountTokens.email}) = lower(${email})`;

export const insertLink = async (db: Executor, values: typeof accountTokens.$inferInsert): Promise<AccountLinkRow> =>
  expectOne(await db.insert(accountTokens).values(values).returning());

/** A link that is neither used nor expired. */
export const findOpenLink = async (
  db: Executor,
  kind: AccountLinkKind,
  tokenHash: string,
): Promise<AccountLinkRow | null> =>
  (await db.select().from(accountTokens).where(withToken(kind, tokenHash)).limit(1))[0] ?? null;

/** Marks an open link as used; null when it is unknown, used or expired, so that one of two concurrent uses fails. */
export const updateToUsed = async (
  db: Executor,
  kind: AccountLinkKind,
  tokenHash: string,
): Promise<AccountLinkRow | null> =>
  (await db.update(accountTokens).set({ usedAt: new Date() }).where(withToken(kind, tokenHash)).returning())[0] ?? null;

/** Sets a new token for an open link; null when it is used or expired. */
export const updateToken = async (db: Executor, id: string, tokenHash: string): Promise<AccountLinkRow | null> =>
  (
    await db
      .update(accountTokens)
      .set({ tokenHash })
      .where(and(eq(accountTokens.id, id), open()))
      .returning()
  )[0] ?? null;

/** Voids the open links of an account, of one kind or of all kinds. */
export const updateToVoid = (db: Executor, userId: string, kind?: AccountLinkKind) =>
  db
    .update(accountTokens)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(accountTokens.userId, userId),
        isNull(accountTokens.usedAt),
        kind ? eq(accountTokens.kind, kind) : undefined,
      ),
    );

/** Voids the invitations to an address from before this one. */
export const updateInvitationsToVoid = (db: Executor, { email, createdAt }: AccountLinkRow) =>
  db
    .update(accountTokens)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(accountTokens.kind, 'invitation'),
        sentTo(email),
        lt(accountTokens.createdAt, createdAt),
        isNull(accountTokens.usedAt),
      ),
    );

/** The invitations that can still be used, newest first, with the names of those who sent them. */
export const listOpenInvitations = (db: Executor) =>
  db
    .select({
      id: accountTokens.id,
      email: accountTokens.email,
      createdAt: accountTokens.createdAt,
      expiresAt: accountTokens.expiresAt,
      invitedBy: sql<string>`coalesce(nullif(${fullName(users)}, ''), ${users.username})`,
    })
    .from(accountTokens)
    .innerJoin(users, eq(users.id, accountTokens.invitedBy))
    .where(and(eq(accountTokens.kind, 'invitation'), open()))
    .orderBy(desc(accountTokens.createdAt), desc(accountTokens.id))
    .limit(200);

/** An invitation that is neither used nor expired. */
export const findOpenInvitation = async (db: Executor, id: string): Promise<AccountLinkRow | null> =>
  (
    await db
      .select()
      .from(accountTokens)
      .where(and(eq(accountTokens.id, id), eq(accountTokens.kind, 'invitation'), open()))
      .limit(1)
  )[0] ?? null;

/** Voids an open link; returns false when it was used, voided or expired before. */
export const updateOneToVoid = async (db: Executor, id: string): Promise<boolean> =>
  (
    await db
      .update(accountTokens)
      .set({ usedAt: new Date() })
      .where(and(eq(accountTokens.id, id), open()))
      .returning({ id: accountTokens.id })
  ).length > 0;

/** Counts the links of one kind that were sent to an address in a period, or wait to be, whoever requested them. */
export const countLinksTo = async (
  db: Executor,
  { kind, email }: Pick<AccountLinkRow, 'kind' | 'email'>,
  after: Date,
  until: Date,
): Promise<number> =>
  expectOne(
    await db
      .select({ value: count() })
      .from(accountTokens)
      .where(
        and(
          eq(accountTokens.kind, kind),
          sentTo(email),
          gt(accountTokens.createdAt, after),
          lte(accountTokens.createdAt, until),
        ),
      ),
  ).value;

export async function deleteLink(db: Executor, id: string): Promise<void> {
  await db.delete(accountTokens).where(eq(accountTokens.id, id));
}

/** Deletes the links that expired before a time, and with them the addresses of people who were only invited. */
export async function deleteExpiredBefore(db: Executor, time: Date): Promise<void> {
  await db.delete(accountTokens).where(lt(accountTokens.expiresAt, time));
}
