import { and, desc, eq, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Message, messageInputSchema, messagesQuery } from '#contract/messages.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import { only } from '#server/platform/database/first.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { afterCursor, toPage, type Page } from '#server/platform/http/page.ts';
import { conflict, notFound } from '#server/platform/http/problem.ts';
import { displayName, mayBeAdmin } from '#server/users/users.rules.ts';
import { users } from '#server/users/users.tables.ts';
import type { Config } from '#server/config.ts';
import { messages } from './messages.tables.ts';

export interface MessagesService {
  /** Both directions, newest first. */
  list(actor: Actor, query: z.output<typeof messagesQuery>): Promise<Page<Message>>;
  send(actor: Actor, input: z.output<typeof messageInputSchema>): Promise<{ created: boolean; message: Message }>;
}

const sender = alias(users, 'sender');
const receiver = alias(users, 'receiver');

const select = (db: Executor) =>
  db
    .select({ message: messages, from: sender, to: receiver })
    .from(messages)
    .innerJoin(sender, eq(sender.id, messages.fromUserId))
    .innerJoin(receiver, eq(receiver.id, messages.toUserId));

const person = (user: typeof users.$inferSelect) => ({
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  username: user.username,
});

const toMessage = (row: {
  message: typeof messages.$inferSelect;
  from: typeof users.$inferSelect;
  to: typeof users.$inferSelect;
}): Message => ({
  ...row.message,
  createdAt: row.message.createdAt.toISOString(),
  from: person(row.from),
  to: person(row.to),
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
      const mine = or(eq(messages.fromUserId, actor.id), eq(messages.toUserId, actor.id));
      const other = withUserId ? or(eq(messages.fromUserId, withUserId), eq(messages.toUserId, withUserId)) : undefined;
      const rows = await select(db)
        .where(
          and(
            mine,
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
          const [present] = await select(change.tx).where(
            and(eq(messages.id, input.id ?? ''), eq(messages.fromUserId, actor.id)),
          );
          if (!present || present.message.content !== input.content) throw conflict('This id is already in use');
          return { created: false, message: toMessage(present) };
        }
        await deps.notifications.notify(change, {
          userIds: [to.id],
          kind: 'message',
          title: `Message from ${displayName(actor.user)}`,
          body: input.content.slice(0, 200),
          link: input.inspectionId ? `/messages?inspectionId=${input.inspectionId}` : '/messages',
        });
        change.audit('message.sent', 'message', row.id, { toUserId: to.id, inspectionId: input.inspectionId ?? null });
        return { created: true, message: toMessage(only(await select(change.tx).where(eq(messages.id, row.id)))) };
      });
    },
  };
}
