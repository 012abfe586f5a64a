import type { z } from 'zod';
import type { PageQuery } from '#contract/common.ts';
import type { Conversation, Message, messageInputSchema, messagesQuery } from '#contract/messages.ts';
import type { Config } from '#server/config.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { lockQuota } from '#server/platform/database/quota-lock.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { Page } from '#server/platform/http/page.ts';
import { createTurns } from '#server/platform/turns.ts';
import type { UserRow } from '#server/schema/users.tables.ts';
import { displayName, isAdminAccount } from '#server/users/users.rules.ts';
import { attachedInspectionUnknown, messageIdInUse, receiverUnknown, tooManyMessages } from './messages.errors.ts';
import * as repository from './messages.repository.ts';
import { aDayAgo, quotasOf } from '#server/users/quotas.rules.ts';

type MessageInput = z.output<typeof messageInputSchema>;

export interface MessagesService {
  /** Sent and received messages, newest first. */
  list(actor: Actor, query: z.output<typeof messagesQuery>): Promise<Page<Message>>;
  /** One row per user with whom the caller has a conversation, latest message first. */
  conversations(actor: Actor, query: PageQuery): Promise<Page<Conversation>>;
  send(actor: Actor, input: MessageInput): Promise<{ created: boolean; message: Message }>;
  /** Marks those of the messages that were sent to the caller as read. */
  markRead(actor: Actor, ids: string[]): Promise<void>;
  /** Erases a user's names from the texts of messages. */
  erasePerson(change: Change, person: NamedPerson): Promise<void>;
}

const toPerson = ({ id, firstName, lastName, username }: UserRow) => ({ id, firstName, lastName, username });

const toMessage = (row: repository.MessageContext): Message => ({
  ...row.message,
  createdAt: row.message.createdAt.toISOString(),
  from: toPerson(row.from),
  to: toPerson(row.to),
  inspection: row.readable ? row.inspection : null,
});

const isSame = ({ message }: repository.MessageContext, input: MessageInput): boolean =>
  message.content === input.content &&
  message.toUserId === input.toUserId &&
  message.inspectionId === (input.inspectionId ?? null);

export function createMessagesService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  inspections: InspectionsService;
  notifications: NotificationsService;
}): MessagesService {
  const { db, config, changes, inspections, notifications } = deps;
  const oneByOne = createTurns();

  async function checkReceiver(actor: Actor, input: MessageInput): Promise<void> {
    const to = await repository.findPerson(db, input.toUserId);
    // Only admins and owners can write to each other, so that owners cannot find other owners. Nobody reads what is
    // sent to an erased account.
    if (!to || to.erasedAt || (!actor.isAdmin && !isAdminAccount(config.mode, to))) throw receiverUnknown();
    if (input.inspectionId && !(await inspections.load(actor, input.inspectionId))) throw attachedInspectionUnknown();
  }

  return {
    erasePerson: ({ tx }, person) => repository.updateToErased(tx, person),

    async list(actor, query) {
      const page = await repository.listPage(db, actor, query);
      return { rows: page.rows.map(toMessage), nextCursor: page.nextCursor };
    },

    async conversations(actor, query) {
      const page = await repository.listLastOfEachPerson(db, actor, query);
      const pairs = page.rows.map((row) => ({ row, other: row.from.id === actor.id ? row.to : row.from }));
      const unread = await repository.countUnread(
        db,
        actor,
        pairs.map(({ other }) => other.id),
      );
      const rows = pairs.map(({ row, other }) => ({
        person: toPerson(other),
        last: toMessage(row),
        unread: unread.get(other.id) ?? 0,
      }));
      return { rows, nextCursor: page.nextCursor };
    },

    markRead: (actor, ids) =>
      changes.run(actor.id, async (change) => {
        const count = await repository.updateToRead(change.tx, actor, ids);
        if (count > 0) change.audit('messages.read', 'user', actor.id, { count });
      }),

    async send(actor, input) {
      await checkReceiver(actor, input);
      const most = quotasOf(config, actor.user).messagesPerDay;
      const { toUserId, inspectionId = null } = input;
      const work = async (change: Change) => {
        await lockQuota(change.tx, actor.id);
        const id = await repository.insertMessage(change.tx, { ...input, inspectionId, fromUserId: actor.id });
        if (id === null) {
          const sent = await repository.findSentById(change.tx, actor, input.id ?? '');
          if (!sent || !isSame(sent, input)) throw messageIdInUse();
          return { created: false, message: toMessage(sent) };
        }
        // This one included, so that a message that was sent again is not refused.
        if ((await repository.countSent(change.tx, actor.id, aDayAgo())) > most) throw tooManyMessages(most);
        await notifications.notify(change, {
          userIds: [toUserId],
          kind: 'message',
          title: `Message from ${displayName(actor.user)}`,
          body: input.content.slice(0, 200),
          link: `/messages?${inspectionId ? `inspectionId=${inspectionId}&` : ''}withUserId=${actor.id}`,
        });
        change.audit('message.sent', 'message', id, { toUserId, inspectionId });
        return { created: true, message: toMessage(await repository.getById(change.tx, actor, id)) };
      };
      return oneByOne(actor.id, () => changes.run(actor.id, work));
    },
  };
}
