import type { TextErasure } from '#server/users/erasure.rules.ts';
import { updateToErased, updateToVoiceless } from './erasure.repository.ts';
import { removeFiles } from './photos.jobs.ts';
import { voiceNoteKey } from './voice-notes.rules.ts';

export const createPhotosErasure = (): TextErasure => ({
  async erasePerson(change, person) {
    await updateToErased(change.tx, person);
    // A voice identifies its speaker, so the notes must be deleted with the name.
    const notes = await updateToVoiceless(change.tx, person.id);
    if (notes.length > 0)
      await change.enqueue(removeFiles, {
        keys: notes.map(({ photoId, file }) => voiceNoteKey(photoId, { file })),
      });
  },
});
