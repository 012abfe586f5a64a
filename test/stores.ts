import { afterAll, beforeAll, describe } from 'vitest';
import { createS3Storage } from '#server/platform/storage/s3.ts';
import { createTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { createBucket } from './s3-bucket.ts';
import { s3ServerObstacle } from './s3-server.ts';

export interface AppOnStore {
  app: TestApp;
  /** The address of the listening server. */
  origin: string;
}

/**
 * Runs the same tests on an application that stores its files on the disk, and on one that stores them in an S3 store.
 */
export function describeOnEveryStore(options: TestAppOptions, tests: (get: () => AppOnStore) => void): void {
  const listening = async (app: TestApp): Promise<AppOnStore> => ({
    app,
    origin: await app.system.app.listen({ port: 0, host: '127.0.0.1' }),
  });

  describe('on the disk', () => {
    let own: AppOnStore;
    beforeAll(async () => {
      own = await listening(await createTestApp(options));
    });
    afterAll(() => own.app.close());
    tests(() => own);
  });

  const obstacle = s3ServerObstacle();
  if (obstacle) process.stderr.write(`The tests against a real S3 store are skipped: ${obstacle}\n`);
  describe.skipIf(obstacle !== null)('in an S3 store', () => {
    let own: AppOnStore;
    beforeAll(async () => {
      own = await listening(await createTestApp({ ...options, storage: createS3Storage(await createBucket()) }));
    });
    afterAll(() => own.app.close());
    tests(() => own);
  });
}
