import { placeOfItem } from '#contract/item-places.ts';
import type { PlanItemStatus } from '#contract/plans.ts';
import type { Notice, NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { PlanItemRow } from '#server/schema/plans.tables.ts';
import { findCaseOpener, type PlanContext } from '../plans.repository.ts';
import { planMail } from '../plans.mails.ts';
import { reportedWorkMail } from './reported-work.mails.ts';
import { gatheringSeconds } from '../requests/request-message.mails.ts';
import { workMail, type WorkMail } from './work.mails.ts';

export interface ItemNotices {
  /**
   * Notifies the brand of started and reported work, or the owner of the verdict, in the app and by mail. What happens to
   * several items of a plan is one notification and one mail.
   */
  send(
    change: Change,
    context: PlanContext,
    before: Pick<PlanItemRow, 'status'>,
    item: NoticedItem & Pick<PlanItemRow, 'id' | 'status' | 'note' | 'startedAt'>,
  ): Promise<void>;
  /** Notifies the owner and the brand of completed work whose finding was found again. */
  reopened(change: Change, context: PlanContext, item: NoticedItem, at: Date): Promise<void>;
}

/** The item with its place, because several have the same title. */
type NoticedItem = Pick<PlanItemRow, 'title' | 'area' | 'building' | 'floor' | 'room'>;
type ItemNotice = Pick<Notice, 'kind' | 'title' | 'body'> & { to: 'admins' | 'owner' };

function noticeOf(
  property: string,
  from: PlanItemStatus,
  { title, status, note }: Pick<PlanItemRow, 'title' | 'status' | 'note'>,
): ItemNotice | null {
  if (status === 'awaiting_verification')
    return {
      to: 'admins',
      kind: 'pip_item_reported',
      title: `Work to verify: ${title}`,
      body: `${property}: the owner reports that the work is done.`,
    };
  if (from !== 'awaiting_verification') return null;
  if (status === 'completed')
    return {
      to: 'owner',
      kind: 'pip_item_verified',
      title: `Work verified: ${title}`,
      body: `${property}: ${note ?? 'the brand verified the work. The finding is resolved.'}`,
    };
  return {
    to: 'owner',
    kind: 'pip_item_returned',
    title: `Work returned: ${title}`,
    body: `${property}: ${note ?? ''}`,
  };
}

/** A notification that covers all such items of a plan while it is unread. */
function workNotice(
  what: WorkMail['what'],
  { plan, property }: PlanContext,
  item: NoticedItem,
): Omit<Notice, 'userIds'> {
  const { title } = item;
  const texts =
    what === 'started'
      ? { kind: 'pip_item_started' as const, head: 'Work started', body: 'The work has begun.' }
      : { kind: 'pip_item_reopened' as const, head: 'Work reopened', body: 'The defect was found again.' };
  return {
    kind: texts.kind,
    title: `${texts.head}: ${title}`,
    body: `${property.name}: ${texts.body}`,
    place: placeOfItem(item),
    link: `/pip-report/${plan.id}`,
    gather: {
      under: plan.id,
      texts: (count) => ({
        title: `${property.name}: ${texts.head.toLowerCase()} on ${count} items`,
        body: `The last one is ${title}.`,
      }),
    },
  };
}

export function createItemNotices(deps: {
  notifications: Pick<NotificationsService, 'notify' | 'adminIds' | 'responsibleAdmins'>;
}): ItemNotices {
  const { notifications } = deps;

  /** The admins to whom a plan matters: whoever opened its case, or all; nobody for a plan without a brand. */
  const brand = async (change: Change, { caseId }: PlanContext): Promise<string[]> =>
    caseId ? notifications.responsibleAdmins(change.tx, await findCaseOpener(change.tx, caseId)) : [];

  async function sendWork(change: Change, context: PlanContext, what: WorkMail['what'], item: NoticedItem, at: Date) {
    const { plan, property } = context;
    const admins = await brand(change, context);
    const notice = workNotice(what, context, item);
    await notifications.notify(change, { ...notice, userIds: [property.userId, ...admins] });
    const mail = (toUserId?: string) =>
      change.enqueue(
        workMail,
        { planId: plan.id, what, since: at.toISOString(), ...(toUserId ? { toUserId } : {}) },
        { startAfter: gatheringSeconds, singletonKey: `${plan.id} ${toUserId ?? 'owner'} ${what}` },
      );
    if (property.userId && property.userId !== change.userId) await mail();
    for (const id of admins) if (id !== change.userId && id !== property.userId) await mail(id);
  }

  return {
    async send(change, context, before, item) {
      const { plan, property, caseId } = context;
      const began = item.status === 'in_progress' && (before.status === 'pending' || before.status === 'approved');
      if (began && item.startedAt) return sendWork(change, context, 'started', item, item.startedAt);
      const notice = noticeOf(property.name, before.status, item);
      if (!notice) return;
      if (notice.kind === 'pip_item_verified')
        await change.publish('item.verified', item.id, {
          item: { id: item.id, title: item.title },
          plan: { id: plan.id },
          property: { id: property.id, name: property.name },
        });
      const { to, ...content } = notice;
      const userIds = to === 'admins' ? await notifications.adminIds(change.tx) : [property.userId];
      await notifications.notify(change, {
        ...content,
        place: placeOfItem(item),
        userIds,
        link: `/pip-report/${plan.id}`,
      });
      if (to === 'admins') {
        const opener = caseId ? await findCaseOpener(change.tx, caseId) : null;
        for (const toUserId of await notifications.responsibleAdmins(change.tx, opener))
          await change.enqueue(
            reportedWorkMail,
            { planId: plan.id, toUserId },
            { startAfter: gatheringSeconds, singletonKey: `${plan.id} ${toUserId}` },
          );
      }
      if (to === 'owner' && property.userId && property.userId !== change.userId) {
        await change.enqueue(planMail, {
          planId: plan.id,
          itemId: item.id,
          what: item.status === 'completed' ? 'verified' : 'returned',
          ...(item.note ? { note: item.note } : {}),
        });
      }
    },
    reopened: (change, context, item, at) => sendWork(change, context, 'reopened', item, at),
  };
}
