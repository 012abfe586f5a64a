import { tmpdir } from 'node:os';
import { createDiskReader } from '#server/platform/storage/disk-reader.ts';
import { createDiskStorage, type DiskStorage } from '#server/platform/storage/disk.ts';
import type { S3Options } from '#server/platform/storage/s3-client.ts';
import type { Storage, StoredFiles } from '#server/platform/storage/storage.ts';

export interface OpenStorage {
  storage: Storage;
  /** Set when files are on this machine's disk, which then has to serve `uploadRoutes`. */
  disk: DiskStorage | null;
}

/** The settings that determine where files are stored. */
export interface StorageSettings {
  s3: S3Options | null;
  filesDir: string;
}

/** Loads the S3 client on first use, because it is large. */
async function openBucket(s3: S3Options, scratchDir: string): Promise<Storage> {
  const { createS3Storage } = await import('#server/platform/storage/s3.ts');
  return createS3Storage(s3, scratchDir);
}

/** Opens the configured storage. */
export async function openStorage(
  settings: StorageSettings & { scratchDir: string; uploadSecret: string },
): Promise<OpenStorage> {
  const { s3, filesDir: folder, uploadSecret: secret } = settings;
  if (s3) return { storage: await openBucket(s3, settings.scratchDir), disk: null };
  const disk = await createDiskStorage({ folder, secret });
  return { storage: disk, disk };
}

/**
 * Opens the stored files to read them while a server is running. Only that server may open its folder for writing; it
 * empties its scratch folder when it starts.
 */
export const openStoredFiles = async ({ s3, filesDir }: StorageSettings): Promise<StoredFiles> =>
  s3 ? openBucket(s3, tmpdir()) : createDiskReader(filesDir);
