import { randomUUID } from 'node:crypto';
import { and, count, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import {
  cannotSign,
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
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { only } from '#server/platform/database/first.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import { AppError, conflict, field, notFound } from '#server/platform/http/problem.ts';
import { MissingUploadError, PartsRejectedError, type Storage } from '#server/platform/storage/storage.ts';
import { mayBeClaimed, mostBytes, partNumbersOf } from './uploads.rules.ts';
import { uploads, type UploadRow } from './uploads.tables.ts';

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
const withoutKey = 'The key of the upload must be passed in the query: ?key=…';
const gone = () => new AppError(404, 'This upload was completed or dropped');

/** Holds an upload of a person until the commit, to claim its file. Throws 404, 400 while it is not complete, 409. */
export async function holdUpload(change: Change, key: string): Promise<UploadRow> {
  const [row] = await change.tx
    .select()
    .from(uploads)
    .where(and(eq(uploads.storageKey, key), eq(uploads.userId, change.userId)))
    .for('update');
  if (!row) throw notFound('Upload');
  if (row.claimedAt) throw conflict('This upload is already in use');
  if (!mayBeClaimed(row)) throw field('key', 'This upload is not complete yet');
  return row;
}

/** Marks an upload that is held as taken by a recording. */
export async function claimForRecording(change: Change, key: string, recordingId: string): Promise<void> {
  await change.tx.update(uploads).set({ claimedAt: new Date(), recordingId }).where(eq(uploads.storageKey, key));
}

/** Forgets an upload that nothing has taken, with its file. */
export async function discardUpload(db: Database, storage: Storage, key: string): Promise<void> {
  await storage.remove(key);
  await db.delete(uploads).where(and(eq(uploads.storageKey, key), isNull(uploads.claimedAt)));
}

/** The upload of a person with this key, whatever its state. */
export const uploadOf = async (db: Database, key: string, userId: string): Promise<UploadRow | null> =>
  (
    await db
      .select()
      .from(uploads)
      .where(and(eq(uploads.storageKey, key), eq(uploads.userId, userId)))
  )[0] ?? null;

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
    if (limit === null) throw new AppError(415, 'Only videos, pictures and PDF documents can be uploaded');
    return limit;
  }

  const newRow = (actor: Actor, file: { filename: string; type: string }, maxBytes: number) => ({
    storageKey: `uploads/${actor.id}/${randomUUID()}`,
    userId: actor.id,
    filename: file.filename.slice(0, 300),
    contentType: file.type,
    maxBytes,
    expiresAt: new Date(Date.now() + lifeSeconds * 1000),
  });

  /** Another key than the upload's is another upload, which is not there. */
  function checkKey(target: Target, key: string | undefined, missing: string): void {
    if (!key) throw field('key', missing);
    if (key !== target.storageKey) throw notFound('Upload');
  }

  const storeId = ({ multipartId }: UploadRow): string => multipartId ?? '';

  async function listed(target: Target) {
    try {
      return await multipart.list(target.storageKey, storeId(target));
    } catch (error) {
      if (error instanceof MissingUploadError) throw gone();
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
    if (target.completedAt) throw gone();
    const bytes = (await listed(target)).reduce((sum, { size }) => sum + size, 0);
    const most = target.maxBytes ?? 0;
    if (bytes > most) throw new AppError(413, `The file is larger than the limit of ${most} bytes`);
  }

  async function compose(target: Target, parts: { partNumber: number; etag: string }[]): Promise<void> {
    try {
      await multipart.complete(target.storageKey, storeId(target), parts, { maxBytes: target.maxBytes ?? 0 });
    } catch (error) {
      if (error instanceof PartsRejectedError)
        throw error.tooLarge ? new AppError(413, error.message) : field('parts', error.message);
      if (!(error instanceof MissingUploadError)) throw error;
      // The same call before this one may have made the file without living to say so.
      if (!(await storage.head(target.storageKey))) throw gone();
    }
  }

  return {
    async load(actor, id) {
      const [row] = await db
        .select()
        .from(uploads)
        .where(and(eq(uploads.id, id), eq(uploads.userId, actor.id), isNotNull(uploads.multipartId)));
      return row ? authorize(row) : null;
    },

    async params(actor, file, origin) {
      const row = newRow(actor, file, limitOf(file.type));
      await db.insert(uploads).values(row);
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
      const [open] = await db
        .select({ value: count() })
        .from(uploads)
        .where(
          and(
            eq(uploads.userId, actor.id),
            isNotNull(uploads.multipartId),
            isNull(uploads.completedAt),
            gt(uploads.expiresAt, new Date()),
          ),
        );
      if ((open?.value ?? 0) >= mostOpen)
        throw conflict(`You have ${mostOpen} unfinished uploads. Complete or cancel one of them first`);
      const multipartId = await multipart.create(row.storageKey, { contentType: file.type });
      return changes.run(actor.id, async (change) => {
        const { id, storageKey } = only(
          await change.tx
            .insert(uploads)
            .values({ ...row, multipartId })
            .returning(),
        );
        change.audit('upload.begun', 'upload', id, { filename: row.filename, contentType: file.type });
        return { key: storageKey, uploadId: id, bucket: storage.bucket };
      });
    },

    async list(target, key) {
      checkKey(target, key, withoutKey);
      if (target.completedAt) throw gone();
      return (await listed(target)).map(({ partNumber, etag, size }) => ({
        PartNumber: partNumber,
        ETag: `"${etag}"`,
        Size: size,
      }));
    },

    async sign(target, key, partNumber, origin) {
      checkKey(target, key, cannotSign);
      const [number] = partNumbersOf(partNumber) ?? [];
      if (!number) throw field('partNumber', cannotSign);
      await checkRoom(target);
      return { url: await signed(target, number, origin), expires: lifeSeconds };
    },

    async signBatch(target, key, partNumbers, origin) {
      checkKey(target, key, cannotSign);
      const numbers = partNumbersOf(partNumbers ?? '');
      if (!numbers) throw field('partNumbers', cannotSign);
      await checkRoom(target);
      const presignedUrls: Record<string, string> = {};
      for (const number of numbers) presignedUrls[number] = await signed(target, number, origin);
      return { presignedUrls };
    },

    async complete(actor, target, key, parts, origin) {
      checkKey(target, key, withoutKey);
      const { storageKey } = target;
      const answer = { location: storage.locationOf(storageKey, origin), key: storageKey, bucket: storage.bucket };
      if (target.completedAt) return answer;
      const named = parts.map(({ PartNumber, ETag }) => ({ partNumber: PartNumber, etag: ETag }));
      await compose(target, named);
      const kept = await changes.run(actor.id, async (change) => {
        const rows = await change.tx
          .update(uploads)
          .set({ completedAt: new Date() })
          .where(eq(uploads.storageKey, storageKey))
          .returning();
        if (rows.length > 0) change.audit('upload.completed', 'upload', target.id, { parts: parts.length });
        return rows.length > 0;
      });
      if (kept) return answer;
      // Somebody dropped it while its parts were put together.
      await storage.remove(storageKey);
      throw gone();
    },

    async drop(actor, target, key) {
      checkKey(target, key, withoutKey);
      await changes.run(actor.id, async (change) => {
        const [row] = await change.tx
          .select()
          .from(uploads)
          .where(eq(uploads.storageKey, target.storageKey))
          .for('update');
        if (!row) throw notFound('Upload');
        if (row.claimedAt) throw conflict('The file of this upload is in use');
        await multipart.abort(row.storageKey, storeId(row));
        await storage.remove(row.storageKey);
        await change.tx.delete(uploads).where(eq(uploads.storageKey, row.storageKey));
        change.audit('upload.dropped', 'upload', row.id);
      });
    },
  };
}
