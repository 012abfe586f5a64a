import { afterAll, beforeAll, describe } from 'vitest';
import { createS3Storage } from '#server/platform/storage/s3.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { startS3Server, whyNoS3Server } from '#test/s3-server.ts';
import { describeMultipart } from './multipart.suite.ts';
import { describeStorage } from './storage.suite.ts';

const obstacle = whyNoS3Server();
if (obstacle) process.stderr.write(`The tests against a real S3 store are skipped: ${obstacle}\n`);

describe.skipIf(obstacle !== null)('as every storage', () => {
  let storage: Storage;
  let server: Awaited<ReturnType<typeof startS3Server>>;
  beforeAll(async () => {
    server = await startS3Server();
    storage = createS3Storage(server.options);
  });
  afterAll(() => server.stop());

  const underTest = () => ({ storage, origin: 'https://inspect.example.com' });
  describeStorage(underTest);
  describeMultipart(underTest);
});
