import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import type { Scope } from '#server/inspections/scope.rules.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { RecordingRow } from '#server/schema/recordings.tables.ts';
import type { UploadRow } from '#server/schema/uploads.tables.ts';
import type { UploadedFilesService } from '#server/uploads/uploaded-files.service.ts';
import { uploadInUse, uploadNotFound } from '#server/uploads/uploads.errors.ts';
import { aDayAgo } from '#server/users/quotas.rules.ts';
import { prepareRecording } from '../recordings.jobs.ts';
import * as repository from '../recordings.repository.ts';
import { videoUrl } from '../recordings.rules.ts';

export interface StoredRecordingsDeps {
  db: Database;
  changes: Changes;
  storage: Storage;
  inspections: InspectionsService;
  workflow: WorkflowService;
  uploadedFiles: UploadedFilesService;
}

/** Stores the rows of new recordings whose files are stored already. */
export function createStoredRecordings(deps: StoredRecordingsDeps) {
  const { db, changes, storage, inspections, workflow, uploadedFiles } = deps;

  async function store(
    change: Change,
    scope: Authorized<Scope>,
    uploadKey: string,
    row: repository.NewRecording,
  ): Promise<RecordingRow> {
    await workflow.lockIfOpen(change, scope);
    const upload = await uploadedFiles.lock(change, uploadKey);
    if (!upload) throw uploadNotFound();
    if (upload.claimedAt) throw uploadInUse();
    const stored = await repository.insert(change.tx, row);
    await uploadedFiles.claim(change, uploadKey, { recordingId: stored.id });
    const all = await repository.listByInspection(change.tx, row.inspectionId);
    const first = all[0];
    const seconds = all.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
    await inspections.setVideo(change, row.inspectionId, { videoUrl: first ? videoUrl(first.id) : null, seconds });
    // Like photos: the more recordings of an account are waiting, the lower the priority of the next.
    const waiting = await repository.countWaiting(change.tx, stored.userId, aDayAgo());
    await change.enqueue(prepareRecording, { recordingId: stored.id }, { priority: 1 - waiting });
    change.audit('recording.added', 'recording', stored.id, {
      inspectionId: row.inspectionId,
      bytes: row.size,
      contentType: row.contentType,
      filename: row.filename,
    });
    change.push(
      { type: 'recording_changed', payload: { inspectionId: row.inspectionId } },
      ownerAndAdmins(scope.ownerId),
    );
    return stored;
  }

  /** Stores the row of a verified file. On failure removes the file, unless the change was committed after all. */
  async function add(
    actor: Actor,
    scope: Authorized<Scope>,
    upload: UploadRow,
    row: repository.NewRecording,
  ): Promise<RecordingRow> {
    try {
      const stored = await changes.run(actor.id, (change) => store(change, scope, upload.storageKey, row));
      if (stored.storageKey !== upload.storageKey) await storage.remove(upload.storageKey);
      return stored;
    } catch (error) {
      const committed = await repository.findById(db, row.id);
      if (committed?.storageKey !== row.storageKey && row.storageKey !== upload.storageKey)
        await storage.remove(row.storageKey);
      throw error;
    }
  }

  return { add };
}
