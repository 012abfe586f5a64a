// npm run restore -- FILE
// Restores a backup, a path or s3://BUCKET/PATH, into an installation without data: an empty DATA_DIR, or an empty
// database and bucket.
import { readConfig } from '#server/config.ts';
import { forgetSeen } from '#server/platform/audit/audit.witness.ts';
import { prepareApplicationRole } from '#server/platform/postgres/application-role.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { reachDatabase } from '#server/platform/postgres/reach.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { BackupUnusable, verifyArchive } from './archive.ts';
import { fileArgument, print, runCommand } from './command.ts';
import { openBackupFile } from './places.ts';
import { createRestoreService } from './restore.service.ts';

await runCommand(async () => {
  const name = fileArgument('restore');
  const config = readConfig();
  const file = openBackupFile(name, config);
  // Verify before any database is created for it.
  const verified = await verifyArchive(file);
  const database = await reachDatabase(config, createLogger({ level: 'error' }));
  try {
    if (database.isRunning) throw new BackupUnusable('Innspect is running on this DATA_DIR. Stop it first.');
    const { storage } = await openStorage(config);
    const { url: ownerUrl, applicationUrl: url } = database;
    const report = await createRestoreService({ ownerUrl, dataDir: config.dataDir, storage }).restore(file, verified);
    forgetSeen(config.dataDir);
    if (url) await prepareApplicationRole({ ownerUrl, url });
    print(
      `Restored the backup of ${report.createdAt} (version ${report.version}): the database and ${report.files} files.`,
    );
  } finally {
    await database.done();
  }
});
