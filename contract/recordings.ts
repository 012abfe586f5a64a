import { z } from 'zod';
import { id, timestamp } from './common.ts';

/** Types of recordings; the server detects the type from the content. */
export const recordingTypes = ['video/webm', 'video/mp4', 'video/quicktime'] as const;

/** pending: the seekable copy is being made; failed: given up after several tries, so only the original exists. */
export const preparationStates = ['pending', 'done', 'failed'] as const;

export const recordingSchema = z.object({
  id,
  inspectionId: id,
  filename: z.string(),
  contentType: z.enum(recordingTypes),
  /** Bytes of the original. */
  size: z.number().int(),
  durationSeconds: z.number().int(),
  /** Where it begins on the inspection's timeline: the sum of the earlier recordings' seconds. */
  offsetSeconds: z.number().int(),
  startedAt: timestamp,
  createdAt: timestamp,
  /** The seekable copy exists; until then `url` plays the original. */
  ready: z.boolean(),
  preparation: z.enum(preparationStates),
  /** Of the original, once it has been read. */
  sha256: z.string().nullable(),
  /** When its files were deleted, because they are kept no longer. */
  filesDeletedAt: timestamp.nullable(),
  url: z.string(),
});
export type Recording = z.infer<typeof recordingSchema>;
export const recordingListSchema = z.object({ recordings: z.array(recordingSchema) });

export const recordingInputSchema = z.object({
  id: id.optional(),
  key: z.string({ error: 'The key of the upload is required' }).min(1, 'The key of the upload is required').max(600),
  filename: z.string({ error: 'Filename is required' }).trim().min(1, 'Filename is required').max(300),
  contentType: z.string({ error: 'Content type is required' }).min(1, 'Content type is required').max(200),
  durationSeconds: z
    .number({ error: 'Duration is required' })
    .int('Duration must be whole seconds')
    .min(0, 'Duration cannot be negative')
    .max(86_400, 'A recording is a day long at most'),
  startedAt: timestamp.optional(),
});
export type RecordingInput = z.input<typeof recordingInputSchema>;
/** `original` is the file as it was recorded, byte for byte. */
export const recordingVideoQuery = z.object({ copy: z.enum(['best', 'original']).default('best') });
