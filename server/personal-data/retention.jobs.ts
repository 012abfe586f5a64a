import { z } from 'zod';
import type { Config } from '#server/config.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import { serverId } from '#server/platform/audit/audit.rules.ts';
import type { AuditService } from '#server/platform/audit/audit.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { MailFolder } from '#server/platform/mail/mail-folder.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import type { PhotoRetention } from '#server/photos/photo-retention.service.ts';
import { listPhotosOfClosedCases } from './retention.repository.ts';
import { keptSince } from './retention.rules.ts';

interface Deps {
  db: Database;
  config: Pick<Config, 'keptDays'>;
  audit: AuditService;
  changes: Changes;
  mailFolder: MailFolder | null;
  notifications: NotificationsService;
  photoRetention: PhotoRetention;
}

const photosAtOnce = 200;

/** Deletes every night what the settings keep no longer, and says in the audit log how much that was. */
export function retentionJobs({ db, config, audit, changes, mailFolder, notifications, photoRetention }: Deps) {
  const { keptDays } = config;

  /** How much was deleted of one kind; 0 where it is kept for good. */
  async function apply(days: number, work: (before: Date) => Promise<number>): Promise<number> {
    const before = keptSince(days, new Date());
    return before ? work(before) : 0;
  }

  /** In changes of their own, because there may be many. */
  async function deletePhotos(before: Date): Promise<number> {
    for (let deleted = 0; ;) {
      const ids = await listPhotosOfClosedCases(db, before, photosAtOnce);
      if (ids.length === 0) return deleted;
      deleted += await photoRetention.deleteFiles(ids);
    }
  }

  async function applyInOne(change: Change) {
    return {
      notifications: await apply(keptDays.notices, (before) => notifications.deleteBefore(change, before)),
      mails: await apply(keptDays.mails, async (before) => (await mailFolder?.deleteBefore(before)) ?? 0),
      clientAddresses: await apply(keptDays.auditClients, (before) => audit.eraseClientsBefore(change.tx, before)),
    };
  }

  const retain: JobDefinition<object> = {
    name: 'apply-retention',
    payload: z.object({}),
    retryLimit: 2,
    retryDelaySeconds: 600,
    timeoutSeconds: 3600,
    cron: '35 3 * * *',
    async run() {
      const deleted = await apply(keptDays.photos, deletePhotos);
      await changes.run(serverId, async (change) => {
        const counts = { photos: deleted, ...(await applyInOne(change)) };
        if (Object.values(counts).some((count) => count > 0))
          change.audit('retention.applied', 'audit_log', 'all', counts);
      });
    },
  };
  return [retain];
}
