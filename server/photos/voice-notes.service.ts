import { hash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { AuditAction } from '#contract/audit.ts';
import { voiceNoteLimits, type VoiceNoteType } from '#contract/voice-notes.ts';
import { requireOpen } from '#server/inspections/scope.rules.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import { MissingFileError } from '#server/platform/storage/storage.errors.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { PhotoRow, StoredVoiceNote } from '#server/schema/photos.tables.ts';
import type { UploadedFilesService } from '#server/uploads/uploaded-files.service.ts';
import { lockChangeable, type EvidenceDeps } from './evidence.ts';
import { photoFileMissing, photoFilesDeleted, voiceNoteNotFound, voiceNoteNotSound } from './photos.errors.ts';
import { removeFiles } from './photos.jobs.ts';
import * as repository from './photos.repository.ts';
import { photosChanged } from './photos.rules.ts';
import type { PhotoContext } from './photos.service.ts';
import { soundTypeOf, voiceNoteKey } from './voice-notes.rules.ts';

type Target = Authorized<PhotoContext>;

export interface VoiceNotesService {
  /**
   * Stores a voice note on a photo, replacing an earlier one; repeating the same id changes nothing, with `once` not even after a
   * newer note. Throws 409 when the photo may not be changed, 415 when the body is not a sound that browsers record, 429 when
   * the account has used up its bytes.
   */
  save(
    actor: Actor,
    target: Target,
    note: { id: string; seconds: number; once?: boolean },
    bytes: Buffer | null,
  ): Promise<void>;
  /** Throws 409 when the photo may not be changed. A device that may send it again gives it an id; it is then made once. */
  remove(actor: Actor, target: Target, id?: string): Promise<void>;
  /** Throws 404 when there is no voice note, 410 when the photo's files are deleted. */
  open(target: Target): Promise<{ contentType: VoiceNoteType; stream: Readable }>;
}

export function createVoiceNotesService(
  deps: EvidenceDeps & {
    db: Database;
    changes: Changes;
    storage: Storage;
    uploadedFiles: Pick<UploadedFilesService, 'requireBytesLeft'>;
  },
): VoiceNotesService {
  const { db, changes, storage, uploadedFiles } = deps;

  /** Replaces the photo's note by another one or none, once per id; a `replace` result of null leaves it unchanged. */
  function replace(
    actor: Actor,
    { photo, scope }: Target,
    made: { id: string | undefined; content: unknown },
    change: (
      photo: PhotoRow,
    ) => { voiceNote: StoredVoiceNote | null; action: AuditAction; details: Record<string, unknown> } | null,
  ): Promise<void> {
    const repeatable = { ...made, target: photo.id, answerAgain: () => Promise.resolve() };
    return changes.runOnce(actor.id, repeatable, async (transaction) => {
      const current = await lockChangeable(transaction, deps, { photo, scope });
      const next = change(current);
      if (!next) return;
      await repository.update(transaction.tx, photo.id, { voiceNote: next.voiceNote });
      if (current.voiceNote)
        await transaction.enqueue(removeFiles, { keys: [voiceNoteKey(photo.id, current.voiceNote)] });
      transaction.audit(next.action, 'photo', photo.id, next.details);
      transaction.push(photosChanged(scope), ownerAndAdmins(scope.ownerId));
    });
  }

  return {
    async save(actor, target, { id, seconds, once = false }, bytes) {
      const { photo, scope } = target;
      requireOpen(actor, scope);
      if (photo.voiceNote?.id === id) return;
      const contentType = bytes && soundTypeOf(bytes);
      if (!contentType || bytes.length > voiceNoteLimits.bytes) throw voiceNoteNotSound();
      await uploadedFiles.requireBytesLeft(actor);
      const sha256 = hash('sha256', bytes);
      const facts = { id, contentType, seconds, bytes: bytes.length, sha256, receivedAt: new Date().toISOString() };
      const voiceNote = { ...facts, file: randomUUID() };
      const key = voiceNoteKey(photo.id, voiceNote);
      await storage.put(key, bytes, { contentType });
      try {
        await replace(actor, target, { id: once ? id : undefined, content: [sha256, seconds] }, (current) => {
          if (current.filesDeletedAt) throw photoFilesDeleted();
          if (current.voiceNote?.id === id) return null;
          const replacedSha256 = current.voiceNote?.sha256;
          const details = { sha256, seconds, ...(replacedSha256 ? { replacedSha256 } : {}) };
          return { voiceNote, action: 'photo.voice_note_added', details };
        });
      } finally {
        // Read from the database, because the commit may have succeeded although its response was lost.
        const stored = await repository.findById(db, photo.id);
        if (stored?.voiceNote?.file !== voiceNote.file) await storage.remove(key);
      }
    },

    async remove(actor, target, id) {
      requireOpen(actor, target.scope);
      await replace(actor, target, { id, content: null }, ({ voiceNote }) => {
        if (!voiceNote) throw voiceNoteNotFound();
        return { voiceNote: null, action: 'photo.voice_note_removed', details: { sha256: voiceNote.sha256 } };
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
