import type { TextErasure } from '#server/users/erasure.rules.ts';
import { updateToErased, updateToVoiceless } from './erasure.repository.ts';
import { removeFiles } from './photos.jobs.ts';
import { voiceNoteKey } from './voice-notes.rules.ts';

export const createPhotosErasure = (): TextErasure => ({
  async erasePerson(change, person) {
    await updateToErased(change.tx, person);
    // A voice tells who speaks, so it cannot be kept without the name.
    const notes = await updateToVoiceless(change.tx, person.id);
    if (notes.length > 0)
      await change.enqueue(removeFiles, {
        keys: notes.map(({ photoId, file }) => voiceNoteKey(photoId, { file })),
      });
  },
});
