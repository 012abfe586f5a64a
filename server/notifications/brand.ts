import type { Change } from '#server/platform/changes/changes.ts';
import type { NotificationsService } from './notifications.service.ts';

/** The responsible admin, or all admins when there is none or that user is no longer an admin. */
export async function brandOf(
  change: Change,
  notifications: Pick<NotificationsService, 'adminIds'>,
  personId: string | null,
): Promise<string[]> {
  const adminIds = await notifications.adminIds(change.tx);
  return personId && adminIds.includes(personId) ? [personId] : adminIds;
}
