import { createDiskStorage, type DiskStorage } from '#server/platform/storage/disk.ts';
import type { S3Options } from '#server/platform/storage/s3.ts';
import type { Storage } from '#server/platform/storage/storage.ts';

export interface OpenStorage {
  storage: Storage;
  /** Set when files are on this machine's disk, which then has to serve `uploadRoutes`. */
  disk: DiskStorage | null;
}

/** Opens the storage that the settings name. The S3 client is loaded only where it is used, because it is large. */
export async function openStorage(options: {
  s3: S3Options | null;
  folder: string;
  /** Folder for files that exist only while they are used. */
  scratch: string;
  secret: string;
}): Promise<OpenStorage> {
  if (options.s3) {
    const { createS3Storage } = await import('#server/platform/storage/s3.ts');
    return { storage: createS3Storage(options.s3, options.scratch), disk: null };
  }
  const disk = await createDiskStorage(options);
  return { storage: disk, disk };
}
