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
import type { RecordingRetention } from '#server/recordings/recording-retention.service.ts';
import { listPhotosToDelete, listRecordingsToDelete } from './retention.repository.ts';
import { retentionCutoff } from './retention.rules.ts';

interface Deps {
  db: Database;
  config: Pick<Config, 'keptDays'>;
  audit: AuditService;
  changes: Changes;
  mailFolder: MailFolder | null;
  notifications: NotificationsService;
  photoRetention: PhotoRetention;
  recordingRetention: RecordingRetention;
}

const atOnce = 200;

/** Every night deletes what is older than its retention period, and writes the counts to the audit log. */
export function retentionJobs(deps: Deps) {
  const { db, audit, changes, mailFolder, notifications, photoRetention, recordingRetention } = deps;
  const { keptDays } = deps.config;

  /** Deletes the old data of one kind and returns its count; 0 for a kind that is kept forever. */
  async function apply(days: number, work: (before: Date) => Promise<number>): Promise<number> {
    const before = retentionCutoff(days, new Date());
    return before ? work(before) : 0;
  }

  /** Deletes in batches with a transaction each, because there may be many. */
  const deleteAll =
    (list: typeof listPhotosToDelete, { deleteFiles }: PhotoRetention) =>
    async (before: Date): Promise<number> => {
      let deleted = 0;
      for (let after: string | null = null; ;) {
        const ids: string[] = await list(db, { before, after, limit: atOnce });
        if (ids.length === 0) return deleted;
        deleted += await deleteFiles(ids);
        after = ids.at(-1) ?? null;
      }
    };

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
      const files = {
        photos: await apply(keptDays.photos, deleteAll(listPhotosToDelete, photoRetention)),
        recordings: await apply(keptDays.recordings, deleteAll(listRecordingsToDelete, recordingRetention)),
      };
      await changes.run(serverId, async (change) => {
        const counts = { ...files, ...(await applyInOne(change)) };
        if (Object.values(counts).some((count) => count > 0))
          change.audit('retention.applied', 'audit_log', 'all', counts);
      });
    },
  };
  return [retain];
}
