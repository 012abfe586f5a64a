import { changedMarks, maxMarks, type MarksPatch } from '#contract/photo-marks.ts';
import type { Scope } from '#server/inspections/scope.rules.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { Executor } from '#server/platform/database/types.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import { lockChangeable, type EvidenceDeps } from './evidence.ts';
import { photoNotFound, tooManyMarks } from './photos.errors.ts';
import * as repository from './photos.repository.ts';
import { photosChanged } from './photos.rules.ts';

/**
 * Changes the marks on a photo, only once per id if a device gave the change one. Throws 409 when it may not be changed or has
 * too many marks.
 */
export async function markPhoto(
  deps: EvidenceDeps & { changes: Changes },
  actor: Actor,
  { photo, scope }: { photo: PhotoRow; scope: Authorized<Scope> },
  patch: MarksPatch,
  id?: string,
): Promise<PhotoRow> {
  const answerAgain = async (db: Executor): Promise<PhotoRow> => {
    const row = await repository.findById(db, photo.id);
    if (!row) throw photoNotFound();
    return row;
  };
  return deps.changes.runOnce(actor.id, { id, target: photo.id, content: patch, answerAgain }, async (change) => {
    const current = await lockChangeable(change, deps, { photo, scope });
    const marks = changedMarks(current.marks, patch);
    if (marks.length > maxMarks) throw tooManyMarks();
    const row = await repository.update(change.tx, photo.id, { marks });
    if (!row) throw photoNotFound();
    change.audit('photo.marked', 'photo', photo.id, { marks: marks.length, before: current.marks.length });
    change.push(photosChanged(scope), ownerAndAdmins(scope.ownerId));
    return row;
  });
}
