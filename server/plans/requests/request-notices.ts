import { formatDueDate } from '#contract/due-dates.ts';
import { placeOfItem } from '#contract/item-places.ts';
import { requestKindLabels } from '#contract/plan-requests.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { PlanRequestMessageRow, PlanRequestRow } from '#server/schema/plan-requests.tables.ts';
import type { PlanItemRow } from '#server/schema/plans.tables.ts';
import { planMail, type PlanMail } from '../plans.mails.ts';
import { gatheringSeconds, requestMessageMail } from './request-message.mails.ts';
import { findCaseOpener, type PlanContext } from '../plans.repository.ts';

type Item = Pick<PlanItemRow, 'id' | 'title' | 'area' | 'building' | 'floor' | 'room'>;
type Written = Pick<PlanRequestMessageRow, 'text' | 'createdAt'>;

/**
 * Notifies the brand of an owner's request and of its withdrawal, the owner of the answer and of a waiver's end, and
 * each side of the other's messages, in the app and by mail.
 */
export interface RequestNotices {
  requested(change: Change, context: PlanContext, item: Item, request: PlanRequestRow): Promise<void>;
  answered(change: Change, context: PlanContext, item: Item, request: PlanRequestRow): Promise<void>;
  written(change: Change, context: PlanContext, item: Item, request: PlanRequestRow, message: Written): Promise<void>;
  withdrawn(change: Change, context: PlanContext, item: Item, request: PlanRequestRow): Promise<void>;
  expired(change: Change, context: PlanContext, item: Item): Promise<void>;
}

const linkTo = ({ plan }: PlanContext) => `/pip-report/${plan.id}`;
const nameOfKind = ({ kind }: Pick<PlanRequestRow, 'kind'>) => requestKindLabels[kind];

export function createRequestNotices(deps: {
  notifications: Pick<NotificationsService, 'notify' | 'adminIds' | 'responsibleAdmins'>;
}): RequestNotices {
  const { notifications } = deps;
  const mail = (
    change: Change,
    { plan }: PlanContext,
    item: Item,
    about: Pick<PlanMail, 'what' | 'requestId' | 'toUserId'>,
  ) => change.enqueue(planMail, { planId: plan.id, itemId: item.id, ...about });
  /** The responsible admin of the brand: the one who opened the plan's case. */
  const brand = async (change: Change, { caseId }: PlanContext): Promise<string[]> =>
    notifications.responsibleAdmins(change.tx, caseId ? await findCaseOpener(change.tx, caseId) : null);
  return {
    async requested(change, context, item, request) {
      await notifications.notify(change, {
        userIds: await notifications.adminIds(change.tx),
        kind: 'pip_request_asked',
        title: `${nameOfKind(request)} asked: ${item.title}`,
        body: `${context.property.name}: ${request.reason}`,
        place: placeOfItem(item),
        link: linkTo(context),
      });
      for (const toUserId of await brand(change, context))
        await mail(change, context, item, { toUserId, what: 'request_asked', requestId: request.id });
    },
    async answered(change, context, item, request) {
      const granted = request.status === 'granted';
      const until = granted && request.kind === 'waiver' && request.date ? ` until ${formatDueDate(request.date)}` : '';
      await notifications.notify(change, {
        userIds: [context.property.userId],
        kind: 'pip_request_answered',
        title: `${nameOfKind(request)} ${granted ? 'granted' : 'declined'}${until}: ${item.title}`,
        body: `${context.property.name}: ${request.answer ?? ''}`,
        place: placeOfItem(item),
        link: linkTo(context),
      });
      await mail(change, context, item, {
        what: granted ? 'request_granted' : 'request_declined',
        requestId: request.id,
      });
    },
    async written(change, context, item, request, { text, createdAt }) {
      const byOwner = change.userId === context.property.userId;
      await notifications.notify(change, {
        userIds: byOwner ? await notifications.adminIds(change.tx) : [context.property.userId],
        kind: 'pip_request_message',
        title: `${nameOfKind(request)}, new message: ${item.title}`,
        body: `${context.property.name}: ${text}`,
        place: placeOfItem(item),
        link: linkTo(context),
      });
      const about = { planId: context.plan.id, itemId: item.id, requestId: request.id, since: createdAt.toISOString() };
      for (const toUserId of byOwner ? await brand(change, context) : [undefined])
        await change.enqueue(
          requestMessageMail,
          { ...about, toUserId },
          { startAfter: gatheringSeconds, singletonKey: `${request.id} ${toUserId ?? 'owner'}` },
        );
    },
    async withdrawn(change, context, item, request) {
      await notifications.notify(change, {
        userIds: await notifications.adminIds(change.tx),
        kind: 'pip_request_message',
        title: `${nameOfKind(request)} no longer asked: ${item.title}`,
        body: `${context.property.name}: the owner withdrew the request.`,
        place: placeOfItem(item),
        link: linkTo(context),
      });
      for (const toUserId of await brand(change, context))
        await mail(change, context, item, { toUserId, what: 'request_withdrawn', requestId: request.id });
    },
    async expired(change, context, item) {
      // The server did this, so the admin who granted the waiver is notified as well.
      await notifications.notify(
        { ...change, userId: '' },
        {
          userIds: [context.property.userId, ...(await notifications.adminIds(change.tx))],
          kind: 'pip_waiver_expired',
          title: `Waiver expired: ${item.title}`,
          body: `${context.property.name}: the item is undecided again.`,
          place: placeOfItem(item),
          link: linkTo(context),
        },
      );
      if (context.property.userId) await mail(change, context, item, { what: 'waiver_expired' });
      for (const toUserId of await brand(change, context))
        await mail(change, context, item, { toUserId, what: 'waiver_expired' });
    },
  };
}
