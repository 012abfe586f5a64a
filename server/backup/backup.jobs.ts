import { z } from 'zod';
import type { Logger } from '#server/platform/logger/logger.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import type { Queue } from '#server/platform/queue/queue.ts';
import type { Config } from '#server/config.ts';
import { BackupRunning } from './backup.errors.ts';
import type { BackupService } from './backup.service.ts';
import { nightlyName, openBackupFolder } from './places.ts';

const nightlyDraft = /^innspect-\d{4}-\d\d-\d\d\.tar\.([\da-f-]{36}\.)?part$/;

const nightlyBackup = 'nightly-backup';
/** The jobs that only some processes of an installation schedule: those whose machine has a place for backups. */
export const scheduledElsewhere = [nightlyBackup];

/** A night's backup that waits for longer belongs to an installation that has no place for backups any more. */
const unusedAfterSeconds = 20 * 3600;

/**
 * Makes a backup every night, and deletes the oldest ones when there are more than `keep`. Only processes with a
 * configured place do that; when none is left, the others end its schedule.
 */
export function backupJobs(deps: {
  config: Pick<Config, 'backup'>;
  backups: BackupService;
  queue: Pick<Queue, 'endUnusedSchedule'>;
  logger: Logger;
}): JobDefinition<object>[] {
  const { backups, queue, logger } = deps;
  const { backup } = deps.config;
  const endUnused: JobDefinition<object> = {
    name: 'end-unused-backups',
    payload: z.object({}),
    retryLimit: 0,
    retryDelaySeconds: 60,
    timeoutSeconds: 60,
    cron: '55 * * * *',
    async run() {
      if (backup) return;
      if (await queue.endUnusedSchedule(nightlyBackup, unusedAfterSeconds))
        logger.warn('no process has BACKUP_DIR, so no more nightly backups are scheduled');
    },
  };
  if (!backup) return [endUnused];
  const folder = openBackupFolder(backup);
  return [
    {
      name: nightlyBackup,
      payload: z.object({}),
      retryLimit: 2,
      retryDelaySeconds: 600,
      timeoutSeconds: 6 * 3600,
      cron: '30 2 * * *',
      async run() {
        const file = folder.file(`innspect-${new Date().toISOString().slice(0, 10)}.tar`);
        // Whatever is half written before the lock is taken belongs to a process that was killed.
        const abandoned = (await folder.names()).filter((name) => nightlyDraft.test(name));
        try {
          const { bytes, files, missing } = await backups.create(file);
          logger.info({ path: file.name, bytes, files, missing: missing.length }, 'backup written');
        } catch (error) {
          if (!(error instanceof BackupRunning)) throw error;
          // This is the retry of one that takes longer than a job may, and is still being written.
          logger.warn({ path: file.name }, 'the backup before is still being written');
          return;
        }
        const old = (await folder.names()).filter((name) => nightlyName.test(name)).toSorted();
        for (const name of [...abandoned, ...old.slice(0, -backup.keep)]) await folder.remove(name);
      },
    },
    endUnused,
  ];
}
