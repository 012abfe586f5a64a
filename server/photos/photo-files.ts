import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isDocument } from '#contract/photos.ts';
import type { Database } from '#server/platform/database/types.ts';
import { MissingFileError } from '#server/platform/storage/storage.errors.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import type { PhotoCopies } from './copies.service.ts';
import { deletedPicture } from './deleted-picture.ts';
import {
  documentHasNoPicture,
  photoFileMissing,
  photoFilesDeleted,
  photoNotFound,
  pictureBeingPrepared,
} from './photos.errors.ts';
import * as repository from './photos.repository.ts';
import type { CopyKeys, PhotoEvidence } from './photos.rules.ts';

export interface PhotoFile {
  contentType: string;
  filename: string;
  stream: Readable;
}

/** `file` is what a photo's `url` returns: the preview of a picture, or the PDF itself. */
export type Variant = 'file' | 'preview' | 'thumbnail' | 'original';

/** Answers with a clear refusal when the store has lost a file, which `npm run doctor` also reports. */
const refuseIfMissing = (reading: Promise<Readable>): Promise<Readable> =>
  reading.catch((error: unknown) => {
    throw error instanceof MissingFileError ? photoFileMissing() : error;
  });

/** Reads the stored files of photos: originals and their copies. */
export function createPhotoFiles({ db, storage, copies }: { db: Database; storage: Storage; copies: PhotoCopies }) {
  async function openOriginal({ contentType, filename, storageKey }: PhotoRow): Promise<PhotoFile> {
    return { contentType, filename, stream: await refuseIfMissing(storage.read(storageKey)) };
  }

  /** Shows a placeholder, so that every list and page can still show the photo. */
  async function openDeleted(photo: PhotoRow, variant: Variant): Promise<PhotoFile> {
    if (variant === 'original' || (variant === 'file' && isDocument(photo))) throw photoFilesDeleted();
    return { contentType: 'image/webp', filename: photo.filename, stream: Readable.from([await deletedPicture()]) };
  }

  /**
   * Returns null for a photo without copies and for one whose files are missing; a report is then printed without it.
   */
  async function copyOf(photoId: string, copy: keyof CopyKeys): Promise<Buffer | null> {
    const photo = await repository.findById(db, photoId);
    const current = photo && !photo.filesDeletedAt ? await copies.ensure(photo) : null;
    if (!current?.derivedAt) return null;
    try {
      return await buffer(await copies.read(current, copy));
    } catch (error) {
      if (error instanceof MissingFileError) return null;
      throw error;
    }
  }

  return {
    async open(photo: PhotoRow, variant: Variant): Promise<PhotoFile> {
      if (photo.filesDeletedAt) return openDeleted(photo, variant);
      if (variant === 'original' || (variant === 'file' && isDocument(photo))) return openOriginal(photo);
      const current = await copies.ensure(photo);
      if (!current) throw photoNotFound();
      if (!current.derivedAt) {
        if (current.analysisStatus === 'pending') throw pictureBeingPrepared();
        // No copy could be made, with or without the engine. Show the original if it is a picture.
        if (isDocument(photo)) throw documentHasNoPicture();
        return openOriginal(photo);
      }
      const stream = await refuseIfMissing(copies.read(photo, variant === 'thumbnail' ? 'thumbnail' : 'preview'));
      return { contentType: 'image/webp', filename: photo.filename, stream };
    },

    evidenceOf: async (photoIds: string[]): Promise<Map<string, PhotoEvidence>> =>
      new Map((await repository.listByIds(db, photoIds)).map((row) => [row.id, row])),

    previewOf: (photoId: string) => copyOf(photoId, 'preview'),
    printOf: (photoId: string) => copyOf(photoId, 'print'),
  };
}
