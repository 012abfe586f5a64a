import { and, desc, eq, ilike, inArray, isNotNull, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { lookAlikes } from '#contract/usernames.ts';
import type { Role } from '#contract/users.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import { containing } from '#server/platform/database/text.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import { newest, type PageFilter } from '#server/platform/http/newest.ts';
import { toPage, type Page } from '#server/platform/http/page.ts';
import { fullName, users, type UserRow } from '#server/schema/users.tables.ts';
import { emailTaken, usernameTaken } from './users.errors.ts';

const inLatin = (name: SQLWrapper | string): SQL =>
  sql`translate(lower(${name}), ${lookAlikes.letters}, ${lookAlikes.latin})`;
/** Whether somebody has this user name, or one that is read as the same. */
export const isUsernameTaken = async (db: Executor, username: string): Promise<boolean> =>
  (
    await db
      .select({ id: users.id })
      .from(users)
      .where(sql`${inLatin(users.username)} = ${inLatin(username)}`)
      .limit(1)
  ).length > 0;

export const findByUsername = async (db: Executor, username: string): Promise<UserRow | null> =>
  (
    await db
      .select()
      .from(users)
      .where(sql`lower(${users.username}) = lower(${username})`)
      .limit(1)
  )[0] ?? null;

/** The account with this address, confirmed or not. */
export const findByEmail = async (db: Executor, email: string): Promise<UserRow | null> =>
  (
    await db
      .select()
      .from(users)
      .where(sql`lower(${users.email}) = lower(${email})`)
      .limit(1)
  )[0] ?? null;

export const findById = async (db: Executor, id: string): Promise<UserRow | null> =>
  (await db.select().from(users).where(eq(users.id, id)).limit(1))[0] ?? null;

/** The account's row, locked until the transaction ends. */
export const lockById = async (tx: Transaction, id: string): Promise<UserRow> =>
  expectOne(await tx.select().from(users).where(eq(users.id, id)).for('update'));

/** Translates a violated unique constraint into the 409 of a taken username or address. */
function asTaken(error: unknown): unknown {
  const cause: unknown = error instanceof Error && error.cause ? error.cause : error;
  if (!cause || typeof cause !== 'object' || !('constraint' in cause)) return error;
  if (cause.constraint === 'users_username_unique') return usernameTaken();
  if (cause.constraint === 'users_email_unique') return emailTaken();
  return error;
}

export async function insertUser(db: Executor, values: typeof users.$inferInsert): Promise<UserRow> {
  try {
    return expectOne(await db.insert(users).values(values).returning());
  } catch (error) {
    throw asTaken(error);
  }
}

export async function updateUser(
  db: Executor,
  id: string,
  values: Partial<typeof users.$inferInsert>,
): Promise<UserRow> {
  const changed = { ...values, updatedAt: new Date() };
  try {
    return expectOne(await db.update(users).set(changed).where(eq(users.id, id)).returning());
  } catch (error) {
    throw asTaken(error);
  }
}

export const hasAny = async (db: Executor): Promise<boolean> =>
  (await db.select({ id: users.id }).from(users).limit(1)).length > 0;

/** Stores accounts if there are none yet; returns false when there are. Two servers may start on one empty database. */
export async function insertFirstUsers(tx: Transaction, rows: (typeof users.$inferInsert)[]): Promise<boolean> {
  await tx.execute(sql`lock table ${users} in exclusive mode`);
  if (await hasAny(tx)) return false;
  await tx.insert(users).values(rows);
  return true;
}

/** Full names, or else usernames, by id; deleted accounts have no entry. */
export async function listNames(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: users.id, username: users.username, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(
    rows.map(({ id, username, firstName, lastName }) => [
      id,
      [firstName, lastName].filter(Boolean).join(' ') || username,
    ]),
  );
}

/** An arbitrary number that no other advisory lock of the product uses. */
const adminsLock = 7_215_004;
/**
 * Serializes withdrawals of rights until the transaction ends, so that two admins who withdraw each other's right
 * cannot both succeed.
 */
export const lockAdmins = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(${adminsLock})`);

export const withName = (text: string): SQL | undefined => {
  const pattern = containing(text);
  return or(
    ilike(fullName(users), pattern),
    ilike(users.username, pattern),
    ilike(users.email, pattern),
    ilike(users.pendingEmail, pattern),
  );
};
export const isDisabled = (): SQL => isNotNull(users.disabledAt);
export const isGrantedAdmin = (): SQL => eq(users.adminGranted, true);
export const withRole = (role: Role): SQL => eq(users.role, role);

/** A page of all accounts, newest first. */
export async function listAccounts(
  db: Executor,
  conditions: (SQL | undefined)[],
  page: Omit<PageFilter, 'where'>,
): Promise<Page<UserRow>> {
  const listed = { table: users, id: users.id, time: users.createdAt };
  const rows = await db
    .select()
    .from(users)
    .where(newest(listed, { ...page, where: and(...conditions) }))
    .orderBy(desc(users.createdAt), desc(users.id));
  return toPage(rows, page.limit, (row) => ({ at: row.createdAt, id: row.id }));
}
