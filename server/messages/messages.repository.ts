import { and, count, desc, eq, gt, inArray, ne, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { eraseTexts } from '#server/platform/audit/erase-texts.ts';
import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { newest, type PageFilter } from '#server/platform/http/newest.ts';
import { afterCursor, toPage, type Page } from '#server/platform/http/page.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { messages } from '#server/schema/messages.tables.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { users, type UserRow } from '#server/schema/users.tables.ts';

const sender = alias(users, 'sender');
const receiver = alias(users, 'receiver');

/** The attached inspection is joined only if the caller may read it. */
const select = (db: Executor, actor: Actor) =>
  db
    .select({
      message: messages,
      from: sender,
      to: receiver,
      inspection: {
        id: inspections.id,
        propertyName: inspections.propertyName,
        area: inspections.area,
        areaSessionId: inspections.areaSessionId,
      },
      readable: sql<boolean>`${properties.id} is not null`,
    })
    .from(messages)
    .innerJoin(sender, eq(sender.id, messages.fromUserId))
    .innerJoin(receiver, eq(receiver.id, messages.toUserId))
    .leftJoin(inspections, eq(inspections.id, messages.inspectionId))
    .leftJoin(
      properties,
      and(eq(properties.id, inspections.propertyId), actor.isAdmin ? undefined : eq(properties.userId, actor.id)),
    );
export type MessageContext = Awaited<ReturnType<typeof select>>[number];

async function page(db: Executor, actor: Actor, where: SQL | undefined, limit: number): Promise<Page<MessageContext>> {
  const rows = await select(db, actor)
    .where(where)
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(limit + 1);
  return toPage(rows, limit, ({ message }) => ({ at: message.createdAt, id: message.id }));
}

const listed = { table: messages, id: messages.id, time: messages.createdAt };

/** A page of the messages that the user sent or received, newest first; each direction uses its own index. */
export function listPage(
  db: Executor,
  actor: Actor,
  { inspectionId, withUserId, ...filter }: PageFilter & { inspectionId?: string; withUserId?: string },
): Promise<Page<MessageContext>> {
  const about = inspectionId ? eq(messages.inspectionId, inspectionId) : undefined;
  const sent = and(
    eq(messages.fromUserId, actor.id),
    withUserId ? eq(messages.toUserId, withUserId) : undefined,
    about,
  );
  const received = and(
    eq(messages.toUserId, actor.id),
    withUserId ? eq(messages.fromUserId, withUserId) : ne(messages.fromUserId, actor.id),
    about,
  );
  const where = or(newest(listed, { ...filter, where: sent }), newest(listed, { ...filter, where: received }));
  return page(db, actor, where, filter.limit);
}

/**
 * The last message of each conversation, newest first. Uses an index skip scan, because reading all messages would get
 * slower with every message.
 */
export function listLastOfEachPerson(
  db: Executor,
  actor: Actor,
  { limit, cursor }: PageFilter,
): Promise<Page<MessageContext>> {
  const me = actor.id;
  const walk = (name: string, mine: SQL, other: SQL) => sql`
    ${sql.raw(name)} as (
      (select ${other} as person from messages where ${mine} = ${me} order by 1 limit 1)
      union all
      select (select ${other} from messages where ${mine} = ${me} and ${other} > ${sql.raw(name)}.person order by 1 limit 1)
      from ${sql.raw(name)} where person is not null
    )`;
  const latest = (from: SQL, to: SQL) =>
    sql`(select id, created_at from messages where from_user_id = ${from} and to_user_id = ${to} order by created_at desc, id desc limit 1)`;
  const last = sql`array(
    with recursive
      ${walk('written_to', sql.raw('from_user_id'), sql.raw('to_user_id'))},
      ${walk('written_by', sql.raw('to_user_id'), sql.raw('from_user_id'))},
      people as (select person from written_to union select person from written_by)
    select last.id from people cross join lateral (
      select id, created_at from (
        ${latest(sql`${me}`, sql.raw('people.person'))} union all ${latest(sql.raw('people.person'), sql`${me}`)}
      ) both_ways order by created_at desc, id desc limit 1
    ) last
    ${cursor ? sql`where ${afterCursor(cursor, sql.raw('last.created_at'), sql.raw('last.id'))}` : sql``}
    order by last.created_at desc, last.id desc limit ${limit + 1})`;
  return page(db, actor, sql`${messages.id} = any(${last})`, limit);
}

const unreadBy = (actor: Actor): SQL | undefined => and(eq(messages.toUserId, actor.id), eq(messages.isRead, false));

/** Counts the unread messages to the caller by sender. */
export async function countUnread(db: Executor, actor: Actor, senderIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ fromUserId: messages.fromUserId, value: count() })
    .from(messages)
    .where(and(unreadBy(actor), inArray(messages.fromUserId, senderIds)))
    .groupBy(messages.fromUserId);
  return new Map(rows.map((row) => [row.fromUserId, row.value]));
}

/** Marks those of the messages that were sent to the caller as read; returns how many. */
export const updateToRead = async (db: Executor, actor: Actor, ids: string[]): Promise<number> =>
  (
    await db
      .update(messages)
      .set({ isRead: true })
      .where(and(unreadBy(actor), inArray(messages.id, ids)))
      .returning({ id: messages.id })
  ).length;

/** Stores a message; returns null when its id is in use. */
export const insertMessage = async (db: Executor, values: typeof messages.$inferInsert): Promise<string | null> =>
  (
    await db.insert(messages).values(values).onConflictDoNothing({ target: messages.id }).returning({ id: messages.id })
  )[0]?.id ?? null;

export const findSentById = async (db: Executor, actor: Actor, id: string): Promise<MessageContext | null> =>
  (await select(db, actor).where(and(eq(messages.id, id), eq(messages.fromUserId, actor.id))))[0] ?? null;

export const getById = async (db: Executor, actor: Actor, id: string): Promise<MessageContext> =>
  expectOne(await select(db, actor).where(eq(messages.id, id)));

export const findPerson = async (db: Executor, id: string): Promise<UserRow | null> =>
  (await db.select().from(users).where(eq(users.id, id)))[0] ?? null;

/** Counts the messages that a user has sent since a time. */
export async function countSent(db: Executor, fromUserId: string, since: Date): Promise<number> {
  const sent = and(eq(messages.fromUserId, fromUserId), gt(messages.createdAt, since));
  return expectOne(await db.select({ value: count() }).from(messages).where(sent)).value;
}

/** Erases a user's names from the messages that the user sent or received, and the user's addresses from all. */
export async function updateToErased(tx: Transaction, person: NamedPerson): Promise<void> {
  const own = or(eq(messages.fromUserId, person.id), eq(messages.toUserId, person.id));
  await eraseTexts(tx, messages, { names: ['content'], own }, person);
}
