import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { postPolicy } from '#server/platform/storage/s3-form.ts';
import { createS3Client, isMissing, statusOf, type S3Options } from '#server/platform/storage/s3-client.ts';
import { createS3Parts } from '#server/platform/storage/s3-parts.ts';
import { FileReplacedError, FileTooLargeError, MissingFileError } from '#server/platform/storage/storage.errors.ts';
import { checkedKey, keyAfterPrefix, type Storage } from '#server/platform/storage/storage.ts';

/** How often a snapshot is retried because its file was replaced. */
const snapshotTries = 5;
/** The status of a copy whose version condition failed. */
const preconditionFailed = 412;

/** Calls `use` with a temporary folder. */
async function withScratch<T>(below: string, use: (path: string) => Promise<T>): Promise<T> {
  await mkdir(below, { recursive: true });
  const folder = await mkdtemp(join(below, 'innspect-s3-'));
  try {
    return await use(join(folder, randomUUID()));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Copies an object within its bucket; returns the size of the copy. The copy is conditional on the measured version, so that an
 * object that is replaced in between is measured again. Not every store tests that condition and copies in one step, so
 * the copy is measured as well.
 */
async function copyUnchanged(
  client: S3Client,
  Bucket: string,
  { from, to, maxBytes }: { from: string; to: string; maxBytes: number },
): Promise<{ size: number }> {
  const [source, Key] = [checkedKey(from), checkedKey(to)];
  for (let tries = snapshotTries; ; tries -= 1) {
    try {
      const { ContentLength: size = 0, ETag } = await client.send(new HeadObjectCommand({ Bucket, Key: source }));
      if (size > maxBytes) throw new FileTooLargeError(maxBytes);
      const CopySource = `${Bucket}/${source}`;
      await client.send(new CopyObjectCommand({ Bucket, Key, CopySource, CopySourceIfMatch: ETag }));
      const { ContentLength: copied = 0 } = await client.send(new HeadObjectCommand({ Bucket, Key }));
      if (copied <= maxBytes) return { size: copied };
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
      throw new FileTooLargeError(maxBytes);
    } catch (error) {
      if (isMissing(error)) throw new MissingFileError(from);
      if (statusOf(error) !== preconditionFailed) throw error;
      if (tries === 0) throw new FileReplacedError();
    }
  }
}

/**
 * Files in a bucket of any S3-compatible store. The browser uploads to the store itself; temporary local copies are
 * below `scratch`.
 */
export function createS3Storage(options: S3Options, scratch = tmpdir()): Storage {
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = options;
  const client = createS3Client(options);
  const prefix = endpoint
    ? `${new URL(endpoint).href.replace(/\/$/, '')}/${Bucket}/`
    : `https://${Bucket}.s3.${region}.amazonaws.com/`;

  const open = async (key: string, range?: { start?: number; end?: number }): Promise<Readable> => {
    const partial = range && (range.start !== undefined || range.end !== undefined);
    const Range = partial ? `bytes=${range.start ?? 0}-${range.end ?? ''}` : undefined;
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: checkedKey(key), Range }));
      if (!(Body instanceof Readable)) throw new Error('The store answered without a stream.');
      return Body;
    } catch (error) {
      if (isMissing(error)) throw new MissingFileError(key);
      throw error;
    }
  };

  const putStream = async (Key: string, Body: Readable, ContentLength: number, ContentType: string): Promise<void> => {
    await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength, ContentType }));
  };

  return {
    async createUpload({ key, contentType, expiresInSeconds }) {
      const command = new PutObjectCommand({ Bucket, Key: checkedKey(key), ContentType: contentType });
      const signableHeaders = contentType ? new Set(['host', 'content-type']) : new Set(['host']);
      return getSignedUrl(client, command, { expiresIn: expiresInSeconds, signableHeaders });
    },
    createForm: async ({ key, contentType, maxBytes, expiresInSeconds }) => ({
      url: prefix.slice(0, -1),
      fields: postPolicy({
        bucket: Bucket,
        key: checkedKey(key),
        contentType,
        maxBytes,
        expiresInSeconds,
        region,
        accessKeyId,
        secretAccessKey,
        now: new Date(),
      }),
    }),
    multipart: createS3Parts(client, Bucket),
    bucket: Bucket,
    locationOf: (key) => `${prefix}${checkedKey(key)}`,
    keyFromUploadUrl: (url) => keyAfterPrefix(prefix, url),
    async put(key, data, { contentType, size }) {
      const Key = checkedKey(key);
      if (Buffer.isBuffer(data)) {
        await client.send(new PutObjectCommand({ Bucket, Key, Body: data, ContentType: contentType }));
        return;
      }
      if (size !== undefined) return putStream(Key, data, size, contentType);
      // The store needs the length before the first byte.
      await withScratch(scratch, async (path) => {
        await pipeline(data, createWriteStream(path, { mode: 0o600 }));
        await putStream(Key, createReadStream(path), (await stat(path)).size, contentType);
      });
    },
    async head(key) {
      try {
        const found = await client.send(new HeadObjectCommand({ Bucket, Key: checkedKey(key) }));
        return { size: found.ContentLength ?? 0 };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    read: open,
    withLocalFile: (key, use) =>
      withScratch(scratch, async (path) => {
        await pipeline(await open(key), createWriteStream(path, { mode: 0o600 }));
        return use(path);
      }),
    async *keys() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket }))
        for (const { Key } of Contents) if (Key) yield Key;
    },
    snapshot: (from, to, { maxBytes }) => copyUnchanged(client, Bucket, { from, to, maxBytes }),
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkedKey(key) }));
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket }));
    },
  };
}
