import { beforeAll, describe } from 'vitest';
import { createS3Storage } from '#server/platform/storage/s3.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { createBucket } from '#test/s3-bucket.ts';
import { whyNoS3Server } from '#test/s3-server.ts';
import { describeMultipart } from './multipart.suite.ts';
import { describeStorage } from './storage.suite.ts';

const obstacle = whyNoS3Server();
if (obstacle) process.stderr.write(`The tests against a real S3 store are skipped: ${obstacle}\n`);

describe.skipIf(obstacle !== null)('as every storage', () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = createS3Storage(await createBucket());
  });

  const underTest = () => ({ storage, origin: 'https://inspect.example.com' });
  describeStorage(underTest);
  describeMultipart(underTest);
});
