import type { PlanItemStatus } from '#contract/plans.ts';
import type { Notice, NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { PlanItemRow } from '#server/schema/plans.tables.ts';
import { brandOf } from './brand.ts';
import { findCaseOpener, type PlanContext } from './plans.repository.ts';
import { planMail } from './plans.mails.ts';
import { reportedWorkMail } from './reported-work.mails.ts';
import { gatheringSeconds } from './request-message.mails.ts';

export interface ItemNotices {
  /** Notifies the brand of reported work, or the owner of the verdict, in the app and by mail. */
  send(
    change: Change,
    context: PlanContext,
    before: Pick<PlanItemRow, 'status'>,
    item: Pick<PlanItemRow, 'id' | 'title' | 'status' | 'note'>,
  ): Promise<void>;
}

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
      body: note ?? `${property}: the brand verified the work. The finding is resolved.`,
    };
  return { to: 'owner', kind: 'pip_item_returned', title: `Work returned: ${title}`, body: note ?? '' };
}

export function createItemNotices(deps: {
  notifications: Pick<NotificationsService, 'notify' | 'adminIds'>;
}): ItemNotices {
  const { notifications } = deps;
  return {
    async send(change, { plan, property, caseId }, before, item) {
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
      await notifications.notify(change, { ...content, userIds, link: `/pip-report/${plan.id}` });
      if (to === 'admins') {
        const opener = caseId ? await findCaseOpener(change.tx, caseId) : null;
        for (const toUserId of await brandOf(change, notifications, opener))
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
        });
      }
    },
  };
}
