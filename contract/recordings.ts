import { z } from 'zod';
import { id, timestamp } from './common.ts';

/** The types of recordings; the server detects the type from the content. */
export const recordingTypes = ['video/webm', 'video/mp4', 'video/quicktime'] as const;

/** pending: the seekable copy is being made; failed: given up after several attempts, so only the original exists. */
export const preparationStates = ['pending', 'done', 'failed'] as const;

export const recordingSchema = z.object({
  id,
  inspectionId: id,
  filename: z.string(),
  contentType: z.enum(recordingTypes),
  /** The size of the original in bytes. */
  size: z.number().int(),
  durationSeconds: z.number().int(),
  /** The start of the recording on the inspection's timeline: the total seconds of the earlier recordings. */
  offsetSeconds: z.number().int(),
  startedAt: timestamp,
  createdAt: timestamp,
  /** Whether the seekable copy exists; until then `url` plays the original. */
  ready: z.boolean(),
  preparation: z.enum(preparationStates),
  /** The SHA-256 of the original, once it has been read. */
  sha256: z.string().nullable(),
  /** When its files were deleted after their retention period. */
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
/** `original` is the file exactly as it was recorded. */
export const recordingVideoQuery = z.object({ copy: z.enum(['best', 'original']).default('best') });
