import { photoLimits } from '#contract/photos.ts';
import type { Analyzer, FileFacts } from '#server/analysis/analyzer.service.ts';
import { PhotoRejected } from '#server/analysis/analysis.errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { AppError } from '#server/platform/http/problem.ts';
import { FileTooLargeError, MissingFileError } from '#server/platform/storage/storage.errors.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { UploadRow } from '#server/schema/uploads.tables.ts';
import type { UploadedFilesService } from '#server/uploads/uploaded-files.service.ts';
import { uploadNotFound } from '#server/uploads/uploads.errors.ts';
import {
  hashDiffers,
  notAnUploadAddress,
  nothingUploaded,
  photoTooLarge,
  uploadIsRecording,
} from '../photos.errors.ts';
import type { PhotoInput } from './registration.rules.ts';

export interface UploadedPhotosDeps {
  storage: Storage;
  analyzer: Analyzer;
  uploadedFiles: UploadedFilesService;
}

/** The answer for a file that can never become a photo; null for errors that a retry may avoid. */
function toRefusal(error: unknown, filename: string): AppError | null {
  if (error instanceof FileTooLargeError) return photoTooLarge(filename);
  if (error instanceof PhotoRejected) return error.refusal;
  return error instanceof AppError && error.status === 422 ? error : null;
}

/** Finds and verifies uploaded files before they are registered as photos. */
export function createUploadedPhotos({ storage, analyzer, uploadedFiles }: UploadedPhotosDeps) {
  return {
    /** The upload of this upload address. Throws 404 unless it belongs to the caller. */
    async find(actor: Actor, url: string): Promise<UploadRow> {
      const absolute = URL.canParse(url) ? url : `http://innspect.invalid${url.startsWith('/') ? '' : '/'}${url}`;
      const key = URL.canParse(absolute) ? storage.keyFromUploadUrl(absolute, new URL(absolute).origin) : null;
      if (!key) throw notAnUploadAddress();
      const upload = await uploadedFiles.find(key, actor.id);
      if (!upload) throw uploadNotFound();
      if (upload.recordingId) throw uploadIsRecording();
      return upload;
    },

    /**
     * Copies the file to `storageKey`, which no upload address can overwrite, and verifies the copy: size, type by
     * content, decodability, pixels and hash. Removes a copy that fails.
     */
    async verify(upload: UploadRow, storageKey: string, input: PhotoInput): Promise<FileFacts> {
      try {
        await uploadedFiles.snapshot(upload, storageKey, { maxBytes: photoLimits.bytes });
        const allowPdf = input.category === 'certificates';
        const facts = await storage.withLocalFile(storageKey, (path) =>
          analyzer.inspectFile(path, { allowPdf, account: upload.userId }),
        );
        if (input.sha256 && input.sha256.toLowerCase() !== facts.sha256) throw hashDiffers();
        return facts;
      } catch (error) {
        if (error instanceof MissingFileError) throw nothingUploaded();
        await storage.remove(storageKey);
        const refusal = toRefusal(error, input.filename);
        if (!refusal) throw error;
        await uploadedFiles.spend(upload);
        throw refusal;
      }
    },
  };
}
