import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { InspectionRow } from '#server/schema/inspections.tables.ts';
import type { InspectionContext } from '../inspections.repository.ts';
import { gatheredSubmissions } from '../inspections.rules.ts';

/** Notifies the admins of a submission, in words that stay true once it is reviewed. */
export async function notifySubmission(
  change: Change,
  notifications: NotificationsService,
  { inspection, property }: Pick<InspectionContext, 'inspection' | 'property'>,
  body: string,
): Promise<void> {
  await notifications.notify(change, {
    userIds: await notifications.adminIds(change.tx),
    kind: 'inspection_submitted',
    title: `${property.name}: ${inspection.area} was sent for review`,
    body,
    link: `/admin?tab=monitoring&inspectionId=${inspection.id}`,
    gather: gatheredSubmissions(property, `The last one is ${inspection.area}. ${body}`),
  });
}

/** Takes the admins' notification of a submission back that was recalled. */
export const withdrawSubmission = async (
  change: Change,
  notifications: NotificationsService,
  property: InspectionContext['property'],
  submitted: InspectionRow,
): Promise<void> =>
  notifications.withdrawUnread(change, {
    userIds: await notifications.adminIds(change.tx),
    kind: 'inspection_submitted',
    gather: gatheredSubmissions(property),
    since: submitted.completedAt ?? submitted.updatedAt,
  });
