import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupConfig, Config } from '#server/config.ts';
import { bucketPath } from '#server/config.values.ts';
import type { LargeObjects } from '#server/platform/storage/large-objects.ts';
import type { S3Options } from '#server/platform/storage/s3-client.ts';

/** A file to which a backup is written or from which it is read. */
export interface BackupFile {
  /** The file's name for the operator. */
  name: string;
  /** Writes the file, which appears once it is complete; returns its size. */
  write(content: AsyncIterable<Uint8Array>): Promise<{ bytes: number }>;
  /** Throws when the file does not exist or cannot be reached. */
  size(): Promise<number>;
  /** The bytes starting at `start`, by default the whole file. */
  read(start?: number): Readable;
}

/** The place of the nightly backups. */
export interface BackupFolder {
  file(name: string): BackupFile;
  names(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

/** The name of a nightly backup, with its day. */
export const nightlyName = /^innspect-(\d{4}-\d\d-\d\d)\.tar$/;

/** Each writer gets a draft of its own, so that two of them cannot mix their bytes. */
const newDraft = (path: string): string => `${path}.${randomUUID()}.part`;

export function fileOnDisk(path: string, draftOf = newDraft): BackupFile {
  return {
    name: path,
    async write(content) {
      const draft = draftOf(path);
      try {
        await pipeline(content, createWriteStream(draft, { mode: 0o600, flush: true }));
        const { size } = await stat(draft);
        await rename(draft, path);
        return { bytes: size };
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    size: async () => (await stat(path)).size,
    read: (start = 0) => createReadStream(path, { start }),
  };
}

const folderOnDisk = (folder: string): BackupFolder => ({
  file(name) {
    const file = fileOnDisk(join(folder, name));
    return {
      ...file,
      async write(content) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        return file.write(content);
      },
    };
  },
  names: () => readdir(folder).catch(() => []),
  remove: (name) => rm(join(folder, name), { force: true }),
});

type OpenObjects = () => Promise<LargeObjects>;

/** Loads the S3 client on first use, because it is large. */
function opener(bucket: S3Options): OpenObjects {
  let opened: Promise<LargeObjects> | null = null;
  return () =>
    (opened ??= import('#server/platform/storage/large-objects.ts').then(({ createLargeObjects }) =>
      createLargeObjects(bucket),
    ));
}

function fileInBucket(bucket: S3Options, key: string, open: OpenObjects = opener(bucket)): BackupFile {
  let found: Promise<{ size: number; version: string | undefined }> | null = null;
  const head = () => (found ??= open().then((objects) => objects.head(key)));
  async function* bytesFrom(start: number): AsyncGenerator<Buffer, void> {
    yield* (await open()).read(key, { start, ...(await head()) });
  }
  return {
    name: `s3://${bucket.bucket}/${key}`,
    async write(content) {
      found = null;
      return (await open()).write(key, content);
    },
    // Every read is of the version that was measured first, so that the verified version is the restored one.
    size: async () => (await head()).size,
    read: (start = 0) => Readable.from(bytesFrom(start), { objectMode: false }),
  };
}

function folderInBucket(bucket: S3Options, prefix: string): BackupFolder {
  const open = opener(bucket);
  const below = prefix === '' ? '' : `${prefix}/`;
  return {
    file: (name) => fileInBucket(bucket, below + name, open),
    names: async () => (await (await open()).list(below)).map((key) => key.slice(below.length)),
    remove: async (name) => (await open()).remove(below + name),
  };
}

export const openBackupFolder = ({ place }: BackupConfig): BackupFolder =>
  typeof place === 'string' ? folderOnDisk(place) : folderInBucket(place.bucket, place.path);

/** The file that a command names: a path, or s3://BUCKET/PATH with the configured store and backup keys. */
export function openBackupFile(text: string, config: Pick<Config, 's3' | 'backupKeys'>): BackupFile {
  if (!text.startsWith('s3:')) return fileOnDisk(resolve(text));
  const { bucket, path } = bucketPath(text, config.s3);
  if (basename(path) === '') throw new Error('Name a file in the bucket: s3://BUCKET/PATH.tar');
  if (!config.backupKeys)
    throw new Error(
      'BACKUP_ACCESS_KEY_ID and BACKUP_SECRET_ACCESS_KEY, or those of the store, must be set for a bucket.',
    );
  return fileInBucket({ ...bucket, ...config.backupKeys }, path);
}
