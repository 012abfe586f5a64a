import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Change } from '#server/platform/changes/changes.ts';

/** The admin whose matter it is; all admins where there is none, or that person is an admin no longer. */
export async function brandOf(
  change: Change,
  notifications: Pick<NotificationsService, 'adminIds'>,
  personId: string | null,
): Promise<string[]> {
  const adminIds = await notifications.adminIds(change.tx);
  return personId && adminIds.includes(personId) ? [personId] : adminIds;
}
