import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  uploadLimits,
  type completedSchema,
  type completeInputSchema,
  type multipartInputSchema,
  type multipartSchema,
  type signedPartSchema,
  type signedPartsSchema,
  type uploadParamsQuery,
  type uploadParamsSchema,
  type uploadPartsSchema,
} from '#contract/uploads.ts';
import type { Config } from '#server/config.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import { MissingUploadError, PartsRejectedError, type Storage } from '#server/platform/storage/storage.ts';
import type { UploadRow } from '#server/schema/uploads.tables.ts';
import {
  partsRefused,
  tooManyOpenUploads,
  unsupportedUpload,
  uploadGone,
  uploadInUse,
  uploadKeyMissing,
  uploadTooLarge,
} from './uploads.errors.ts';
import { partNumberInvalid, partNumbersInvalid, signKeyMissing, uploadNotFound } from './uploads.errors.ts';
import * as repository from './uploads.repository.ts';
import { mostBytes, newUploadKey, partNumbersOf } from './uploads.rules.ts';

type Target = Authorized<UploadRow>;

export interface UploadsService {
  /** An upload in parts, for the person whose it is alone. */
  load(actor: Actor, id: string): Promise<Target | null>;
  /** A form for one file. Throws 415. */
  params(
    actor: Actor,
    file: z.output<typeof uploadParamsQuery>,
    origin: string,
  ): Promise<z.infer<typeof uploadParamsSchema>>;
  /** Begins an upload in parts. Throws 415, and 409 for somebody with very many open ones. */
  create(actor: Actor, file: z.output<typeof multipartInputSchema>): Promise<z.infer<typeof multipartSchema>>;
  list(target: Target, key: string | undefined): Promise<z.infer<typeof uploadPartsSchema>>;
  /** Throws 413 once more has arrived than the file may have. */
  sign(
    target: Target,
    key: string | undefined,
    partNumber: string,
    origin: string,
  ): Promise<z.infer<typeof signedPartSchema>>;
  signBatch(
    target: Target,
    key: string | undefined,
    partNumbers: string | undefined,
    origin: string,
  ): Promise<z.infer<typeof signedPartsSchema>>;
  /** The same again answers the same. */
  complete(
    actor: Actor,
    target: Target,
    key: string | undefined,
    parts: z.output<typeof completeInputSchema>['parts'],
    origin: string,
  ): Promise<z.infer<typeof completedSchema>>;
  /** Forgets the upload and what arrived of it. Throws 409 when the file is in use. */
  drop(actor: Actor, target: Target, key: string | undefined): Promise<void>;
}

const lifeSeconds = uploadLimits.signedSeconds;
const mostOpen = 100;

export function createUploadsService(deps: {
  db: Database;
  changes: Changes;
  storage: Storage;
  config: Config;
}): UploadsService {
  const { db, changes, storage, config } = deps;
  const { multipart } = storage;

  function limitOf(type: string): number {
    const limit = mostBytes(type, config.recordingMaxBytes);
    if (limit === null) throw unsupportedUpload();
    return limit;
  }

  const newRow = (actor: Actor, file: { filename: string; type: string }, maxBytes: number) => ({
    storageKey: newUploadKey(actor.id, randomUUID()),
    userId: actor.id,
    filename: file.filename.slice(0, 300),
    contentType: file.type,
    maxBytes,
    expiresAt: new Date(Date.now() + lifeSeconds * 1000),
  });

  /** Another key than the upload's is another upload, which is not there. */
  function checkKey(target: Target, key: string | undefined, missing = uploadKeyMissing()): void {
    if (!key) throw missing;
    if (key !== target.storageKey) throw uploadNotFound();
  }

  const storeId = ({ multipartId }: UploadRow): string => multipartId ?? '';

  async function listed(target: Target) {
    try {
      return await multipart.list(target.storageKey, storeId(target));
    } catch (error) {
      if (error instanceof MissingUploadError) throw uploadGone();
      throw error;
    }
  }

  const signed = (target: Target, partNumber: number, origin: string) =>
    multipart.sign({
      key: target.storageKey,
      uploadId: storeId(target),
      partNumber,
      maxBytes: target.maxBytes ?? 0,
      expiresInSeconds: lifeSeconds,
      origin,
    });

  /** A store of somebody else's takes parts of any size; what has arrived tells when it is too much. */
  async function checkRoom(target: Target): Promise<void> {
    if (target.completedAt) throw uploadGone();
    const bytes = (await listed(target)).reduce((sum, { size }) => sum + size, 0);
    const most = target.maxBytes ?? 0;
    if (bytes > most) throw uploadTooLarge(most);
  }

  async function compose(target: Target, parts: { partNumber: number; etag: string }[]): Promise<void> {
    try {
      await multipart.complete(target.storageKey, storeId(target), parts, { maxBytes: target.maxBytes ?? 0 });
    } catch (error) {
      if (error instanceof PartsRejectedError)
        throw error.tooLarge ? uploadTooLarge(target.maxBytes ?? 0) : partsRefused(error.message);
      if (!(error instanceof MissingUploadError)) throw error;
      // The same call before this one may have made the file without living to say so.
      if (!(await storage.head(target.storageKey))) throw uploadGone();
    }
  }

  return {
    async load(actor, id) {
      const row = await repository.inPartsById(db, id, actor.id);
      return row ? authorize(row) : null;
    },

    async params(actor, file, origin) {
      const row = newRow(actor, file, limitOf(file.type));
      await repository.insert(db, row);
      const form = await storage.createForm({
        key: row.storageKey,
        contentType: file.type,
        maxBytes: row.maxBytes,
        expiresInSeconds: lifeSeconds,
        origin,
      });
      return { method: 'POST', ...form, expires: lifeSeconds };
    },

    async create(actor, file) {
      const row = newRow(actor, file, limitOf(file.type));
      if ((await repository.countOpen(db, actor.id)) >= mostOpen) throw tooManyOpenUploads(mostOpen);
      const multipartId = await multipart.create(row.storageKey, { contentType: file.type });
      return changes.run(actor.id, async (change) => {
        const { id, storageKey } = await repository.insert(change.tx, { ...row, multipartId });
        change.audit('upload.begun', 'upload', id, { filename: row.filename, contentType: file.type });
        return { key: storageKey, uploadId: id, bucket: storage.bucket };
      });
    },

    async list(target, key) {
      checkKey(target, key);
      if (target.completedAt) throw uploadGone();
      return (await listed(target)).map(({ partNumber, etag, size }) => ({
        PartNumber: partNumber,
        ETag: `"${etag}"`,
        Size: size,
      }));
    },

    async sign(target, key, partNumber, origin) {
      checkKey(target, key, signKeyMissing());
      const [number] = partNumbersOf(partNumber) ?? [];
      if (!number) throw partNumberInvalid();
      await checkRoom(target);
      return { url: await signed(target, number, origin), expires: lifeSeconds };
    },

    async signBatch(target, key, partNumbers, origin) {
      checkKey(target, key, signKeyMissing());
      const numbers = partNumbersOf(partNumbers ?? '');
      if (!numbers) throw partNumbersInvalid();
      await checkRoom(target);
      const presignedUrls: Record<string, string> = {};
      for (const number of numbers) presignedUrls[number] = await signed(target, number, origin);
      return { presignedUrls };
    },

    async complete(actor, target, key, parts, origin) {
      checkKey(target, key);
      const { storageKey } = target;
      const answer = { location: storage.locationOf(storageKey, origin), key: storageKey, bucket: storage.bucket };
      if (target.completedAt) return answer;
      const named = parts.map(({ PartNumber, ETag }) => ({ partNumber: PartNumber, etag: ETag }));
      await compose(target, named);
      const kept = await changes.run(actor.id, async (change) => {
        const completed = await repository.markCompleted(change.tx, storageKey);
        if (completed) change.audit('upload.completed', 'upload', target.id, { parts: parts.length });
        return completed;
      });
      if (kept) return answer;
      // Somebody dropped it while its parts were put together.
      await storage.remove(storageKey);
      throw uploadGone();
    },

    async drop(actor, target, key) {
      checkKey(target, key);
      await changes.run(actor.id, async (change) => {
        const row = await repository.lock(change.tx, target.storageKey);
        if (!row) throw uploadNotFound();
        if (row.claimedAt) throw uploadInUse();
        await multipart.abort(row.storageKey, storeId(row));
        await storage.remove(row.storageKey);
        await repository.remove(change.tx, row.storageKey);
        change.audit('upload.dropped', 'upload', row.id);
      });
    },
  };
}
