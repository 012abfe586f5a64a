import { z } from 'zod';
import type { Config } from '#server/config.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import { serverId } from '#server/platform/audit/audit.rules.ts';
import type { AuditService } from '#server/platform/audit/audit.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { MailFolder } from '#server/platform/mail/mail-folder.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';

interface Deps {
  config: Pick<Config, 'keptDays'>;
  audit: AuditService;
  changes: Changes;
  mailFolder: MailFolder | null;
  notifications: NotificationsService;
}

const day = 86_400_000;

/** Deletes every night what the settings keep no longer, and says in the audit log how much that was. */
export function retentionJobs({ config, audit, changes, mailFolder, notifications }: Deps) {
  const { keptDays } = config;

  /** How much was deleted of one kind; 0 where it is kept for good. */
  async function apply(days: number, work: (before: Date) => Promise<number>): Promise<number> {
    return days === 0 ? 0 : work(new Date(Date.now() - days * day));
  }

  async function applyAll(change: Change) {
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
    run: () =>
      changes.run(serverId, async (change) => {
        const counts = await applyAll(change);
        if (Object.values(counts).some((count) => count > 0))
          change.audit('retention.applied', 'audit_log', 'all', counts);
      }),
  };
  return [retain];
}
