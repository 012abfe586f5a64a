import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import { withConnection } from '#server/platform/database/connection.ts';
import { appliedMigrations } from '#server/platform/database/database.ts';
import { readUnfinishedJobs } from '#server/platform/queue/stored-jobs.ts';
import type { StoredFiles } from '#server/platform/storage/storage.ts';
import { writeArchive, type Manifest } from './archive.ts';
import { listReferredFiles } from './backup.repository.ts';
import { addDataFolder } from './data-folder.ts';
import { beginSnapshot, readTable, tablesOf } from './database-copy.ts';
import type { BackupFile } from './places.ts';
import { BackupRunning } from './backup.errors.ts';

export interface Installation {
  /** The connection string of a role that may read every table. */
  url: string;
  dataDir: string;
  files: Pick<StoredFiles, 'head' | 'read'>;
  /** The version of the product. */
  version: string;
}

export interface BackupReport {
  bytes: number;
  files: number;
  /** The keys of files to which the database refers but which the store does not have. */
  missing: string[];
}

/** An arbitrary number that no other advisory lock of the product uses. */
const backupLock = 727_031;

/** Locks backups until the connection closes, however that happens. */
async function lockBackups(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [backupLock]);
  if (!rows[0]?.free) throw new BackupRunning();
}

async function writeBackup({ url, dataDir, files, version }: Installation, file: BackupFile): Promise<BackupReport> {
  return withConnection(url, 'backup', async (client) => {
    await lockBackups(client);
    await beginSnapshot(client);
    const tables = await tablesOf(client);
    const manifest: Manifest = {
      product: 'innspect',
      format: 1,
      version,
      createdAt: new Date().toISOString(),
      migrations: (await appliedMigrations(client)) ?? [],
      tables,
    };
    const report = { files: 0, missing: [] as string[] };
    const { bytes } = await writeArchive(file, manifest, async (writer) => {
      for (const { name } of tables) {
        let part = 0;
        for await (const packed of readTable(client, name)) {
          part += 1;
          await writer.add(`database/${name}/${String(part).padStart(6, '0')}.json.gz`, packed);
        }
      }
      const jobs = await readUnfinishedJobs(client);
      if (jobs) await writer.add('jobs.json.gz', gzipSync(JSON.stringify(jobs)));
      await addDataFolder(writer, dataDir);
      for await (const { key, isExpected } of listReferredFiles(client)) {
        const found = await files.head(key);
        if (found) {
          await writer.addStream(`files/${key}`, found.size, await files.read(key));
          report.files += 1;
        } else if (isExpected) report.missing.push(key);
      }
    });
    return { bytes, ...report };
  });
}

export interface BackupService {
  /**
   * Writes a consistent snapshot of the database and its files to one file, even while the server runs. Files are never
   * changed in place, so files that are read later still fit the snapshot of the database. Throws BackupRunning while
   * another one is written.
   */
  create(file: BackupFile): Promise<BackupReport>;
}

export const createBackupService = (installation: Installation): BackupService => ({
  create: (file) => writeBackup(installation, file),
});
