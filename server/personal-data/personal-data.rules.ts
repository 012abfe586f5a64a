import type { DataExport } from '#contract/data-exports.ts';
import type { VoiceNote, VoiceNoteType } from '#contract/voice-notes.ts';
import type { DataExportRow } from '#server/schema/exports.tables.ts';

export const toDataExport = ({ id, state, bytes, createdAt, expiresAt }: DataExportRow): DataExport => ({
  id,
  state,
  bytes,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/avif': 'avif',
  'application/pdf': 'pdf',
};

const soundExtensions: Record<VoiceNoteType, string> = { 'audio/webm': 'webm', 'audio/ogg': 'ogg', 'audio/mp4': 'm4a' };

/** The file name of a photo's voice note, beside the photo's. */
export const voiceNoteName = ({ id, voiceNote }: { id: string; voiceNote: VoiceNote | null }): string =>
  `photos/${id}.voice.${voiceNote ? soundExtensions[voiceNote.contentType] : 'bin'}`;

/** The file name of a photo in the archive: its id, because users give many photos the same name. */
export const photoName = ({ id, contentType }: { id: string; contentType: string }): string =>
  `photos/${id}.${extensions[contentType] ?? 'bin'}`;

/** Where the archive of an export is stored. */
export const exportKey = (exportId: string): string => `exports/${exportId}.zip`;
