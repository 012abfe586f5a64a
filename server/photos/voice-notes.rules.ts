import type { VoiceNoteType } from '#contract/voice-notes.ts';
import type { PhotoRow, StoredVoiceNote } from '#server/schema/photos.tables.ts';
import { copyKeysOf } from './photos.rules.ts';

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text;

/** The sound type by content, whatever the file is called; null for other content. */
export function soundTypeOf(bytes: Buffer): VoiceNoteType | null {
  if (startsWith(bytes, '\x1a\x45\xdf\xa3')) return 'audio/webm';
  if (startsWith(bytes, 'OggS')) return 'audio/ogg';
  return startsWith(bytes, 'ftyp', 4) ? 'audio/mp4' : null;
}

export const voiceNoteKey = (photoId: string, { file }: Pick<StoredVoiceNote, 'file'>): string =>
  `photos/${photoId}/voice-${file}`;

/** All files of a photo: the original, its copies and its voice note. */
export const filesOf = ({ id, storageKey, voiceNote }: Pick<PhotoRow, 'id' | 'storageKey' | 'voiceNote'>): string[] => [
  storageKey,
  ...Object.values(copyKeysOf(id)),
  ...(voiceNote ? [voiceNoteKey(id, voiceNote)] : []),
];
