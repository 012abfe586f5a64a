import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import type { recordingInputSchema } from '#contract/recordings.ts';
import type { InspectionContext, InspectionsService } from '#server/inspections/inspections.service.ts';
import { requireOpen, type Scope } from '#server/inspections/scope.rules.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import { FileTooLargeError, MissingFileError, type Storage } from '#server/platform/storage/storage.ts';
import type { RecordingRow } from '#server/schema/recordings.tables.ts';
import type { UploadRow } from '#server/schema/uploads.tables.ts';
import type { UploadedFilesService } from '#server/uploads/uploaded-files.service.ts';
import { uploadClaimed, uploadIncomplete, uploadNotFound } from '#server/uploads/uploads.errors.ts';
import { isComplete } from '#server/uploads/uploads.rules.ts';
import {
  notAVideo,
  nothingUploaded,
  recordingIdInUse,
  recordingTooLarge,
  uploadIsAnotherRecording,
} from './recordings.errors.ts';
import { prepareRecording } from './recordings.jobs.ts';
import * as repository from './recordings.repository.ts';
import { headBytes, typeOf, videoUrl } from './recordings.rules.ts';

type RecordingInput = z.output<typeof recordingInputSchema>;

/** Takes completed uploads as recordings. */
export interface RecordingRegistration {
  register(
    actor: Actor,
    target: Authorized<InspectionContext>,
    input: RecordingInput,
  ): Promise<{ created: boolean; row: RecordingRow }>;
}

/** A file that nobody can replace any more, and what its first bytes say. */
interface TakenFile {
  storageKey: string;
  size: number;
  contentType: RecordingRow['contentType'];
}

export function createRecordingRegistration(deps: {
  db: Database;
  changes: Changes;
  storage: Storage;
  inspections: InspectionsService;
  scopes: ScopesService;
  workflow: WorkflowService;
  uploadedFiles: UploadedFilesService;
  maxBytes: number;
}): RecordingRegistration {
  const { db, changes, storage, inspections, scopes, workflow, uploadedFiles, maxBytes } = deps;

  /** The recording that this very request has made before: by its id or by its upload. Throws 409 for another one. */
  async function findExisting(
    actor: Actor,
    inspectionId: string,
    { id, key }: RecordingInput,
  ): Promise<RecordingRow | null> {
    const upload = await uploadedFiles.find(key, actor.id);
    const byId = id ? await repository.byId(db, id) : null;
    const byUpload = upload?.recordingId ? await repository.byId(db, upload.recordingId) : null;
    if (byId && byId.id !== byUpload?.id) throw recordingIdInUse();
    if (byUpload && (byUpload.inspectionId !== inspectionId || (id && id !== byUpload.id)))
      throw uploadIsAnotherRecording();
    return byUpload;
  }

  /**
   * Takes the file out of reach before anything looks at it. The address of a file in one part stays good for a while, so
   * its file is kept under another key; a file that was put together from parts cannot be sent again.
   */
  async function outOfReach(upload: UploadRow, recordingId: string): Promise<{ storageKey: string; size: number }> {
    const { storageKey, multipartId } = upload;
    if (!multipartId) {
      const key = `recordings/${recordingId}/original-${randomUUID()}`;
      return { storageKey: key, ...(await uploadedFiles.snapshot(upload, key, { maxBytes })) };
    }
    const found = await storage.head(storageKey);
    if (!found) throw new MissingFileError(storageKey);
    if (found.size > maxBytes) throw new FileTooLargeError(maxBytes);
    return { storageKey, size: found.size };
  }

  /** Size and type by content. A file that fails is removed. */
  async function take(upload: UploadRow, recordingId: string): Promise<TakenFile> {
    try {
      const file = await outOfReach(upload, recordingId);
      const head = file.size === 0 ? null : await storage.read(file.storageKey, { start: 0, end: headBytes - 1 });
      const contentType = head && typeOf(await buffer(head));
      if (contentType) return { ...file, contentType };
      if (file.storageKey !== upload.storageKey) await storage.remove(file.storageKey);
      await uploadedFiles.discard(upload.storageKey);
      throw notAVideo();
    } catch (error) {
      if (error instanceof MissingFileError) throw nothingUploaded();
      if (!(error instanceof FileTooLargeError)) throw error;
      await uploadedFiles.discard(upload.storageKey);
      throw recordingTooLarge(maxBytes);
    }
  }

  async function store(
    change: Change,
    scope: Authorized<Scope>,
    uploadKey: string,
    row: repository.NewRecording,
  ): Promise<RecordingRow> {
    await workflow.lockIfOpen(change, scope);
    const upload = await uploadedFiles.lock(change, uploadKey);
    if (!upload) throw uploadNotFound();
    if (upload.claimedAt) throw uploadClaimed();
    const stored = await repository.insert(change.tx, row);
    await uploadedFiles.claim(change, uploadKey, { recordingId: stored.id });
    const all = await repository.ofInspection(change.tx, row.inspectionId);
    const first = all[0];
    const seconds = all.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
    await inspections.setVideo(change, row.inspectionId, { videoUrl: first ? videoUrl(first.id) : null, seconds });
    await change.enqueue(prepareRecording, { recordingId: stored.id });
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

  /** Stores the row of a taken file. Where that fails, the file is removed again, unless the commit came through. */
  async function storeTaken(
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
      const committed = await repository.byId(db, row.id);
      if (committed?.storageKey !== row.storageKey && row.storageKey !== upload.storageKey)
        await storage.remove(row.storageKey);
      throw error;
    }
  }

  return {
    async register(actor, target, input) {
      const inspectionId = target.inspection.id;
      const existing = await findExisting(actor, inspectionId, input);
      if (existing) return { created: false, row: existing };
      const scope = await scopes.ofInspection(actor, target);
      requireOpen(actor, scope);
      const upload = await uploadedFiles.find(input.key, actor.id);
      if (!upload) throw uploadNotFound();
      if (upload.claimedAt) throw uploadClaimed();
      if (!isComplete(upload)) throw uploadIncomplete();
      const id = input.id ?? randomUUID();
      try {
        const file = await take(upload, id);
        const startedAt = input.startedAt
          ? new Date(input.startedAt)
          : new Date(Date.now() - input.durationSeconds * 1000);
        const { filename, durationSeconds } = input;
        const row = { id, inspectionId, userId: actor.id, filename, durationSeconds, startedAt, ...file };
        return { created: true, row: await storeTaken(actor, scope, upload, row) };
      } catch (error) {
        // The same request at the same moment may have taken the upload.
        const duplicate = await findExisting(actor, inspectionId, input);
        if (!duplicate) throw error;
        return { created: false, row: duplicate };
      }
    },
  };
}
