import { z } from 'zod';
import { id, timestamp } from './common.ts';

/** Two minutes of speech, which take about 360 KB in Opus. */
export const voiceNoteLimits = { seconds: 120, bytes: 2 * 1024 * 1024 } as const;

/** What browsers record: Opus in WebM or Ogg, and AAC or Opus in MP4. */
export const voiceNoteTypes = ['audio/webm', 'audio/ogg', 'audio/mp4'] as const;
export type VoiceNoteType = (typeof voiceNoteTypes)[number];

/** A spoken note about a photo. A photo has at most one; another one replaces it. */
export const voiceNoteSchema = z.object({
  id,
  contentType: z.enum(voiceNoteTypes),
  seconds: z.number().int().min(1).max(voiceNoteLimits.seconds),
  bytes: z.number().int(),
  sha256: z.string(),
  /** When the server received it. */
  receivedAt: timestamp,
});
export type VoiceNote = z.infer<typeof voiceNoteSchema>;

/** `id` is that of the change: repeating it returns the same answer and stores nothing. */
export const voiceNoteQuery = z.object({
  id,
  seconds: z.coerce.number().int().min(1).max(voiceNoteLimits.seconds),
});

export const voiceNoteUrl = (photoId: string): string => `/api/photos/${photoId}/voice-note`;
