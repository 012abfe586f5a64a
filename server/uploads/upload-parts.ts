import type { z } from 'zod';
import {
  uploadLimits,
  type completeInputSchema,
  type signedPartSchema,
  type signedPartsSchema,
  type uploadPartsSchema,
} from '#contract/uploads.ts';
import type { Authorized } from '#server/platform/http/actor.ts';
import type { AppError } from '#server/platform/http/problem.ts';
import { MissingUploadError, PartsRejectedError } from '#server/platform/storage/storage.errors.ts';
import type { Storage, StoredPart } from '#server/platform/storage/storage.ts';
import type { UploadRow } from '#server/schema/uploads.tables.ts';
import {
  partNumberInvalid,
  partNumbersInvalid,
  partsRefused,
  signKeyMissing,
  uploadGone,
  uploadKeyMissing,
  uploadNotFound,
  uploadTooLarge,
} from './uploads.errors.ts';
import { partNumbersOf } from './uploads.rules.ts';

export type UploadTarget = Authorized<UploadRow>;

/** Throws 404 for a key other than the upload's, the same as for an unknown upload. */
export function requireKey(target: UploadTarget, key: string | undefined, missing: () => AppError = uploadKeyMissing) {
  if (!key) throw missing();
  if (key !== target.storageKey) throw uploadNotFound();
}

/** Who asks for an address: the session or API key with which it ends, and the origin by which the browser reaches this server. */
export interface Asker {
  sessionId: string;
  origin: string;
}

export interface UploadParts {
  list(target: UploadTarget, key: string | undefined): Promise<z.infer<typeof uploadPartsSchema>>;
  /** Signs addresses for parts. Throws 413 once more has arrived than the file may have. */
  sign(
    target: UploadTarget,
    key: string | undefined,
    partNumber: string,
    asker: Asker,
  ): Promise<z.infer<typeof signedPartSchema>>;
  signBatch(
    target: UploadTarget,
    key: string | undefined,
    partNumbers: string | undefined,
    asker: Asker,
  ): Promise<z.infer<typeof signedPartsSchema>>;
  /**
   * Composes the file from its parts. Throws 400 or 413 for parts that do not form a valid file, 404 when the upload no
   * longer exists.
   */
  compose(target: UploadTarget, parts: z.output<typeof completeInputSchema>['parts']): Promise<void>;
  /** Removes the parts that have arrived. */
  abort(upload: UploadRow): Promise<void>;
}

/** Handles the parts of an upload while the browser still sends them. */
export function createUploadParts({ storage }: { storage: Storage }): UploadParts {
  const { multipart } = storage;
  const expires = uploadLimits.signedSeconds;
  const storeId = ({ multipartId }: UploadRow): string => multipartId ?? '';

  async function arrived(target: UploadTarget): Promise<StoredPart[]> {
    try {
      return await multipart.list(target.storageKey, storeId(target));
    } catch (error) {
      if (error instanceof MissingUploadError) throw uploadGone();
      throw error;
    }
  }

  /** An S3 store accepts parts of any size, so check the size of what has arrived. */
  async function requireRoom(target: UploadTarget): Promise<void> {
    if (target.completedAt) throw uploadGone();
    const bytes = (await arrived(target)).reduce((sum, { size }) => sum + size, 0);
    const maxBytes = target.maxBytes ?? 0;
    if (bytes > maxBytes) throw uploadTooLarge(maxBytes);
  }

  const urlOf = (target: UploadTarget, partNumber: number, { sessionId, origin }: Asker): Promise<string> =>
    multipart.sign({
      key: target.storageKey,
      uploadId: storeId(target),
      partNumber,
      maxBytes: target.maxBytes ?? 0,
      expiresInSeconds: expires,
      sessionId,
      origin,
    });

  return {
    async list(target, key) {
      requireKey(target, key);
      if (target.completedAt) throw uploadGone();
      return (await arrived(target)).map(({ partNumber, etag, size }) => ({
        PartNumber: partNumber,
        ETag: `"${etag}"`,
        Size: size,
      }));
    },

    async sign(target, key, partNumber, asker) {
      requireKey(target, key, signKeyMissing);
      const [number] = partNumbersOf(partNumber) ?? [];
      if (!number) throw partNumberInvalid();
      await requireRoom(target);
      return { url: await urlOf(target, number, asker), expires };
    },

    async signBatch(target, key, partNumbers, asker) {
      requireKey(target, key, signKeyMissing);
      const numbers = partNumbersOf(partNumbers ?? '');
      if (!numbers) throw partNumbersInvalid();
      await requireRoom(target);
      const presignedUrls: Record<string, string> = {};
      for (const number of numbers) presignedUrls[number] = await urlOf(target, number, asker);
      return { presignedUrls };
    },

    async compose(target, parts) {
      const maxBytes = target.maxBytes ?? 0;
      const named = parts.map(({ PartNumber, ETag }) => ({ partNumber: PartNumber, etag: ETag }));
      try {
        await multipart.complete(target.storageKey, storeId(target), named, { maxBytes });
      } catch (error) {
        if (error instanceof PartsRejectedError)
          throw error.tooLarge ? uploadTooLarge(maxBytes) : partsRefused(error.message);
        if (!(error instanceof MissingUploadError)) throw error;
        // An earlier call may have composed the file and died before it could answer.
        if (!(await storage.head(target.storageKey))) throw uploadGone();
      }
    },

    abort: (upload) => multipart.abort(upload.storageKey, storeId(upload)),
  };
}
