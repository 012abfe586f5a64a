import PQueue from 'p-queue';
import { beforeAll, describe, expect, test } from 'vitest';
import { createS3Storage } from '#server/platform/storage/s3.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { createBucket } from '#test/s3-bucket.ts';
import { s3ServerObstacle } from '#test/s3-server.ts';
import { describeMultipart } from './multipart.suite.ts';
import { describeStorage, keysOf } from './storage.suite.ts';

const obstacle = s3ServerObstacle();
if (obstacle) process.stderr.write(`The tests against a real S3 store are skipped: ${obstacle}\n`);

describe.skipIf(obstacle !== null)('as every storage', () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = createS3Storage(await createBucket());
  });

  const underTest = () => ({ storage, origin: 'https://inspect.example.com' });
  describeStorage(underTest);
  describeMultipart(underTest);

  // The store lists a thousand keys at a time.
  test('keys are all listed, even if they exceed one answer of the store', async () => {
    const many = createS3Storage(await createBucket());
    const keys = Array.from({ length: 1001 }, (_, index) => `many/${String(index).padStart(4, '0')}`);
    const writes = new PQueue({ concurrency: 32 });
    await writes.addAll(
      keys.map((key) => () => many.put(key, Buffer.from('x'), { contentType: 'application/octet-stream' })),
    );
    expect((await keysOf(many)).toSorted()).toEqual(keys);
  });
});
