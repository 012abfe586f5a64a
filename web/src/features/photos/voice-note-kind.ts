import { useMemo } from 'react';
import { t } from '#contract/language.ts';
import { photoSchema, type Photo } from '#contract/photos.ts';
import { formatTimestamp } from '#contract/texts.ts';
import { voiceNoteUrl } from '#contract/voice-notes.ts';
import { showChangedPhoto } from '#web/features/photos/api.ts';
import { api } from '#web/lib/api.ts';
import { hasCode } from '#web/lib/api-error.ts';
import { smallChange } from '#web/lib/outbox/change-kind.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import type { Item } from '#web/lib/outbox/entry.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';
import { invalidate } from '#web/lib/query.ts';
import { scopePath, type Scope } from '#web/lib/scope.ts';
import { useItems } from '#web/lib/use-items.ts';

interface VoiceNotePayload {
  scope: Scope;
  photoId: string;
  /** The length of the recording; null deletes the note. */
  seconds: number | null;
}

/** The voice note of a photo. It waits for a photo that is not saved yet. */
export const voiceNoteKind: Kind<VoiceNotePayload, Photo> = {
  ...smallChange('voice-note', () => invalidate('/api/area-sessions', '/api/inspections')),
  label: ({ seconds }) =>
    seconds === null ? t('Voice note deleted') : t('Voice note, {length}', { length: formatTimestamp(seconds) }),
  replaces: (newer, older) => newer.photoId === older.photoId,
  async send({ entry, files: [sound], request }) {
    const { id, payload } = entry();
    const path = voiceNoteUrl(payload.photoId);
    if (payload.seconds !== null)
      return api.put(`${path}?id=${id}&seconds=${payload.seconds}`, sound, photoSchema, request);
    try {
      return await api.delete(path, undefined, photoSchema, request);
    } catch (error) {
      // The note is already deleted: the answer to an earlier attempt was lost.
      if (!hasCode(error, 'voice_note_not_found')) throw error;
      return api.get(`/api/photos/${payload.photoId}`, photoSchema, request);
    }
  },
  onSaved: ({ entry }, saved) => void showChangedPhoto(entry.payload.scope, saved),
};
outbox.register(voiceNoteKind);

export interface AudibleNote {
  seconds: number;
  /** A recording that is still on this device, or the address of a saved one. */
  source: Blob | string;
}

type PhotoWithVoice = Pick<Photo, 'id' | 'voiceNote'>;

const unsentOf = (items: readonly Item[], photoId: string): Item<VoiceNotePayload> | undefined =>
  (items as readonly Item<VoiceNotePayload>[]).findLast(
    ({ entry, stage }) => entry.kind === voiceNoteKind.name && stage !== 'saved' && entry.payload.photoId === photoId,
  );

/** The voice note of a photo, including changes that this device has not sent yet. */
export function useVoiceNote(scope: Scope, { id, voiceNote }: PhotoWithVoice): AudibleNote | null {
  const items = useItems(scopePath(scope));
  return useMemo(() => {
    const unsent = unsentOf(items, id);
    const saved = voiceNote && { seconds: voiceNote.seconds, source: `${voiceNoteUrl(id)}?id=${voiceNote.id}` };
    if (!unsent) return saved;
    const { files, entry } = unsent;
    const { seconds } = entry.payload;
    return seconds !== null && files[0] ? { seconds, source: files[0] } : null;
  }, [items, id, voiceNote]);
}

export function saveVoiceNote(scope: Scope, photoId: string, sound: Blob, seconds: number): void {
  outbox.add(voiceNoteKind, {
    parent: scopePath(scope),
    payload: { scope, photoId, seconds },
    files: [sound],
    after: [photoId],
  });
}

export function deleteVoiceNote(scope: Scope, { id, voiceNote }: PhotoWithVoice): void {
  const parent = scopePath(scope);
  const unsent = unsentOf(outbox.of(parent), id);
  if (voiceNote || unsent?.stage === 'sending' || unsent?.stage === 'saving')
    outbox.add(voiceNoteKind, { parent, payload: { scope, photoId: id, seconds: null }, after: [id] });
  else if (unsent) outbox.remove(unsent.entry.id);
}
