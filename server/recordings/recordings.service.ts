import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Recording, recordingInputSchema } from '#contract/recordings.ts';
import type { InspectionContext, InspectionsService } from '#server/inspections/inspections.service.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import { MissingFileError } from '#server/platform/storage/storage.errors.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { RecordingRow } from '#server/schema/recordings.tables.ts';
import { recordingFileMissing, recordingFilesDeleted, recordingNotFound } from './recordings.errors.ts';
import * as repository from './recordings.repository.ts';
import { toRecordings, type ByteRange } from './recordings.rules.ts';
import type { RecordingRegistration } from './registration/registration.service.ts';

export interface RecordingContext {
  recording: RecordingRow;
}

/** A stored video file, before it is read. */
export interface VideoFile {
  contentType: string;
  filename: string;
  size: number;
  etag: string;
  read(range?: ByteRange): Promise<Readable>;
}

type RecordingInput = z.output<typeof recordingInputSchema>;

export interface RecordingsService {
  load(actor: Actor, id: string): Promise<Authorized<RecordingContext> | null>;
  list(target: Authorized<InspectionContext>): Promise<Recording[]>;
  /** Registers a completed upload as a recording. Throws 400, 404, 409, 413, 415. */
  register(
    actor: Actor,
    target: Authorized<InspectionContext>,
    input: RecordingInput,
  ): Promise<{ created: boolean; recording: Recording }>;
  /** The seekable copy, or the original if there is no copy or the caller asks for it. Throws 410. */
  open(target: Authorized<RecordingContext>, copy: 'best' | 'original'): VideoFile;
}

export function createRecordingsService(deps: {
  db: Database;
  storage: Storage;
  inspections: InspectionsService;
  registration: RecordingRegistration;
}): RecordingsService {
  const { db, storage, inspections, registration } = deps;

  async function viewOf(row: RecordingRow): Promise<Recording> {
    const all = toRecordings(await repository.listByInspection(db, row.inspectionId));
    const found = all.find(({ id }) => id === row.id);
    if (!found) throw recordingNotFound();
    return found;
  }

  return {
    async load(actor, id) {
      const recording = await repository.findById(db, id);
      const inspection = recording ? await inspections.load(actor, recording.inspectionId) : null;
      return recording && inspection ? authorize({ recording }) : null;
    },

    list: async ({ inspection }) => toRecordings(await repository.listByInspection(db, inspection.id)),

    async register(actor, target, input) {
      const { created, row } = await registration.register(actor, target, input);
      return { created, recording: await viewOf(row) };
    },

    open({ recording }, copy) {
      if (recording.filesDeletedAt) throw recordingFilesDeleted();
      const { copyKey, copySize } = recording;
      const original = copy === 'original' || copyKey === null || copySize === null;
      const [key, size] = original ? [recording.storageKey, recording.size] : [copyKey, copySize];
      return {
        contentType: recording.contentType,
        filename: recording.filename,
        size,
        etag: `"${recording.id}-${original ? 'original' : 'copy'}"`,
        read: (range) =>
          storage.read(key, range).catch((error: unknown) => {
            throw error instanceof MissingFileError ? recordingFileMissing() : error;
          }),
      };
    },
  };
}
