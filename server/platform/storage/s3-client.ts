import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';

export interface S3Options {
  bucket: string;
  /** Null for Amazon's own endpoint in the region. */
  endpoint: string | null;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export function createS3Client({ endpoint, region, accessKeyId, secretAccessKey }: S3Options): S3Client {
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // By default the SDK would add a checksum to signed upload addresses, which browsers do not send.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

export const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
export const isMissing = (error: unknown): boolean => statusOf(error) === 404;
