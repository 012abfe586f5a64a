// npm run backup -- FILE
// Writes the database and all files of the installation to FILE, a path or s3://BUCKET/PATH. The server may be running.
import { readConfig } from '#server/config.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { reachDatabase } from '#server/platform/postgres/reach.ts';
import { openStoredFiles } from '#server/platform/storage/open-storage.ts';
import { createBackupService } from './backup.service.ts';
import { fileArgument, print, runCommand } from './command.ts';
import { openBackupFile } from './places.ts';
import { productVersion } from './version.ts';

await runCommand(async () => {
  const name = fileArgument('backup');
  const config = readConfig();
  const file = openBackupFile(name, config);
  const database = await reachDatabase(config, createLogger({ level: 'error' }));
  try {
    const backups = createBackupService({
      url: database.url,
      dataDir: config.dataDir,
      files: await openStoredFiles(config),
      version: productVersion,
    });
    const { bytes, files, missing } = await backups.create(file);
    print(`${file.name}: the database and ${files} files, ${bytes} bytes.`);
    for (const key of missing) print(`Missing in the store, and therefore in the backup: ${key}`);
  } finally {
    await database.done();
  }
});
