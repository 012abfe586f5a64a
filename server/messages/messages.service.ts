import { and, count, desc, eq, inArray, notExists, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { PageQuery } from '#contract/common.ts';
import type { Conversation, Message, messageInputSchema, messagesQuery } from '#contract/messages.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import { inspections } from '#server/inspections/inspections.tables.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import { only } from '#server/platform/database/first.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { afterCursor, toPage, type Page } from '#server/platform/http/page.ts';
import { conflict, notFound } from '#server/platform/http/problem.ts';
import { properties } from '#server/properties/properties.tables.ts';
import { displayName, mayBeAdmin } from '#server/users/users.rules.ts';
import { users } from '#server/users/users.tables.ts';
import type { Config } from '#server/config.ts';
import { messages } from './messages.tables.ts';

export interface MessagesService {
  /** Both directions, newest first. */
  list(actor: Actor, query: z.output<typeof messagesQuery>): Promise<Page<Message>>;
  /** One row for each person that the caller writes with, the latest message first. */
  conversations(actor: Actor, query: PageQuery): Promise<Page<Conversation>>;
  send(actor: Actor, input: z.output<typeof messageInputSchema>): Promise<{ created: boolean; message: Message }>;
  /** Marks those of the messages that were sent to the caller as read. */
  markRead(actor: Actor, ids: string[]): Promise<void>;
}

const sender = alias(users, 'sender');
const receiver = alias(users, 'receiver');

const newer = alias(messages, 'newer');

/** An inspection is named only to whoever may read it: a message may have been sent to somebody else's. */
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

const ofPerson = (actor: Actor): SQL | undefined =>
  or(eq(messages.fromUserId, actor.id), eq(messages.toUserId, actor.id));

const unreadOf = (actor: Actor): SQL | undefined => and(eq(messages.toUserId, actor.id), eq(messages.isRead, false));

/** No later message went between the same two people. */
const lastOfPair = (db: Executor): SQL =>
  notExists(
    db
      .select({ id: newer.id })
      .from(newer)
      .where(
        and(
          or(
            and(eq(newer.fromUserId, messages.fromUserId), eq(newer.toUserId, messages.toUserId)),
            and(eq(newer.fromUserId, messages.toUserId), eq(newer.toUserId, messages.fromUserId)),
          ),
          sql`(${newer.createdAt}, ${newer.id}) > (${messages.createdAt}, ${messages.id})`,
        ),
      ),
  );

const person = (user: typeof users.$inferSelect) => ({
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  username: user.username,
});

const toMessage = (row: Awaited<ReturnType<typeof select>>[number]): Message => ({
  ...row.message,
  createdAt: row.message.createdAt.toISOString(),
  from: person(row.from),
  to: person(row.to),
  inspection: row.readable ? row.inspection : null,
});

export function createMessagesService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  inspections: InspectionsService;
  notifications: NotificationsService;
}): MessagesService {
  const { db, changes } = deps;

  return {
    async list(actor, { inspectionId, withUserId, limit, cursor }) {
      const other = withUserId ? or(eq(messages.fromUserId, withUserId), eq(messages.toUserId, withUserId)) : undefined;
      const rows = await select(db, actor)
        .where(
          and(
            ofPerson(actor),
            other,
            inspectionId ? eq(messages.inspectionId, inspectionId) : undefined,
            afterCursor(cursor, messages.createdAt, messages.id),
          ),
        )
        .orderBy(desc(messages.createdAt), desc(messages.id))
        .limit(limit + 1);
      const page = toPage(rows, limit, (row) => ({ at: row.message.createdAt, id: row.message.id }));
      return { rows: page.rows.map(toMessage), nextCursor: page.nextCursor };
    },

    async conversations(actor, { limit, cursor }) {
      const rows = await select(db, actor)
        .where(and(ofPerson(actor), lastOfPair(db), afterCursor(cursor, messages.createdAt, messages.id)))
        .orderBy(desc(messages.createdAt), desc(messages.id))
        .limit(limit + 1);
      const page = toPage(rows, limit, (row) => ({ at: row.message.createdAt, id: row.message.id }));
      const otherOf = (row: (typeof rows)[number]) => (row.from.id === actor.id ? row.to : row.from);
      const ids = page.rows.map((row) => otherOf(row).id);
      const counted = await db
        .select({ fromUserId: messages.fromUserId, value: count() })
        .from(messages)
        .where(and(unreadOf(actor), inArray(messages.fromUserId, ids)))
        .groupBy(messages.fromUserId);
      const unread = new Map(counted.map((row) => [row.fromUserId, row.value]));
      return {
        rows: page.rows.map((row) => {
          const other = otherOf(row);
          return { person: person(other), last: toMessage(row), unread: unread.get(other.id) ?? 0 };
        }),
        nextCursor: page.nextCursor,
      };
    },

    markRead: (actor, ids) =>
      changes.run(actor.id, async (change) => {
        const read = await change.tx
          .update(messages)
          .set({ isRead: true })
          .where(and(unreadOf(actor), inArray(messages.id, ids)))
          .returning({ id: messages.id });
        if (read.length > 0) change.audit('messages.read', 'user', actor.id, { count: read.length });
      }),

    async send(actor, input) {
      const [to] = await db.select().from(users).where(eq(users.id, input.toUserId));
      // Owners write to admins and admins to owners; two owners know nothing of each other.
      if (!to || (!actor.isAdmin && !(to.role === 'admin' && mayBeAdmin(deps.config.mode, to))))
        throw notFound('Person');
      if (input.inspectionId && !(await deps.inspections.load(actor, input.inspectionId))) throw notFound('Inspection');
      return changes.run(actor.id, async (change) => {
        const [row] = await change.tx
          .insert(messages)
          .values({ ...input, inspectionId: input.inspectionId ?? null, fromUserId: actor.id })
          .onConflictDoNothing({ target: messages.id })
          .returning({ id: messages.id });
        if (!row) {
          const [present] = await select(change.tx, actor).where(
            and(eq(messages.id, input.id ?? ''), eq(messages.fromUserId, actor.id)),
          );
          const same =
            present?.message.content === input.content &&
            present.message.toUserId === input.toUserId &&
            present.message.inspectionId === (input.inspectionId ?? null);
          if (!same) throw conflict('This id is already in use for another message');
          return { created: false, message: toMessage(present) };
        }
        await deps.notifications.notify(change, {
          userIds: [to.id],
          kind: 'message',
          title: `Message from ${displayName(actor.user)}`,
          body: input.content.slice(0, 200),
          link: `/messages?${input.inspectionId ? `inspectionId=${input.inspectionId}&` : ''}withUserId=${actor.id}`,
        });
        change.audit('message.sent', 'message', row.id, { toUserId: to.id, inspectionId: input.inspectionId ?? null });
        return {
          created: true,
          message: toMessage(only(await select(change.tx, actor).where(eq(messages.id, row.id)))),
        };
      });
    },
  };
}
