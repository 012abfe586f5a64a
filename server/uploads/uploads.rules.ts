import { recordingTypes } from '#contract/recordings.ts';
import { uploadLimits } from '#contract/uploads.ts';
import type { UploadRow } from '#server/schema/uploads.tables.ts';
import type { Quotas } from '#server/users/quotas.rules.ts';
import { tooManyOpenFiles, tooManyUploads, tooMuchUploaded, tooMuchWaiting } from './uploads.errors.ts';

/** Types that may become a photo. An unknown type is detected from the content at registration. */
const pictureTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'image/heif',
  'image/avif',
  'application/pdf',
  'application/octet-stream',
];

/**
 * The key under which an upload is stored. Upload addresses reach only keys below `uploads/`, where no photo or
 * recording is stored.
 */
export const newUploadKey = (userId: string, id: string): string => `uploads/${userId}/${id}`;

/** Removes the parameters from a type such as `video/webm;codecs=vp9,opus`. */
export const mediaTypeOf = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase();

/** The size limit for a file of this type, in bytes; null for a type that cannot be uploaded. */
export function maxBytesOf(contentType: string, recordingMaxBytes: number): number | null {
  const essence = mediaTypeOf(contentType);
  if (recordingTypes.some((type) => type === essence)) return recordingMaxBytes;
  return pictureTypes.includes(essence) ? uploadLimits.fileBytes : null;
}

/**
 * The most bytes that one file of an account may have: no more than a quarter of what it may upload in a day, so that an
 * account that may do next to nothing cannot fill the disk with one recording.
 */
export const fileLimit = ({ bytesPerDay }: Quotas, maxBytes: number): number =>
  Math.min(maxBytes, Math.max(uploadLimits.fileBytes, Math.floor(bytesPerDay / 4)));

/** Whether the row shows the upload as complete; single-part files must be checked in the store. */
export const isComplete = ({ multipartId, completedAt }: UploadRow): boolean =>
  multipartId === null || completedAt !== null;

/** Parses a comma-separated list of part numbers, starting at 1; null when one of them is invalid. */
export function partNumbersOf(text: string): number[] | null {
  const numbers = text.split(',').map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : 0));
  return numbers.every((number) => number >= 1 && number <= uploadLimits.parts) ? numbers : null;
}

/** The uploads of one account in the last 24 hours, and those that are still open, however old they are. */
export interface UploadFigures {
  /** Upload addresses that are neither used nor expired. */
  open: number;
  used: number;
  bytes: number;
  /** The most bytes that open uploads can have; how many have arrived is not looked up in the store. */
  reserved: number;
  /** Photos that wait for their analysis. */
  waiting: number;
}

/** Throws 429 where an account has uploaded as many bytes as it may in a day. */
export function requireBytesLeft({ bytesPerDay }: Quotas, { bytes, reserved }: UploadFigures): void {
  if (bytes + reserved >= bytesPerDay) throw tooMuchUploaded();
}

/** Throws 409 for limits on open uploads and waiting photos, and 429 for daily limits. */
export function requireWithin(quotas: Quotas, figures: UploadFigures): void {
  const { open, used, waiting } = figures;
  if (open >= quotas.openUploads) throw tooManyOpenFiles(quotas.openUploads);
  if (waiting >= quotas.waitingAnalyses) throw tooMuchWaiting(quotas.waitingAnalyses);
  if (used >= quotas.uploadsPerDay) throw tooManyUploads(quotas.uploadsPerDay);
  requireBytesLeft(quotas, figures);
}
