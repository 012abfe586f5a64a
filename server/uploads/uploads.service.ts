import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  uploadLimits,
  type completedSchema,
  type completeInputSchema,
  type multipartInputSchema,
  type multipartSchema,
  type uploadParamsQuery,
  type uploadParamsSchema,
} from '#contract/uploads.ts';
import type { Config } from '#server/config.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor } from '#server/platform/http/actor.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { createUploadParts, requireKey, type UploadParts, type UploadTarget } from './upload-parts.ts';
import { unsupportedUpload, uploadGone, uploadInUse, uploadNotFound } from './uploads.errors.ts';
import * as repository from './uploads.repository.ts';
import { createNewUploads } from './new-uploads.ts';
import { fileLimit, maxBytesOf, newUploadKey } from './uploads.rules.ts';
import { quotasOf } from '#server/users/quotas.rules.ts';

export interface UploadsService extends Pick<UploadParts, 'list' | 'sign' | 'signBatch'> {
  /** A multipart upload, for the user who started it only. */
  load(actor: Actor, id: string): Promise<UploadTarget | null>;
  /** The form for uploading one file. Throws 415. */
  params(
    actor: Actor,
    file: z.output<typeof uploadParamsQuery>,
    origin: string,
  ): Promise<z.infer<typeof uploadParamsSchema>>;
  /** Starts a multipart upload. Throws 415, or 409 when the user has too many open ones. */
  create(actor: Actor, file: z.output<typeof multipartInputSchema>): Promise<z.infer<typeof multipartSchema>>;
  /** Completes the upload; repeating it returns the same answer. */
  complete(
    actor: Actor,
    target: UploadTarget,
    key: string | undefined,
    parts: z.output<typeof completeInputSchema>['parts'],
    origin: string,
  ): Promise<z.infer<typeof completedSchema>>;
  /** Removes the upload and the parts that have arrived. Throws 409 when the file is in use. */
  drop(actor: Actor, target: UploadTarget, key: string | undefined): Promise<void>;
}

const lifeSeconds = uploadLimits.signedSeconds;

export function createUploadsService(deps: {
  db: Database;
  changes: Changes;
  storage: Storage;
  config: Config;
}): UploadsService {
  const { db, changes, storage, config } = deps;
  const { compose, abort, list, sign, signBatch } = createUploadParts({ storage });

  const store = createNewUploads({ db, changes, storage, config });

  function newRow(actor: Actor, file: { filename: string; type: string }) {
    const maxBytes = maxBytesOf(file.type, config.recordingMaxBytes);
    if (maxBytes === null) throw unsupportedUpload();
    return {
      storageKey: newUploadKey(actor.id, randomUUID()),
      userId: actor.id,
      filename: file.filename.slice(0, 300),
      contentType: file.type,
      maxBytes: fileLimit(quotasOf(config, actor.user), maxBytes),
      expiresAt: new Date(Date.now() + lifeSeconds * 1000),
    };
  }

  return {
    list,
    sign,
    signBatch,

    async load(actor, id) {
      const row = await repository.findMultipartById(db, id, actor.id);
      return row ? authorize(row) : null;
    },

    async params(actor, file, origin) {
      const row = newRow(actor, file);
      await store.whole(actor, row);
      const form = await storage.createForm({
        key: row.storageKey,
        contentType: file.type,
        maxBytes: row.maxBytes,
        expiresInSeconds: lifeSeconds,
        sessionId: actor.session.id,
        origin,
      });
      return { method: 'POST', ...form, expires: lifeSeconds };
    },

    async create(actor, file) {
      const row = newRow(actor, file);
      const { id, storageKey } = await store.inParts(actor, row);
      return { key: storageKey, uploadId: id, bucket: storage.bucket };
    },

    async complete(actor, target, key, parts, origin) {
      requireKey(target, key);
      const { storageKey } = target;
      const answer = { location: storage.locationOf(storageKey, origin), key: storageKey, bucket: storage.bucket };
      if (target.completedAt) return answer;
      await compose(target, parts);
      const isKept = await changes.run(actor.id, async (change) => {
        const completed = await repository.updateToCompleted(change.tx, storageKey);
        if (completed) change.audit('upload.completed', 'upload', target.id, { parts: parts.length });
        return completed;
      });
      if (isKept) return answer;
      // Another request dropped the upload while its parts were being composed.
      await storage.remove(storageKey);
      throw uploadGone();
    },

    async drop(actor, target, key) {
      requireKey(target, key);
      await changes.run(actor.id, async (change) => {
        const row = await repository.lockByKey(change.tx, target.storageKey);
        if (!row) throw uploadNotFound();
        if (row.claimedAt) throw uploadInUse();
        await abort(row);
        await storage.remove(row.storageKey);
        await repository.deleteByKey(change.tx, row.storageKey);
        change.audit('upload.dropped', 'upload', row.id);
      });
    },
  };
}
