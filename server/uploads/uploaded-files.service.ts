import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Config } from '#server/config.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { FileReplacedError } from '#server/platform/storage/storage.errors.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { UploadRow } from '#server/schema/uploads.tables.ts';
import { createTurns } from '#server/platform/turns.ts';
import type { Queue } from '#server/platform/queue/queue.ts';
import { uploadReplaced } from './uploads.errors.ts';
import * as repository from './uploads.repository.ts';
import { dropCopyAfterSeconds, dropUnusedCopy } from './uploads.jobs.ts';
import { insertWithinQuotas } from './new-uploads.ts';
import { newUploadKey, requireBytesLeft } from './uploads.rules.ts';
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
  /** Stores a file made by the server as if it had been uploaded; returns its key. */
  add(userId: string, content: Buffer | Readable, contentType: string): Promise<string>;
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
  /** Removes an unclaimed upload with its file. */
  discard(key: string): Promise<void>;
  /**
   * Removes the file of an unclaimed upload of which no photo is made although it was decoded. It counts towards the
   * uploads of the day, because decoding is what costs.
   */
  spend(key: string): Promise<void>;
}

/** How long an added file may stay unclaimed. */
const addedLifeMilliseconds = 3_600_000;

export function createUploadedFilesService({
  db,
  storage,
  config,
  queue,
}: {
  db: Database;
  storage: Storage;
  config: Config;
  queue: Queue;
}): UploadedFilesService {
  const oneByOne = createTurns();
  return {
    async requireBytesLeft(actor) {
      const used = await repository.getFiguresSince(db, actor.id, aDayAgo());
      requireBytesLeft(quotasOf(config, actor.user), used);
    },
    async requestAddress(actor, { filename, contentType, maxBytes, expiresInSeconds, origin }) {
      const storageKey = newUploadKey(actor.id, randomUUID());
      const expiresAt = new Date(Date.now() + expiresInSeconds * 1000);
      const row = { storageKey, userId: actor.id, filename, contentType, maxBytes, expiresAt };
      await oneByOne(actor.id, () => db.transaction((tx) => insertWithinQuotas(tx, quotasOf(config, actor.user), row)));
      const sessionId = actor.session.id;
      return storage.createUpload({ key: storageKey, maxBytes, expiresInSeconds, sessionId, origin });
    },
    async add(userId, content, contentType) {
      const storageKey = newUploadKey(userId, randomUUID());
      await storage.put(storageKey, content, { contentType });
      await repository.insert(db, { storageKey, userId, expiresAt: new Date(Date.now() + addedLifeMilliseconds) });
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
    async discard(key) {
      await storage.remove(key);
      await repository.deleteUnclaimed(db, key);
    },
    async spend(key) {
      await storage.remove(key);
      await repository.updateToSpent(db, key);
    },
  };
}
