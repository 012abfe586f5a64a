import type { CheckFindingsService } from '#server/findings/check-findings.service.ts';
import type { Scope } from '#server/inspections/scope.rules.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import type { UploadedFilesService } from '#server/uploads/uploaded-files.service.ts';
import { aDayAgo } from '#server/users/quotas.rules.ts';
import { analyzePhoto } from '../photos.jobs.ts';
import * as repository from '../photos.repository.ts';
import { photosChanged } from '../photos.rules.ts';

export interface StoredPhotosDeps {
  db: Database;
  changes: Changes;
  storage: Storage;
  workflow: WorkflowService;
  checkFindings: Pick<CheckFindingsService, 'show'>;
  uploadedFiles: UploadedFilesService;
}

/** Stores the rows of new photos whose files are stored already. */
export function createStoredPhotos(deps: StoredPhotosDeps) {
  const { db, changes, storage, workflow, uploadedFiles, checkFindings } = deps;

  /**
   * Claims the upload for a photo. When two concurrent requests name the same upload, id or content, the upload's row
   * lock or the unique indexes make the second one return null.
   */
  async function store(
    change: Change,
    scope: Authorized<Scope>,
    uploadKey: string,
    row: repository.NewPhoto,
  ): Promise<PhotoRow | null> {
    await workflow.lockIfOpen(change, scope);
    const upload = await uploadedFiles.lock(change, uploadKey);
    if (!upload || upload.claimedAt) return null;
    const stored = await repository.insertNew(change.tx, row);
    if (!stored) return null;
    await uploadedFiles.claim(change, uploadKey, { photoId: stored.id });
    // Fair scheduling: the more photos of an account are waiting, the lower the priority of the next.
    const waiting = await repository.countWaiting(change.tx, stored.userId, aDayAgo());
    await change.enqueue(analyzePhoto, { photoId: stored.id }, { priority: 1 - waiting });
    if (stored.checkId) await checkFindings.show(change, scope, stored.checkId);
    await workflow.recount(change, scope);
    change.audit('photo.added', 'photo', stored.id, {
      sha256: stored.sha256,
      bytes: stored.bytes,
      source: stored.source,
      filename: stored.filename,
    });
    change.push(photosChanged(scope), ownerAndAdmins(scope.ownerId));
    return stored;
  }

  /**
   * Stores the row of a verified file; returns null when another request was first. Removes the file when no row is
   * stored.
   */
  async function add(
    actor: Actor,
    scope: Authorized<Scope>,
    uploadKey: string,
    row: repository.NewPhoto,
  ): Promise<PhotoRow | null> {
    let stored: PhotoRow | null;
    try {
      stored = await changes.run(actor.id, (change) => store(change, scope, uploadKey, row));
    } catch (error) {
      // The commit may have succeeded although its response was lost.
      const committed = await repository.findById(db, row.id);
      if (committed?.storageKey !== row.storageKey) await storage.remove(row.storageKey);
      throw error;
    }
    await storage.remove(stored ? uploadKey : row.storageKey);
    return stored;
  }

  /** Lets a stored photo, which was registered again, also show this failed check, unless it shows one already. */
  async function showCheck(
    actor: Actor,
    scope: Authorized<Scope>,
    photo: PhotoRow,
    checkId: string,
  ): Promise<PhotoRow> {
    return changes.run(actor.id, async (change) => {
      await workflow.lockIfOpen(change, scope);
      const current = await repository.findById(change.tx, photo.id);
      if (!current || current.checkId !== null) return current ?? photo;
      const shown = await repository.update(change.tx, photo.id, { checkId });
      await checkFindings.show(change, scope, checkId);
      await workflow.recount(change, scope);
      change.audit('photo.check_shown', 'photo', photo.id, { checkId });
      change.push(photosChanged(scope), ownerAndAdmins(scope.ownerId));
      return shown ?? photo;
    });
  }

  return { add, showCheck };
}
