import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { voiceNoteLimits, type VoiceNote, type VoiceNoteType } from '#contract/voice-notes.ts';
import { requireOpen } from '#server/inspections/scope.rules.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import { MissingFileError } from '#server/platform/storage/storage.errors.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import {
  photoFileMissing,
  photoFilesDeleted,
  photoNotFound,
  voiceNoteNotFound,
  voiceNoteNotSound,
} from './photos.errors.ts';
import { removeFiles } from './photos.jobs.ts';
import * as repository from './photos.repository.ts';
import { photosChanged } from './photos.rules.ts';
import type { PhotoContext } from './photos.service.ts';
import { soundTypeOf, voiceNoteKey } from './voice-notes.rules.ts';

type Target = Authorized<PhotoContext>;

export interface VoiceNotesService {
  /**
   * Keeps what was said about a photo, in place of what was said before; the same id again changes nothing. Throws 409 where
   * the area is closed, 415 where the body is no sound that browsers record.
   */
  save(actor: Actor, target: Target, note: { id: string; seconds: number }, bytes: Buffer | null): Promise<void>;
  /** Throws 409 where the area is closed. */
  remove(actor: Actor, target: Target): Promise<void>;
  /** Throws 404 where there is none, 410 where the photo's files are deleted. */
  open(target: Target): Promise<{ contentType: VoiceNoteType; stream: Readable }>;
}

export function createVoiceNotesService(deps: {
  changes: Changes;
  storage: Storage;
  workflow: WorkflowService;
}): VoiceNotesService {
  const { changes, storage, workflow } = deps;

  /** Puts another note, or none, in place of the one that the photo has. */
  function replace(
    actor: Actor,
    { photo, scope }: Target,
    voiceNote: VoiceNote | null,
    record: (change: Change, before: VoiceNote | null) => void,
  ): Promise<PhotoRow> {
    return changes.run(actor.id, async (change) => {
      await workflow.lockIfOpen(change, scope);
      const before = (await repository.findById(change.tx, photo.id))?.voiceNote ?? null;
      const row = await repository.update(change.tx, photo.id, { voiceNote });
      if (!row) throw photoNotFound();
      if (before && before.id !== voiceNote?.id)
        await change.enqueue(removeFiles, { keys: [voiceNoteKey(photo.id, before)] });
      record(change, before);
      change.push(photosChanged(scope), ownerAndAdmins(scope.ownerId));
      return row;
    });
  }

  return {
    async save(actor, target, { id, seconds }, bytes) {
      const { photo, scope } = target;
      requireOpen(actor, scope);
      if (photo.voiceNote?.id === id) return;
      if (photo.filesDeletedAt) throw photoFilesDeleted();
      const contentType = bytes && soundTypeOf(bytes);
      if (!contentType || bytes.length > voiceNoteLimits.bytes) throw voiceNoteNotSound();
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const note = { id, contentType, seconds, bytes: bytes.length, sha256, receivedAt: new Date().toISOString() };
      await storage.put(voiceNoteKey(photo.id, note), bytes, { contentType });
      try {
        await replace(actor, target, note, (change, before) =>
          change.audit('photo.voice_note_added', 'photo', photo.id, {
            sha256,
            seconds,
            ...(before ? { replacedSha256: before.sha256 } : {}),
          }),
        );
      } catch (error) {
        await storage.remove(voiceNoteKey(photo.id, note));
        throw error;
      }
    },

    async remove(actor, target) {
      requireOpen(actor, target.scope);
      await replace(actor, target, null, (change, before) => {
        if (!before) throw voiceNoteNotFound();
        change.audit('photo.voice_note_removed', 'photo', target.photo.id, { sha256: before.sha256 });
      });
    },

    async open({ photo }) {
      if (!photo.voiceNote) throw voiceNoteNotFound();
      if (photo.filesDeletedAt) throw photoFilesDeleted();
      const { contentType } = photo.voiceNote;
      try {
        return { contentType, stream: await storage.read(voiceNoteKey(photo.id, photo.voiceNote)) };
      } catch (error) {
        throw error instanceof MissingFileError ? photoFileMissing() : error;
      }
    },
  };
}
