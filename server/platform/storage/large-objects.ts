import { hash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { createS3Client, isMissing, statusOf, type S3Options } from '#server/platform/storage/s3-client.ts';
import { MissingFileError } from '#server/platform/storage/storage.errors.ts';
import { checkedKey } from '#server/platform/storage/storage.ts';

const MB = 1024 * 1024;
const [firstPartBytes, doubledEvery] = [16 * MB, 2000];
const rangeBytes = 16 * MB;

/** Parts grow, because a store accepts 10,000 of them: together they hold 1 TB, and the last ones have 256 MB each. */
const partBytes = (partNumber: number): number => firstPartBytes * 2 ** Math.floor((partNumber - 1) / doubledEvery);

async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<{ partNumber: number; bytes: Buffer }> {
  let [partNumber, held, chunks] = [1, 0, [] as Uint8Array[]];
  for await (const chunk of content) {
    chunks.push(chunk);
    held += chunk.length;
    if (held < partBytes(partNumber)) continue;
    yield { partNumber, bytes: Buffer.concat(chunks) };
    [partNumber, held, chunks] = [partNumber + 1, 0, []];
  }
  if (held > 0 || partNumber === 1) yield { partNumber, bytes: Buffer.concat(chunks) };
}

/** Retries reads, because the client only retries until an answer starts. */
async function withRetries<T>(read: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (tries === 1 || (statusOf(error) ?? 500) < 500) throw error;
    return withRetries(read, tries - 1);
  }
}

/** Sends a file of unknown size in parts, each with its checksum; returns its size. */
async function sendInParts(
  client: S3Client,
  object: { Bucket: string; Key: string },
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ ...object, ContentType: 'application/x-tar' }),
  );
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    let size = 0;
    for await (const { partNumber: PartNumber, bytes } of partsOf(content)) {
      const ContentMD5 = hash('md5', bytes, 'base64');
      const part = { ...object, UploadId, PartNumber, Body: bytes, ContentLength: bytes.length, ContentMD5 };
      const { ETag } = await client.send(new UploadPartCommand(part));
      Parts.push({ PartNumber, ETag });
      size += bytes.length;
    }
    await client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }));
    return size;
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** Files of any size in a bucket, as streams. */
export interface LargeObjects {
  /** Writes a file, which appears once it is complete; returns its size. */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<{ bytes: number }>;
  /** Throws MissingFileError. */
  head(key: string): Promise<{ size: number; version: string | undefined }>;
  /** The bytes of that version starting at `start`; throws when it was replaced. */
  read(
    key: string,
    options: { start: number; size: number; version: string | undefined },
  ): AsyncGenerator<Buffer, void>;
  /** The keys with this prefix. */
  list(prefix: string): Promise<string[]>;
  remove(key: string): Promise<void>;
}

export function createLargeObjects(options: S3Options): LargeObjects {
  const { bucket: Bucket } = options;
  const client = createS3Client(options);
  return {
    write: async (key, content) => ({ bytes: await sendInParts(client, { Bucket, Key: checkedKey(key) }, content) }),
    async head(key) {
      try {
        const found = await client.send(new HeadObjectCommand({ Bucket, Key: checkedKey(key) }));
        return { size: found.ContentLength ?? 0, version: found.ETag };
      } catch (error) {
        throw isMissing(error) ? new MissingFileError(key) : error;
      }
    },
    // Read in ranges, because one answer lasting hours would end with the first network fault.
    async *read(key, { start, size, version }) {
      for (let at = start; at < size; at += rangeBytes) {
        const Range = `bytes=${at}-${Math.min(at + rangeBytes, size) - 1}`;
        const command = new GetObjectCommand({ Bucket, Key: checkedKey(key), Range, IfMatch: version });
        yield await withRetries(async () => {
          const { Body } = await client.send(command);
          if (!Body) throw new Error('The store answered without content.');
          return Buffer.from(await Body.transformToByteArray());
        });
      }
    },
    async list(prefix) {
      const keys: string[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix }))
        for (const { Key } of Contents) if (Key) keys.push(Key);
      return keys;
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkedKey(key) }));
    },
  };
}
