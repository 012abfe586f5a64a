import { z } from 'zod';
import { uploadLimits } from '#contract/uploads.ts';
import { serverId } from '#server/platform/audit/audit.rules.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { JobDefinition, JobKind } from '#server/platform/queue/job.ts';
import { MissingUploadError } from '#server/platform/storage/storage.errors.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { UploadRow } from '#server/schema/uploads.tables.ts';
import * as repository from './uploads.repository.ts';
import { isComplete } from './uploads.rules.ts';

const graceMilliseconds = 3_600_000;
const runEveryMilliseconds = 3_600_000;

const copyPayload = z.object({ key: z.string() });
type CopyPayload = z.infer<typeof copyPayload>;
/** Removes a copy of an upload that nothing uses, because the process ended before registering it. */
export const dropUnusedCopy: JobKind<CopyPayload> = { name: 'drop-unused-copy', payload: copyPayload };
/** Long enough that the call that made the copy has ended in any case. */
export const dropCopyAfterSeconds = 3600;

/**
 * Removes what has more bytes than its address allows. An S3 store takes parts and files of any size at a signed address, and
 * the server learns of it only when it looks.
 */
async function removeTooLarge(storage: Storage, upload: UploadRow): Promise<void> {
  const { storageKey, multipartId } = upload;
  const maxBytes = upload.maxBytes ?? uploadLimits.fileBytes;
  if (multipartId && !isComplete(upload)) {
    const parts = await storage.multipart.list(storageKey, multipartId).catch((error: unknown) => {
      if (error instanceof MissingUploadError) return [];
      throw error;
    });
    if (parts.reduce((sum, { size }) => sum + size, 0) > maxBytes)
      await storage.multipart.abort(storageKey, multipartId);
  } else if (((await storage.head(storageKey))?.size ?? 0) > maxBytes) await storage.remove(storageKey);
}

/** Removes uploads that were never claimed, an hour after the last of their addresses has expired. */
export function uploadJobs({ db, changes, storage }: { db: Database; changes: Changes; storage: Storage }) {
  const sweep: JobDefinition<object> = {
    name: 'sweep-uploads',
    payload: z.object({}),
    retryLimit: 1,
    retryDelaySeconds: 60,
    timeoutSeconds: 600,
    cron: '40 * * * *',
    async run() {
      const overdue = new Date(Date.now() - graceMilliseconds);
      const expired = await changes.run(serverId, async (change) => {
        const rows = await repository.deleteExpired(change.tx, overdue);
        for (const { id } of rows) change.audit('upload.expired', 'upload', id);
        return rows;
      });
      for (const { storageKey, multipartId } of expired) {
        if (multipartId) await storage.multipart.abort(storageKey, multipartId);
        await storage.remove(storageKey);
      }
      for (const upload of await repository.listUnclaimed(db)) await removeTooLarge(storage, upload);
      // A signed address stays valid after its file was claimed, so it may have been used again.
      const since = new Date(overdue.getTime() - 2 * runEveryMilliseconds);
      for (const { storageKey } of await repository.listClaimedAndExpired(db, since, overdue))
        await storage.remove(storageKey);
      // A crash may leave multipart uploads in the store that have no row here.
      await storage.multipart.removeStale(new Date(overdue.getTime() - uploadLimits.signedSeconds * 1000));
    },
  };
  const dropCopy: JobDefinition<CopyPayload> = {
    ...dropUnusedCopy,
    retryLimit: 5,
    retryDelaySeconds: 60,
    timeoutSeconds: 120,
    async run({ key }) {
      if (!(await repository.isUsed(db, key))) await storage.remove(key);
    },
  };
  return [sweep, dropCopy];
}
