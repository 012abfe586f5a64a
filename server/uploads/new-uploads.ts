import type { Config } from '#server/config.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import { lockQuota } from '#server/platform/database/quota-lock.ts';
import type { Database, Executor, Transaction } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { createTurns } from '#server/platform/turns.ts';
import type { UploadRow } from '#server/schema/uploads.tables.ts';
import { aDayAgo, quotasOf, type Quotas } from '#server/users/quotas.rules.ts';
import { tooManyOpenUploads } from './uploads.errors.ts';
import * as repository from './uploads.repository.ts';
import { requireWithin } from './uploads.rules.ts';

const maxOpenUploads = 100;

/** Stores a new upload, of many at once only as many as the account may have. Throws 409, 429. */
async function insertWithinQuotas(tx: Transaction, quotas: Quotas, row: repository.NewUpload): Promise<UploadRow> {
  await lockQuota(tx, row.userId);
  requireWithin(quotas, await repository.getFiguresSince(tx, row.userId, aDayAgo()));
  return repository.insert(tx, row);
}

/** Stores uploads within the quotas of an account, one after another for each account. */
export function createNewUploads(deps: { db: Database; changes: Changes; storage: Storage; config: Config }) {
  const { db, changes, storage, config } = deps;
  const oneByOne = createTurns();
  const quotasFor = (actor: Actor) => quotasOf(config, actor.user);

  async function requireFewOpen(executor: Executor, actor: Actor, most: number): Promise<void> {
    if ((await repository.countOpen(executor, actor.id)) > most) throw tooManyOpenUploads(maxOpenUploads);
  }

  return {
    whole: (actor: Actor, row: repository.NewUpload): Promise<UploadRow> =>
      oneByOne(actor.id, () =>
        changes.run(actor.id, async (change) => {
          const upload = await insertWithinQuotas(change.tx, quotasFor(actor), row);
          const { filename, contentType } = upload;
          change.audit('upload.requested', 'upload', upload.id, { filename, contentType });
          return upload;
        }),
      ),

    async inParts(actor: Actor, row: repository.NewUpload & { contentType: string }): Promise<UploadRow> {
      // Before the store is called, which the lock must not wait for.
      requireWithin(quotasFor(actor), await repository.getFiguresSince(db, actor.id, aDayAgo()));
      await requireFewOpen(db, actor, maxOpenUploads - 1);
      const { storageKey, filename, contentType } = row;
      const multipartId = await storage.multipart.create(storageKey, { contentType });
      const insert = () =>
        changes.run(actor.id, async (change) => {
          const upload = await insertWithinQuotas(change.tx, quotasFor(actor), { ...row, multipartId });
          await requireFewOpen(change.tx, actor, maxOpenUploads);
          change.audit('upload.begun', 'upload', upload.id, { filename, contentType });
          return upload;
        });
      try {
        return await oneByOne(actor.id, insert);
      } catch (error) {
        await storage.multipart.abort(storageKey, multipartId);
        throw error;
      }
    },
  };
}
