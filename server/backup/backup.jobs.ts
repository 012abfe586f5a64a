import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Logger } from '#server/platform/logger/logger.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import type { Config } from '#server/config.ts';
import type { BackupService } from './backup.service.ts';

const nightly = /^innspect-\d{4}-\d\d-\d\d\.tar$/;

/** A backup every night; the oldest ones go once there are more than `keep`. None without a folder in the settings. */
export function backupJobs(deps: {
  config: Pick<Config, 'backup'>;
  backups: BackupService;
  logger: Logger;
}): JobDefinition<object>[] {
  const { backups, logger } = deps;
  const { backup } = deps.config;
  if (!backup) return [];
  return [
    {
      name: 'nightly-backup',
      payload: z.object({}),
      retryLimit: 2,
      retryDelaySeconds: 600,
      timeoutSeconds: 6 * 3600,
      cron: '30 2 * * *',
      async run() {
        await mkdir(backup.folder, { recursive: true, mode: 0o700 });
        const path = join(backup.folder, `innspect-${new Date().toISOString().slice(0, 10)}.tar`);
        const { bytes, files, missing } = await backups.create(path);
        logger.info({ path, bytes, files, missing: missing.length }, 'backup written');
        const old = (await readdir(backup.folder)).filter((name) => nightly.test(name)).toSorted();
        for (const name of old.slice(0, -backup.keep)) await rm(join(backup.folder, name));
      },
    },
  ];
}
