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

/** What the caller is told of a file that can never become a photo; null for faults that another try may not meet. */
function toRefusal(error: unknown, filename: string): AppError | null {
  if (error instanceof FileTooLargeError) return photoTooLarge(filename);
  if (error instanceof PhotoRejected) return error.refusal;
  return error instanceof AppError && error.status === 422 ? error : null;
}

/** Files that people uploaded, before they are photos. */
export function createUploadedPhotos({ storage, analyzer, uploadedFiles }: UploadedPhotosDeps) {
  return {
    /** The upload that an address stands for. Throws 404 unless it is the caller's. */
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
     * Keeps the file under `storageKey`, which no upload address reaches, and verifies what it kept: size, type by
     * content, decodability, pixels and hash. A file that fails is removed.
     */
    async verify(upload: UploadRow, storageKey: string, input: PhotoInput): Promise<FileFacts> {
      try {
        await uploadedFiles.snapshot(upload, storageKey, { maxBytes: photoLimits.bytes });
        const allowPdf = input.category === 'certificates';
        const facts = await storage.withLocalFile(storageKey, (path) => analyzer.inspectFile(path, { allowPdf }));
        if (input.sha256 && input.sha256.toLowerCase() !== facts.sha256) throw hashDiffers();
        return facts;
      } catch (error) {
        if (error instanceof MissingFileError) throw nothingUploaded();
        await storage.remove(storageKey);
        const refusal = toRefusal(error, input.filename);
        if (!refusal) throw error;
        await uploadedFiles.discard(upload.storageKey);
        throw refusal;
      }
    },
  };
}
