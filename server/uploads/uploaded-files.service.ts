import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Config } from '#server/config.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { FileReplacedError } from '#server/platform/storage/storage.errors.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { UploadRow } from '#server/schema/uploads.tables.ts';
import type { Queue } from '#server/platform/queue/queue.ts';
import { uploadReplaced } from './uploads.errors.ts';
import * as repository from './uploads.repository.ts';
import { dropCopyAfterSeconds, dropUnusedCopy } from './uploads.jobs.ts';
import { createNewUploads } from './new-uploads.ts';
import { fileLimit, newUploadKey, requireBytesLeft } from './uploads.rules.ts';
import { aDayAgo, quotasOf } from '#server/users/quotas.rules.ts';

interface AddressRequest {
  filename: string | null;
  contentType: string | null;
  maxBytes: number;
  expiresInSeconds: number;
  origin: string;
}

/** Gives the modules that register photos and recordings access to uploaded files. */
export interface UploadedFilesService {
  /** Throws 429 where the account has uploaded as many bytes as it may; for files that come another way than by an address. */
  requireBytesLeft(actor: Actor): Promise<void>;
  /** An address that accepts one PUT of a file of any type. */
  requestAddress(actor: Actor, request: AddressRequest): Promise<string>;
  /** Stores a file made by the server as if it had been uploaded; returns its key. Counts towards no quota. */
  add(userId: string, content: Buffer | Readable, contentType: string): Promise<string>;
  /**
   * Stores a file that somebody else sends for the user, within the user's quotas; returns its key. `read` gets the most
   * bytes that it may have. Throws 409, 429.
   */
  addFor(
    actor: Actor,
    file: { filename: string; contentType: string; maxBytes: number },
    read: (maxBytes: number) => Promise<Readable>,
  ): Promise<string>;
  /** The user's upload with this key, in any state but spent. */
  find(key: string, userId: string): Promise<UploadRow | null>;
  /** The upload, after every change that is claiming it has ended. */
  settled(key: string): Promise<UploadRow | null>;
  /**
   * Copies the current file to `to`, which the upload's address cannot overwrite; returns its size. Throws
   * MissingFileError, FileTooLargeError, and 409 for a file that was replaced at the same time.
   */
  snapshot(upload: UploadRow, to: string, options: { maxBytes: number }): Promise<{ size: number }>;
  /** Locks the upload until the commit, for a change that claims it. */
  lock(change: Change, key: string): Promise<UploadRow | null>;
  claim(change: Change, key: string, owner: repository.UploadOwner): Promise<void>;
  /** Removes an unclaimed upload with its file, as if it had never been sent. */
  discard(upload: KeptBy): Promise<void>;
  /**
   * Removes the file of an unclaimed upload of which no photo or recording is made although it was looked into. It counts
   * towards the uploads of the day, because that is what costs.
   */
  spend(upload: KeptBy): Promise<void>;
}

type KeptBy = Pick<UploadRow, 'storageKey' | 'userId'>;

/** How long an added file may stay unclaimed. */
const addedLifeMilliseconds = 3_600_000;

export function createUploadedFilesService({
  db,
  storage,
  config,
  queue,
  changes,
}: {
  db: Database;
  changes: Changes;
  storage: Storage;
  config: Config;
  queue: Queue;
}): UploadedFilesService {
  const newUploads = createNewUploads({ db, changes, storage, config });
  const dropped = ({ storageKey, userId }: KeptBy): Promise<void> =>
    changes.run(userId, async (change) => {
      const row = await repository.deleteUnclaimed(change.tx, storageKey);
      if (row) change.audit('upload.dropped', 'upload', row.id);
    });

  return {
    async requireBytesLeft(actor) {
      const used = await repository.getFiguresSince(db, actor.id, aDayAgo());
      requireBytesLeft(quotasOf(config, actor.user), used);
    },
    async requestAddress(actor, { filename, contentType, maxBytes, expiresInSeconds, origin }) {
      const storageKey = newUploadKey(actor.id, randomUUID());
      const expiresAt = new Date(Date.now() + expiresInSeconds * 1000);
      const row = { storageKey, userId: actor.id, filename, contentType, maxBytes, expiresAt };
      await newUploads.whole(actor, row);
      const sessionId = actor.session.id;
      return storage.createUpload({ key: storageKey, maxBytes, expiresInSeconds, sessionId, origin });
    },
    async add(userId, content, contentType) {
      const storageKey = newUploadKey(userId, randomUUID());
      await storage.put(storageKey, content, { contentType });
      await changes.run(userId, async (change) => {
        const expiresAt = new Date(Date.now() + addedLifeMilliseconds);
        const { id } = await repository.insert(change.tx, { storageKey, userId, expiresAt });
        change.audit('upload.requested', 'upload', id, { contentType });
      });
      return storageKey;
    },
    async addFor(actor, { filename, contentType, maxBytes }, read) {
      const storageKey = newUploadKey(actor.id, randomUUID());
      const limit = fileLimit(quotasOf(config, actor.user), maxBytes);
      const expiresAt = new Date(Date.now() + addedLifeMilliseconds);
      await newUploads.whole(actor, {
        storageKey,
        userId: actor.id,
        filename,
        contentType,
        maxBytes: limit,
        expiresAt,
      });
      try {
        await storage.put(storageKey, await read(limit), { contentType });
      } catch (error) {
        await dropped({ storageKey, userId: actor.id });
        throw error;
      }
      return storageKey;
    },
    find: (key, userId) => repository.findByKey(db, key, userId),
    settled: (key) => repository.findOnceUnlocked(db, key),
    async snapshot({ storageKey }, to, options) {
      // Queued before copying, because the process may be killed before a photo or recording owns the copy.
      await queue.send(null, dropUnusedCopy, { key: to }, { startAfter: dropCopyAfterSeconds });
      try {
        return await storage.snapshot(storageKey, to, options);
      } catch (error) {
        throw error instanceof FileReplacedError ? uploadReplaced() : error;
      }
    },
    lock: (change, key) => repository.lockByKey(change.tx, key),
    claim: (change, key, owner) => repository.updateToClaimed(change.tx, key, owner),
    async discard(upload) {
      await storage.remove(upload.storageKey);
      await dropped(upload);
    },
    async spend({ storageKey, userId }) {
      await storage.remove(storageKey);
      await changes.run(userId, async (change) => {
        const row = await repository.updateToSpent(change.tx, storageKey);
        if (row) change.audit('upload.refused', 'upload', row.id);
      });
    },
  };
}
