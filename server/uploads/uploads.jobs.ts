import { and, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import { z } from 'zod';
import { uploadLimits } from '#contract/uploads.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { JobDefinition } from '#server/platform/queue/queue.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { uploads } from './uploads.tables.ts';

const graceMilliseconds = 3_600_000;
const runEveryMilliseconds = 3_600_000;

/** Drops what was uploaded, or begun, and never used: an hour after the last of its addresses has expired. */
export function uploadJobs({ db, storage }: { db: Database; storage: Storage }) {
  const sweep: JobDefinition<object> = {
    name: 'sweep-uploads',
    payload: z.object({}),
    retryLimit: 1,
    retryDelaySeconds: 60,
    timeoutSeconds: 600,
    cron: '40 * * * *',
    async run() {
      const overdue = new Date(Date.now() - graceMilliseconds);
      const stale = and(isNull(uploads.claimedAt), lt(uploads.expiresAt, overdue));
      for (const { storageKey, multipartId } of await db.delete(uploads).where(stale).returning()) {
        if (multipartId) await storage.multipart.abort(storageKey, multipartId);
        await storage.remove(storageKey);
      }
      // A signed address outlives the file that a photo or a recording took from it, and could be used again.
      const closed = and(
        isNotNull(uploads.claimedAt),
        isNull(uploads.multipartId),
        gt(uploads.expiresAt, new Date(overdue.getTime() - 2 * runEveryMilliseconds)),
        lt(uploads.expiresAt, overdue),
      );
      for (const { storageKey } of await db.select().from(uploads).where(closed)) await storage.remove(storageKey);
      // And what a crash left in the store without a row.
      await storage.multipart.removeStale(new Date(overdue.getTime() - uploadLimits.signedSeconds * 1000));
    },
  };
  return [sweep];
}
