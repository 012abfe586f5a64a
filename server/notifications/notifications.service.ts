import type { ItemPlace } from '#contract/places.ts';
import type { Notification, notificationKinds } from '#contract/notifications.ts';
import type { Config } from '#server/config.ts';
import { erasedAtOnce } from '#server/platform/audit/erase-texts.ts';
import { textWithout, valueWithout, type FindOwnIds, type NamedPerson } from '#server/platform/audit/person.rules.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { mayBeAdmin } from '#server/users/users.rules.ts';
import type { PushService } from './push.service.ts';
import * as repository from './notifications.repository.ts';

/**
 * While the receiver has an unread notification of this kind under the same key, it is updated to cover all of them instead
 * of adding another.
 */
export interface Gather {
  under: string;
  texts(count: number): Pick<Notice, 'title' | 'body'>;
  /** The page for several of them; without it that of the last one. */
  link?: string | null;
}

export interface Notice {
  userIds: (string | null)[];
  kind: (typeof notificationKinds)[number];
  title: string;
  body: string;
  /** Where the item is that it is about. */
  place?: ItemPlace;
  /** The path of the page to open. */
  link: string | null;
  gather?: Gather;
  /** The server acts on its own, so that the user in whose name it acts is notified too. */
  byServer?: boolean;
}

export interface NotificationsService {
  /** Notifies users of a change once it commits, except the user who makes it; returns the notifications' ids. */
  notify(change: Change, notice: Notice): Promise<string[]>;
  /** Deletes notifications whose cause was undone; one that has gathered several causes tells of one less. */
  withdraw(change: Change, ids: string[], gather: Gather): Promise<void>;
  /** The same for what was told to these users since a time, as far as they have not read it. */
  withdrawUnread(
    change: Change,
    notice: Pick<Notice, 'userIds' | 'kind'> & { gather: Gather; since: Date },
  ): Promise<void>;
  /** Deletes a user's notifications, and erases the user's names from those of others that are about the user. */
  erasePerson(change: Change, person: NamedPerson, findOwnIds: FindOwnIds): Promise<void>;
  /** Deletes notifications older than a time; returns how many. */
  deleteBefore(change: Change, time: Date): Promise<number>;
  adminIds(db: Executor): Promise<string[]>;
  /** The responsible admin, or all admins when there is none or that user is no longer an admin. */
  responsibleAdmins(db: Executor, personId: string | null): Promise<string[]>;
  list(actor: Actor): Promise<{ notifications: Notification[]; unread: number }>;
  /** Marks the given notifications, or all, as read. */
  markRead(actor: Actor, ids: string[] | undefined): Promise<void>;
}

const shown = 100;

/** The ids of what a notification is about: those in its link and the one under which it gathers. */
const subjectsOf = ({ link, gatheredUnder }: { link: string | null; gatheredUnder: string | null }): string[] => [
  ...(link?.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi) ?? []),
  ...(gatheredUnder ? [gatheredUnder] : []),
];

/** Notifies the receivers' open pages that their notifications have changed. */
function send(change: Change, rows: readonly { id: string; userId: string }[]): string[] {
  for (const { id, userId } of rows)
    change.push({ type: 'notification', payload: { notificationId: id } }, { users: [userId] });
  return rows.map(({ id }) => id);
}

/** Updates the unread notifications with the same key to cover this one too, and returns them. */
async function gatherUnread(
  change: Change,
  userIds: string[],
  { kind, link }: Pick<Notice, 'kind' | 'link'>,
  { under, texts, link: linkOfAll = link }: Gather,
): Promise<{ id: string; userId: string }[]> {
  const unread = await repository.lockUnreadUnder(change.tx, userIds, kind, under);
  for (const { id, gathered } of unread)
    await repository.updateGathered(change.tx, id, {
      ...texts(gathered + 1),
      link: linkOfAll,
      gathered: gathered + 1,
    });
  return unread;
}

/** Takes one cause from each of these notifications, and deletes those that have no other. */
async function lessen(
  change: Change,
  rows: readonly { id: string; userId: string; gathered: number; link: string | null }[],
  { texts, link: linkOfAll }: Gather,
): Promise<void> {
  for (const { id, gathered, link } of rows.filter((row) => row.gathered > 1))
    await repository.updateGathered(change.tx, id, {
      ...texts(gathered - 1),
      link: linkOfAll ?? link,
      gathered: gathered - 1,
    });
  const single = rows.filter((row) => row.gathered <= 1).map(({ id }) => id);
  if (single.length > 0) await repository.deleteNotifications(change.tx, single);
  send(change, rows);
}

export function createNotificationsService(deps: {
  db: Database;
  changes: Changes;
  config: Pick<Config, 'mode'>;
  push: Pick<PushService, 'push'>;
}): NotificationsService {
  const { db, changes, config, push } = deps;
  async function adminIds(executor: Executor): Promise<string[]> {
    const rows = await repository.listAdmins(executor);
    return rows.filter((row) => mayBeAdmin(config.mode, row)).map((row) => row.id);
  }

  return {
    async erasePerson({ tx }, person, findOwnIds) {
      await repository.deleteNotificationsOf(tx, person.id);
      for (let after: string | null = null; ;) {
        const rows = await repository.listNaming(tx, person, after, erasedAtOnce);
        const own = await findOwnIds(rows.flatMap(subjectsOf));
        const left = rows.map((row) => {
          const isOwn = subjectsOf(row).some((id) => own.has(id));
          const [title, body] = [textWithout(row.title, person, isOwn), textWithout(row.body, person, isOwn)];
          return {
            id: row.id,
            changed: { title, body, ...(row.place && { place: valueWithout(row.place, person, isOwn) }) },
          };
        });
        await repository.updateTexts(tx, left);
        if (rows.length < erasedAtOnce) return;
        after = rows.at(-1)?.id ?? null;
      }
    },

    deleteBefore: ({ tx }, time) => repository.deleteBefore(tx, time),

    async notify(change, { userIds, byServer = false, gather, ...content }) {
      const isReceiver = (id: string | null): id is string => id !== null && (byServer || id !== change.userId);
      const receivers = new Set(userIds.filter(isReceiver));
      if (receivers.size === 0) return [];
      const gathered = gather ? await gatherUnread(change, [...receivers], content, gather) : [];
      const rows = [...receivers]
        .filter((userId) => !gathered.some((each) => each.userId === userId))
        .map((userId) => ({ userId, ...content, gatheredUnder: gather?.under ?? null }));
      const added = rows.length > 0 ? await repository.insertNotifications(change.tx, rows) : [];
      await push.push(change, content.kind, added);
      return [...send(change, gathered), ...send(change, added)];
    },
    async withdraw(change, ids, gather) {
      if (ids.length > 0) await lessen(change, await repository.lockByIds(change.tx, ids), gather);
    },
    async withdrawUnread(change, { userIds, kind, gather, since }) {
      const receivers = userIds.filter((id) => id !== null);
      if (receivers.length === 0) return;
      const unread = await repository.lockUnreadUnder(change.tx, receivers, kind, gather.under);
      // What a user has read since then told of it: the unread notification does not.
      const informed = await repository.listReadersSince(change.tx, receivers, { kind, under: gather.under, since });
      await lessen(
        change,
        unread.filter(({ userId }) => !informed.has(userId)),
        gather,
      );
    },
    adminIds,
    async responsibleAdmins(executor, personId) {
      const admins = await adminIds(executor);
      return personId && admins.includes(personId) ? [personId] : admins;
    },
    async list(actor) {
      const rows = await repository.listLatest(db, actor.id, shown);
      const notifications = rows.map(({ userId: _userId, gatheredUnder: _under, gathered: _gathered, ...row }) => ({
        ...row,
        readAt: row.readAt?.toISOString() ?? null,
        createdAt: row.createdAt.toISOString(),
      }));
      return { notifications, unread: await repository.countUnread(db, actor.id) };
    },
    markRead: (actor, ids) =>
      changes.run(actor.id, async (change) => {
        const count = await repository.updateToRead(change.tx, actor.id, ids);
        if (count > 0) change.audit('notifications.read', 'user', actor.id, { count });
      }),
  };
}
