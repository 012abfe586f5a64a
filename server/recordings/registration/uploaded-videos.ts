import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { FileTooLargeError, MissingFileError } from '#server/platform/storage/storage.errors.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { RecordingRow } from '#server/schema/recordings.tables.ts';
import type { UploadRow } from '#server/schema/uploads.tables.ts';
import type { UploadedFilesService } from '#server/uploads/uploaded-files.service.ts';
import { notAVideo, nothingUploaded, recordingTooLarge } from '../recordings.errors.ts';
import { headBytes, typeOf } from '../recordings.rules.ts';

export interface UploadedVideosDeps {
  storage: Storage;
  uploadedFiles: UploadedFilesService;
  maxBytes: number;
}

/** A file that can no longer be overwritten, with the facts in its first bytes. */
export interface VerifiedVideo {
  storageKey: string;
  size: number;
  contentType: RecordingRow['contentType'];
}

/** Secures and verifies uploaded files before they are registered as recordings. */
export function createUploadedVideos({ storage, uploadedFiles, maxBytes }: UploadedVideosDeps) {
  /**
   * Moves the file out of reach before it is verified. The address of a single-part upload stays valid for a while, so
   * its file is copied to another key; a file composed of parts cannot be overwritten.
   */
  async function secure(upload: UploadRow, recordingId: string): Promise<{ storageKey: string; size: number }> {
    const { storageKey, multipartId } = upload;
    if (!multipartId) {
      const key = `recordings/${recordingId}/original-${randomUUID()}`;
      return { storageKey: key, ...(await uploadedFiles.snapshot(upload, key, { maxBytes })) };
    }
    const found = await storage.head(storageKey);
    if (!found) throw new MissingFileError(storageKey);
    if (found.size > maxBytes) throw new FileTooLargeError(maxBytes);
    return { storageKey, size: found.size };
  }

  return {
    /** Verifies size and type by content. Removes a file that fails. */
    async verify(upload: UploadRow, recordingId: string): Promise<VerifiedVideo> {
      try {
        const file = await secure(upload, recordingId);
        const head = file.size === 0 ? null : await storage.read(file.storageKey, { start: 0, end: headBytes - 1 });
        const contentType = head && typeOf(await buffer(head));
        if (contentType) return { ...file, contentType };
        if (file.storageKey !== upload.storageKey) await storage.remove(file.storageKey);
        await uploadedFiles.spend(upload);
        throw notAVideo();
      } catch (error) {
        if (error instanceof MissingFileError) throw nothingUploaded();
        if (!(error instanceof FileTooLargeError)) throw error;
        await uploadedFiles.spend(upload);
        throw recordingTooLarge(maxBytes);
      }
    },
  };
}
