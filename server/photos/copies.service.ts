import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isDocument } from '#contract/photos.ts';
import type { AnalyzedPhoto, Analyzer, ProcessOptions } from '#server/analysis/analyzer.service.ts';
import type { Database } from '#server/platform/database/types.ts';
import { MissingFileError } from '#server/platform/storage/storage.errors.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import * as repository from './photos.repository.ts';
import { cannotBeCopied, copyKeysOf, type CopyKeys } from './photos.rules.ts';
import { storeCopies } from './stored-copies.ts';

/** The copies of a photo that other users see: a preview and a thumbnail, without metadata and with blurred faces. */
export interface PhotoCopies {
  /**
   * Returns the photo with its copies, making them now if the analysis has not made them yet. Returns the photo without
   * copies when none can be made, and null when it was deleted meanwhile.
   */
  ensure(photo: PhotoRow): Promise<PhotoRow | null>;
  /** Makes the copies and, if requested, the analysis. Throws like Analyzer.process. */
  make(photo: PhotoRow, options: Pick<ProcessOptions, 'analyze' | 'subject'>): Promise<AnalyzedPhoto>;
  /** Stores the copies, and returns the columns of the photo's row that describe them. */
  store(photo: PhotoRow, made: AnalyzedPhoto): Promise<Partial<PhotoRow>>;
  /** Removes the copies of a photo that was deleted while they were made. */
  discard(photoId: string): Promise<void>;
  /**
   * Reads a copy. A copy missing from the store is made again from the original; throws MissingFileError when both are
   * missing.
   */
  read(photo: PhotoRow, copy: keyof CopyKeys): Promise<Readable>;
}

export function createPhotoCopies(deps: { db: Database; storage: Storage; analyzer: Analyzer }): PhotoCopies {
  const { db, storage, analyzer } = deps;
  const running = new Map<string, Promise<PhotoRow | null>>();

  const make: PhotoCopies['make'] = (photo, options) =>
    storage.withLocalFile(photo.storageKey, (path) =>
      analyzer.process(path, { ...options, allowPdf: isDocument(photo), account: photo.userId }),
    );

  const store: PhotoCopies['store'] = async (photo, made) => {
    await storeCopies(storage, photo.id, made);
    return { derivedAt: new Date(), width: made.width, height: made.height };
  };

  const discard: PhotoCopies['discard'] = async (photoId) => {
    for (const key of Object.values(copyKeysOf(photoId))) await storage.remove(key);
  };

  async function makeNow(photo: PhotoRow): Promise<PhotoRow | null> {
    // An earlier request may have made them after this row was read.
    const now = await repository.findById(db, photo.id);
    if (!now || now.derivedAt || now.analysisStatus !== 'pending') return now;
    try {
      const made = await make(photo, { analyze: false });
      const row = await repository.update(db, photo.id, await store(photo, made));
      if (!row) await discard(photo.id);
      return row;
    } catch (error) {
      if (cannotBeCopied(error)) return photo;
      throw error;
    }
  }

  /** Concurrent requests for one photo share one run. */
  function once(photo: PhotoRow, run: (photo: PhotoRow) => Promise<PhotoRow | null>): Promise<PhotoRow | null> {
    const existing = running.get(photo.id);
    if (existing) return existing;
    const started = run(photo).finally(() => running.delete(photo.id));
    running.set(photo.id, started);
    return started;
  }

  async function makeAgain(photo: PhotoRow): Promise<PhotoRow | null> {
    const row = await repository.update(db, photo.id, await store(photo, await make(photo, { analyze: false })));
    if (!row) await discard(photo.id);
    return row;
  }

  /** Makes the print copy of a photo that was saved before print copies existed. */
  async function makePrint(photo: PhotoRow): Promise<Buffer> {
    const print = await analyzer.printOf(await buffer(await read(photo, 'preview')));
    await storage.put(copyKeysOf(photo.id).print, print, { contentType: 'image/jpeg' });
    return print;
  }

  const read: PhotoCopies['read'] = async (photo, copy) => {
    const key = copyKeysOf(photo.id)[copy];
    try {
      return await storage.read(key);
    } catch (error) {
      if (!(error instanceof MissingFileError)) throw error;
      if (copy === 'print') return Readable.from([await makePrint(photo)]);
      await once(photo, makeAgain);
      return storage.read(key);
    }
  };

  return {
    make,
    store,
    discard,
    ensure(photo) {
      if (photo.derivedAt || photo.analysisStatus !== 'pending') return Promise.resolve(photo);
      return once(photo, makeNow);
    },
    read,
  };
}
