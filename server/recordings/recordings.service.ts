import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import type { Recording, recordingInputSchema } from '#contract/recordings.ts';
import { holdOpen, requireOpen, type Evidence, type EvidenceService } from '#server/evidence/evidence.service.ts';
import {
  setInspectionVideo,
  type InspectionContext,
  type InspectionsService,
} from '#server/inspections/inspections.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import { AppError, conflict, field, notFound } from '#server/platform/http/problem.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { claimForRecording, discardUpload, holdUpload, uploadOf } from '#server/uploads/uploads.service.ts';
import { prepareRecording } from './recordings.jobs.ts';
import * as repository from './recordings.repository.ts';
import { headBytes, keysOf, toRecordings, typeOf, videoUrl, type ByteRange } from './recordings.rules.ts';
import { recordings, type RecordingRow } from './recordings.tables.ts';

export interface RecordingContext {
  recording: RecordingRow;
}

/** A stored video of a recording, before it is read. */
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
  /** Takes a completed upload as a recording of the inspection. Throws 400, 404, 409, 413, 415. */
  register(
    actor: Actor,
    target: Authorized<InspectionContext>,
    input: RecordingInput,
  ): Promise<{ created: boolean; recording: Recording }>;
  /** The copy that can be sought in, or the original while there is none or when asked for. */
  open(target: Authorized<RecordingContext>, copy: 'best' | 'original'): VideoFile;
}

export function createRecordingsService(deps: {
  db: Database;
  changes: Changes;
  storage: Storage;
  inspections: InspectionsService;
  evidence: EvidenceService;
  maxBytes: number;
}): RecordingsService {
  const { db, changes, storage, inspections, evidence, maxBytes } = deps;

  async function viewOf(row: RecordingRow): Promise<Recording> {
    const all = toRecordings(await repository.ofInspection(db, row.inspectionId));
    const found = all.find(({ id }) => id === row.id);
    if (!found) throw notFound('Recording');
    return found;
  }

  /** The recording that this very request has made before: by its id or by its upload. Throws 409 for another one. */
  async function present(
    actor: Actor,
    inspectionId: string,
    { id, key }: RecordingInput,
  ): Promise<RecordingRow | null> {
    const upload = await uploadOf(db, key, actor.id);
    const [byId, taker] = [id, upload?.recordingId].map((each) => (each ? repository.byId(db, each) : null));
    const [named, taken] = [await byId, await taker];
    if (named && named.id !== taken?.id) throw conflict('This id is already in use for another recording');
    if (taken && (taken.inspectionId !== inspectionId || (id && id !== taken.id)))
      throw conflict('This upload is already another recording');
    return taken ?? null;
  }

  /** Size and type by content. A file that fails is removed. */
  async function inspect(key: string) {
    const head = await storage.head(key);
    if (!head) throw field('key', 'No file was uploaded under this key');
    const contentType =
      head.size === 0 ? null : typeOf(await buffer(await storage.read(key, { start: 0, end: headBytes - 1 })));
    if (contentType && head.size <= maxBytes) return { contentType, size: head.size };
    await discardUpload(db, storage, key);
    throw contentType
      ? new AppError(413, `The recording is larger than the limit of ${maxBytes} bytes`)
      : new AppError(415, 'A recording is a WebM, MP4 or QuickTime video');
  }

  type NewRow = typeof recordings.$inferInsert & { id: string };

  async function store(change: Change, held: Authorized<Evidence>, target: InspectionContext, row: NewRow) {
    await holdOpen(change, held);
    const upload = await holdUpload(change, row.storageKey);
    // An address for a file in one part stays good for a while; parts cannot be sent any more.
    const storageKey = upload.multipartId ? upload.storageKey : keysOf(row.id).original;
    await change.tx.insert(recordings).values({ ...row, storageKey });
    await claimForRecording(change, upload.storageKey, row.id);
    const all = await repository.ofInspection(change.tx, row.inspectionId);
    const first = all[0];
    const seconds = all.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
    await setInspectionVideo(change, row.inspectionId, { videoUrl: first ? videoUrl(first.id) : null, seconds });
    await change.enqueue(prepareRecording, { recordingId: row.id });
    change.audit('recording.added', 'recording', row.id, {
      inspectionId: row.inspectionId,
      bytes: row.size,
      contentType: row.contentType,
      filename: row.filename,
    });
    change.push(
      { type: 'recording_changed', payload: { inspectionId: row.inspectionId } },
      { users: [target.property.userId], admins: true },
    );
    if (storageKey !== upload.storageKey) await storage.move(upload.storageKey, storageKey);
  }

  return {
    async load(actor, id) {
      const recording = await repository.byId(db, id);
      const inspection = recording ? await inspections.load(actor, recording.inspectionId) : null;
      return recording && inspection ? authorize({ recording }) : null;
    },

    list: async ({ inspection }) => toRecordings(await repository.ofInspection(db, inspection.id)),

    async register(actor, target, input) {
      const inspectionId = target.inspection.id;
      const repeated = await present(actor, inspectionId, input);
      if (repeated) return { created: false, recording: await viewOf(repeated) };
      const held = await evidence.ofInspection(actor, target);
      requireOpen(actor, held);
      const upload = await uploadOf(db, input.key, actor.id);
      if (!upload) throw notFound('Upload');
      if (upload.claimedAt) throw conflict('This upload is already in use');
      const row = {
        id: input.id ?? randomUUID(),
        inspectionId,
        userId: actor.id,
        filename: input.filename,
        storageKey: upload.storageKey,
        durationSeconds: input.durationSeconds,
        startedAt: input.startedAt ? new Date(input.startedAt) : new Date(Date.now() - input.durationSeconds * 1000),
      };
      try {
        const facts = await inspect(upload.storageKey);
        await changes.run(actor.id, (change) => store(change, held, target, { ...row, ...facts }));
      } catch (error) {
        // The same request at the same moment may have taken the upload.
        const winner = await present(actor, inspectionId, input);
        if (!winner) throw error;
        return { created: false, recording: await viewOf(winner) };
      }
      const stored = await repository.byId(db, row.id);
      if (!stored) throw notFound('Recording');
      return { created: true, recording: await viewOf(stored) };
    },

    open({ recording }, copy) {
      const { copyKey, copySize } = recording;
      const original = copy === 'original' || copyKey === null || copySize === null;
      const [key, size] = original ? [recording.storageKey, recording.size] : [copyKey, copySize];
      return {
        contentType: recording.contentType,
        filename: recording.filename,
        size,
        etag: `"${recording.id}-${original ? 'original' : 'copy'}"`,
        read: (range) => storage.read(key, range),
      };
    },
  };
}
