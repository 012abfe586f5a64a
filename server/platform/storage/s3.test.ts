import { once } from 'node:events';
import { createServer, request } from 'node:http';
import PQueue from 'p-queue';
import { beforeAll, describe, expect, test } from 'vitest';
import { createS3Storage } from '#server/platform/storage/s3.ts';
import { FileTooLargeError } from '#server/platform/storage/storage.errors.ts';
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

  // Ceph's gateway tests the condition of a copy first, and then copies whatever is there.
  test('a snapshot has the size of what was copied, not of what was measured before', async () => {
    const bucket = await createBucket();
    const store = new URL(bucket.endpoint ?? '');
    /** Says of each file at `uploads/` that it has three bytes, as if it had been replaced right after that. */
    const between = createServer((asked, answer) => {
      const { method, url: path = '', headers } = asked;
      const passed = request({ host: store.hostname, port: store.port, method, path, headers }, (found) => {
        const isMeasured = method === 'HEAD' && path.includes('/uploads/');
        answer.writeHead(found.statusCode ?? 500, {
          ...found.headers,
          ...(isMeasured ? { 'content-length': '3' } : {}),
        });
        found.pipe(answer);
      });
      asked.pipe(passed);
    }).listen(0, '127.0.0.1');
    await once(between, 'listening');
    try {
      const address = between.address();
      const port = typeof address === 'object' ? address?.port : 0;
      const swapped = createS3Storage({ ...bucket, endpoint: `http://127.0.0.1:${port}` });
      await swapped.put('uploads/one', Buffer.from('1234567'), { contentType: 'text/plain' });
      expect(await swapped.head('uploads/one')).toEqual({ size: 3 });
      expect(await swapped.snapshot('uploads/one', 'photos/one', { maxBytes: 7 })).toEqual({ size: 7 });
      await expect(swapped.snapshot('uploads/one', 'photos/two', { maxBytes: 6 })).rejects.toThrow(FileTooLargeError);
      expect(await swapped.head('photos/two')).toBeNull();
    } finally {
      between.close();
      between.closeAllConnections();
    }
  });

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
