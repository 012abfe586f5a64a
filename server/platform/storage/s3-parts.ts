import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  S3ServiceException,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { partsInOrder, plainEtag } from '#server/platform/storage/parts.ts';
import { MissingUploadError, PartsRejectedError } from '#server/platform/storage/storage.errors.ts';
import { checkedKey, type MultipartStorage, type StoredPart } from '#server/platform/storage/storage.ts';

const rejections = ['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall', 'MalformedXML'];

/** Translates an error of the S3 client to one of the Storage port. */
function translated(error: unknown): unknown {
  if (!(error instanceof S3ServiceException)) return error;
  if (error.name === 'NoSuchUpload' || error.$metadata.httpStatusCode === 404) return new MissingUploadError();
  return rejections.includes(error.name)
    ? new PartsRejectedError('The store refused the parts; send them again')
    : error;
}

async function withPortErrors<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw translated(error);
  });
}

/** Multipart uploads of an S3-compatible store; the browser sends the parts to the store itself. */
export function createS3Parts(client: S3Client, Bucket: string): MultipartStorage {
  async function list(key: string, UploadId: string): Promise<StoredPart[]> {
    const parts: StoredPart[] = [];
    let PartNumberMarker: string | undefined;
    do {
      const page = await withPortErrors(
        client.send(new ListPartsCommand({ Bucket, Key: checkedKey(key), UploadId, PartNumberMarker })),
      );
      for (const { PartNumber = 0, ETag = '', Size = 0 } of page.Parts ?? [])
        parts.push({ partNumber: PartNumber, etag: plainEtag(ETag), size: Size });
      PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (PartNumberMarker);
    return parts;
  }

  async function abort(key: string, UploadId: string): Promise<void> {
    try {
      await withPortErrors(client.send(new AbortMultipartUploadCommand({ Bucket, Key: checkedKey(key), UploadId })));
    } catch (error) {
      if (!(error instanceof MissingUploadError)) throw error;
    }
  }

  return {
    async create(key, { contentType }) {
      const command = new CreateMultipartUploadCommand({ Bucket, Key: checkedKey(key), ContentType: contentType });
      const { UploadId } = await client.send(command);
      if (!UploadId) throw new Error('The store began an upload without an id.');
      return UploadId;
    },
    async sign({ key, uploadId, partNumber, expiresInSeconds }) {
      const part = { Bucket, Key: checkedKey(key), UploadId: uploadId, PartNumber: partNumber };
      return getSignedUrl(client, new UploadPartCommand(part), {
        expiresIn: expiresInSeconds,
        signableHeaders: new Set(['host']),
      });
    },
    list,
    async complete(key, UploadId, named, { maxBytes }) {
      const Parts = partsInOrder(await list(key, UploadId), named, maxBytes).map(({ partNumber, etag }) => ({
        PartNumber: partNumber,
        ETag: `"${etag}"`,
      }));
      await withPortErrors(
        client.send(new CompleteMultipartUploadCommand({ Bucket, Key: key, UploadId, MultipartUpload: { Parts } })),
      );
    },
    abort,
    async removeStale(before) {
      let marker: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
      while (marker) {
        const page: Awaited<ReturnType<typeof listUploads>> = await listUploads(marker);
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (Key && UploadId && Initiated && Initiated < before) await abort(Key, UploadId);
        }
        marker = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null;
      }
    },
  };

  function listUploads(marker: { KeyMarker?: string; UploadIdMarker?: string }) {
    return client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'uploads/', ...marker }));
  }
}
