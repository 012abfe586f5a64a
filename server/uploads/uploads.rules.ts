import { recordingTypes } from '#contract/recordings.ts';
import { uploadLimits } from '#contract/uploads.ts';
import type { UploadRow } from '#server/schema/uploads.tables.ts';

/** What may become a photo; an unknown type is judged by content when it is registered. */
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

/** Where an upload arrives. What an upload address can reach lies below `uploads/`, and nothing that was taken does. */
export const newUploadKey = (userId: string, id: string): string => `uploads/${userId}/${id}`;

/** The type without its parameters, as in `video/webm;codecs=vp9,opus`. */
export const essenceOf = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase();

/** The most bytes that a file of this type may have; null for a type that cannot be uploaded. */
export function maxBytesOf(contentType: string, recordingMaxBytes: number): number | null {
  const essence = essenceOf(contentType);
  if (recordingTypes.some((type) => type === essence)) return recordingMaxBytes;
  return pictureTypes.includes(essence) ? uploadLimits.fileBytes : null;
}

/** Whether the bytes are all there, as far as the row says: a file in one part is known only by its store. */
export const isComplete = ({ multipartId, completedAt }: UploadRow): boolean =>
  multipartId === null || completedAt !== null;

/** 1-based part numbers of a comma separated list; null when one is none. */
export function partNumbersOf(text: string): number[] | null {
  const numbers = text.split(',').map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : 0));
  return numbers.every((number) => number >= 1 && number <= uploadLimits.parts) ? numbers : null;
}
