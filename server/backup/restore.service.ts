import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { z } from 'zod';
import { withConnection } from '#server/platform/database/connection.ts';
import { knownMigrations, migrate } from '#server/platform/database/database.ts';
import { requeueJobs, unfinishedJobSchema } from '#server/platform/queue/stored-jobs.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { BackupUnusable, contentOf, entriesOf, verifyArchive, type Manifest } from './archive.ts';
import { hasPeople } from './backup.repository.ts';
import { writeDataFile } from './data-folder.ts';
import { fillTables, tablesOf } from './database-copy.ts';
import type { BackupFile } from './places.ts';

interface Target {
  /** The connection string of the owner of the tables. */
  ownerUrl: string;
  dataDir: string;
  storage: Pick<Storage, 'put'>;
}

export interface RestoreReport {
  createdAt: string;
  version: string;
  files: number;
}

/** Throws BackupUnusable for a backup that this version cannot read. */
async function requireKnown({ migrations, version }: Manifest): Promise<void> {
  const known = await knownMigrations();
  if (migrations.some((hash, at) => known[at] !== hash)) {
    throw new BackupUnusable(
      `The backup was made by another version of Innspect (${version}). Restore it with that version or a newer one.`,
    );
  }
}

async function requireSameColumns(client: pg.Client, tables: Manifest['tables']): Promise<void> {
  const own = new Map((await tablesOf(client)).map(({ name, columns }) => [name, columns.join()]));
  const other = tables.find(({ name, columns }) => own.get(name) !== columns.join());
  if (other)
    throw new BackupUnusable(`The table ${other.name} of the backup does not have the columns of this version.`);
}

const nameIn = (folder: string, name: string): string | null =>
  name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : null;

/** Queues the jobs that were waiting when the backup was made. */
async function restoreJobs(ownerUrl: string, packed: Buffer): Promise<void> {
  await requeueJobs(ownerUrl, z.array(unfinishedJobSchema).parse(JSON.parse(gunzipSync(packed).toString())));
}

async function restoreInto(target: Target, file: BackupFile, verified?: Manifest): Promise<RestoreReport> {
  const manifest = verified ?? (await verifyArchive(file));
  await requireKnown(manifest);
  const { ownerUrl } = target;
  if (await withConnection(ownerUrl, 'restore', hasPeople)) {
    throw new BackupUnusable('This installation has data. Restore into an empty DATA_DIR and an empty database.');
  }
  await migrate(ownerUrl, { upTo: manifest.migrations.length });
  let files = 0;
  let jobs: Buffer | null = null;
  await withConnection(ownerUrl, 'restore', async (client) => {
    await requireSameColumns(client, manifest.tables);
    await fillTables(client, manifest.tables, async (insert) => {
      for await (const { name, size, content } of entriesOf(file)) {
        const table = nameIn('database', name)?.split('/')[0];
        const [key, data] = [nameIn('files', name), nameIn('data', name)];
        if (table) await insert(table, await contentOf(content));
        else if (key) {
          await target.storage.put(key, Readable.from(content), { contentType: 'application/octet-stream', size });
          files += 1;
        } else if (data) await writeDataFile(target.dataDir, data, await contentOf(content));
        else if (name === 'jobs.json.gz') jobs = await contentOf(content);
      }
    });
  });
  await migrate(ownerUrl);
  if (jobs) await restoreJobs(ownerUrl, jobs);
  return { createdAt: manifest.createdAt, version: manifest.version, files };
}

export interface RestoreService {
  /**
   * Restores a backup into an installation without users. First verifies the whole backup, unless `verified` is its
   * manifest. Then fills the database in one transaction with the backup's schema, and migrates it to this version.
   * Throws BackupUnusable.
   */
  restore(file: BackupFile, verified?: Manifest): Promise<RestoreReport>;
}

export const createRestoreService = (target: Target): RestoreService => ({
  restore: (file, verified) => restoreInto(target, file, verified),
});
