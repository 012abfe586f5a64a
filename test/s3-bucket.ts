import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Options } from '#server/platform/storage/s3-client.ts';
import { shared } from './shared.ts';

/** A new, empty bucket on the server that the test files share. */
export async function createBucket(): Promise<S3Options> {
  const access = await shared('s3');
  const { endpoint, region, ...credentials } = access;
  const bucket = randomUUID();
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return { bucket, ...access };
}
