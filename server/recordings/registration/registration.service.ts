import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { recordingInputSchema } from '#contract/recordings.ts';
import type { InspectionContext } from '#server/inspections/inspections.service.ts';
import { requireOpen } from '#server/inspections/scope.rules.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { RecordingRow } from '#server/schema/recordings.tables.ts';
import { uploadInUse, uploadIncomplete, uploadNotFound } from '#server/uploads/uploads.errors.ts';
import { createTurns } from '#server/platform/turns.ts';
import { isComplete } from '#server/uploads/uploads.rules.ts';
import { recordingIdInUse, uploadIsAnotherRecording } from '../recordings.errors.ts';
import * as repository from '../recordings.repository.ts';
import { createStoredRecordings, type StoredRecordingsDeps } from './stored-recordings.ts';
import { createUploadedVideos, type UploadedVideosDeps } from './uploaded-videos.ts';

type RecordingInput = z.output<typeof recordingInputSchema>;

/** Registers completed uploads as recordings. */
export interface RecordingRegistration {
  register(
    actor: Actor,
    target: Authorized<InspectionContext>,
    input: RecordingInput,
  ): Promise<{ created: boolean; row: RecordingRow }>;
}

export function createRecordingRegistration(
  deps: UploadedVideosDeps & StoredRecordingsDeps & { scopes: ScopesService },
): RecordingRegistration {
  const { db, scopes, uploadedFiles } = deps;
  const uploadedVideos = createUploadedVideos(deps);
  const storedRecordings = createStoredRecordings(deps);
  const oneByOne = createTurns();

  /**
   * The recording that an earlier attempt of this request made, found by id or by upload. Throws 409 for another
   * recording.
   */
  async function findExisting(
    actor: Actor,
    inspectionId: string,
    { id, key }: RecordingInput,
  ): Promise<RecordingRow | null> {
    // Read the upload last, because it is claimed in the commit that stores the recording.
    const byId = id ? await repository.findById(db, id) : null;
    const upload = await uploadedFiles.find(key, actor.id);
    const byUpload = upload?.recordingId ? await repository.findById(db, upload.recordingId) : null;
    if (byId && byId.id !== byUpload?.id) throw recordingIdInUse();
    if (byUpload && (byUpload.inspectionId !== inspectionId || (id && id !== byUpload.id)))
      throw uploadIsAnotherRecording();
    return byUpload;
  }

  async function registerUpload(
    actor: Actor,
    target: Parameters<RecordingRegistration['register']>[1],
    input: RecordingInput,
  ) {
    const inspectionId = target.inspection.id;
    const existing = await findExisting(actor, inspectionId, input);
    if (existing) return { created: false, row: existing };
    const scope = await scopes.ofInspection(actor, target);
    requireOpen(actor, scope);
    const id = input.id ?? randomUUID();
    try {
      const upload = await uploadedFiles.find(input.key, actor.id);
      if (!upload) throw uploadNotFound();
      if (upload.claimedAt) throw uploadInUse();
      if (!isComplete(upload)) throw uploadIncomplete();
      const file = await uploadedVideos.verify(upload, id);
      const startedAt = input.startedAt
        ? new Date(input.startedAt)
        : new Date(Date.now() - input.durationSeconds * 1000);
      const { filename, durationSeconds } = input;
      const row = { id, inspectionId, userId: actor.id, filename, durationSeconds, startedAt, ...file };
      return { created: true, row: await storedRecordings.add(actor, scope, upload, row) };
    } catch (error) {
      // A concurrent attempt of the same request may have claimed the upload.
      const duplicate = await findExisting(actor, inspectionId, input);
      if (!duplicate) throw error;
      return { created: false, row: duplicate };
    }
  }

  return {
    // One by one, so that a file is copied and looked into once however many requests name it at the same time.
    register: (actor, target, input) => oneByOne(input.key, () => registerUpload(actor, target, input)),
  };
}
