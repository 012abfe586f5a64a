import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { areaSessionPatchSchema, completeAreaSchema } from '#contract/areas.ts';
import { checklistPatchSchema } from '#contract/checklists.ts';
import { id as idSchema } from '#contract/common.ts';
import { findingInputSchema, findingPatchSchema } from '#contract/findings.ts';
import { marksPatchSchema } from '#contract/photo-marks.ts';
import { photoInputSchema, photoLimits } from '#contract/photos.ts';
import { recordingInputSchema } from '#contract/recordings.ts';
import { voiceNoteLimits, voiceNoteQuery } from '#contract/voice-notes.ts';
import type { UnsentChange } from '#contract/unsent-work.ts';
import type { ChecklistsService } from '#server/checklists/checklists.service.ts';
import type { FindingsService } from '#server/findings/findings.service.ts';
import type { AreasService } from '#server/inspections/areas/areas.service.ts';
import { onlyOwnerDoesFieldWork } from '#server/inspections/inspections.errors.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import type { RunsService } from '#server/inspections/runs/runs.service.ts';
import type { Scope } from '#server/inspections/scope.rules.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { PhotosService } from '#server/photos/photos.service.ts';
import type { VoiceNotesService } from '#server/photos/voice-notes.service.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { RecordingsService } from '#server/recordings/recordings.service.ts';
import type { UploadedFilesService } from '#server/uploads/uploaded-files.service.ts';
import { fileLeftOut, partlySent, placeNotFound } from './unsent-work.errors.ts';
import type { ZipReader } from './zip-reader.ts';

export interface KindDeps {
  areas: AreasService;
  checklists: ChecklistsService;
  findings: FindingsService;
  inspections: InspectionsService;
  photos: PhotosService;
  recordings: RecordingsService;
  runs: RunsService;
  scopes: ScopesService;
  storage: Storage;
  uploadedFiles: UploadedFilesService;
  voiceNotes: VoiceNotesService;
  recordingMaxBytes: number;
}

/** Makes one change as the user whose device stored it. Throws the reason why the server refuses it. */
type Import = (owner: Actor, change: UnsentChange, archive: ZipReader) => Promise<unknown>;

const scopeSchema = z.object({ of: z.enum(['area-sessions', 'inspections']), id: idSchema });
const photoScopeSchema = scopeSchema.extend({ of: z.enum([...scopeSchema.shape.of.options, 'pip-items']) });
const scopeKeys = { 'area-sessions': 'areaSessionId', inspections: 'inspectionId', 'pip-items': 'planItemId' } as const;
type ScopeInput = z.infer<typeof scopeSchema>;
const scopeKey = ({ of, id }: z.infer<typeof photoScopeSchema>) => ({ [scopeKeys[of]]: id });

/** The origin does not matter, because the address only identifies the file. */
const noOrigin = 'http://innspect.invalid';

function required<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw placeNotFound();
  return found;
}

/** Photos taken or chosen, and recordings. */
function fileKinds(deps: KindDeps): Record<string, Import> {
  const { inspections, photos, recordings, storage, uploadedFiles, voiceNotes, recordingMaxBytes } = deps;

  /** Stores the change's file as an upload of the user, and removes it if `use` fails. */
  async function withUpload<T>(
    owner: Actor,
    { files: [file] }: UnsentChange,
    archive: ZipReader,
    maxBytes: number,
    use: (key: string, file: { name: string; type: string }) => Promise<T>,
  ): Promise<T> {
    if (!file || !archive.has(file.path)) throw fileLeftOut();
    const upload = { filename: file.name, contentType: file.type || 'application/octet-stream', maxBytes };
    const key = await uploadedFiles.addFor(owner, upload, (limit) => archive.read(file.path, limit));
    try {
      return await use(key, file);
    } catch (error) {
      await uploadedFiles.discard({ storageKey: key, userId: owner.id });
      throw error;
    }
  }

  async function addPhoto(owner: Actor, change: UnsentChange, archive: ZipReader, fields: object) {
    // The device may have sent it after making the archive, or it may have been imported before.
    if (await photos.load(owner, change.id)) return;
    await withUpload(owner, change, archive, photoLimits.bytes, (key, { name }) => {
      const url = storage.locationOf(key, noOrigin);
      return photos.register(owner, photoInputSchema.parse({ ...fields, id: change.id, filename: name, url }), 0);
    });
  }

  async function addRecording(
    owner: Actor,
    change: UnsentChange,
    archive: ZipReader,
    { inspectionId, ...fields }: { inspectionId: string; durationSeconds: number; startedAt?: string },
  ) {
    if (await recordings.load(owner, change.id)) return;
    const target = required(await inspections.load(owner, inspectionId));
    if (target.property.userId !== owner.id) throw onlyOwnerDoesFieldWork();
    if (change.partlySent) throw partlySent();
    await withUpload(owner, change, archive, recordingMaxBytes, (key, { name, type }) => {
      const input = { ...fields, id: change.id, key, filename: name, contentType: type };
      return recordings.register(owner, target, recordingInputSchema.parse(input));
    });
  }

  const photoPayload = z.object({ scope: photoScopeSchema, source: z.string(), subject: z.object({}).loose() });
  const kept = z.string().optional();
  const keptPlace = { building: kept, floor: kept, room: kept };
  const galleryPayload = z.object({
    purpose: z.object({ scope: scopeSchema, category: z.string(), ...keptPlace }),
    texts: z.record(z.string(), z.string()),
  });
  const recordingPayload = z.object({ inspectionId: idSchema, startedAt: z.string(), seconds: z.number() });
  const voicePayload = z.object({ photoId: idSchema, seconds: voiceNoteQuery.shape.seconds.nullable() });
  const videoPayload = z.object({ purpose: z.object({ inspectionId: idSchema }) });
  const videoFacts = z.object({ durationSeconds: z.number().default(0) });
  return {
    photo(owner, change, archive) {
      const { scope, source, subject } = photoPayload.parse(change.payload);
      return addPhoto(owner, change, archive, { ...subject, source, ...scopeKey(scope) });
    },
    'gallery-photo'(owner, change, archive) {
      const { purpose, texts } = galleryPayload.parse(change.payload);
      const { scope, ...subject } = purpose;
      const description = texts['description'];
      return addPhoto(owner, change, archive, { ...subject, description, source: 'gallery', ...scopeKey(scope) });
    },
    async 'voice-note'(owner, change, archive) {
      const { photoId, seconds } = voicePayload.parse(change.payload);
      const photo = required(await photos.load(owner, photoId));
      if (seconds === null) return voiceNotes.remove(owner, photo, change.id);
      const [file] = change.files;
      if (!file || !archive.has(file.path)) throw fileLeftOut();
      const bytes = await buffer(await archive.read(file.path, voiceNoteLimits.bytes));
      return voiceNotes.save(owner, photo, { id: change.id, seconds, once: true }, bytes);
    },
    recording(owner, change, archive) {
      const { inspectionId, startedAt, seconds } = recordingPayload.parse(change.payload);
      return addRecording(owner, change, archive, { inspectionId, startedAt, durationSeconds: Math.round(seconds) });
    },
    'recording-file'(owner, change, archive) {
      const { inspectionId } = videoPayload.parse(change.payload).purpose;
      const { durationSeconds } = videoFacts.parse(change.facts ?? {});
      return addRecording(owner, change, archive, { inspectionId, durationSeconds: Math.round(durationSeconds) });
    },
  };
}

/** Answers, findings, and the state of areas and inspections. */
function recordKinds(deps: KindDeps): Record<string, Import> {
  const { areas, checklists, findings, photos, runs, scopes } = deps;

  /** An area or inspection of the user's own. */
  async function ownScope(owner: Actor, scope: ScopeInput): Promise<Authorized<Scope>> {
    const keys = { areaSessionId: null, inspectionId: null, planItemId: null, ...scopeKey(scope) };
    const found = required(await scopes.load(owner, keys));
    if (found.ownerId !== owner.id) throw onlyOwnerDoesFieldWork();
    return found;
  }
  const ownArea = async (owner: Actor, areaId: string) => required(await areas.load(owner, areaId));

  const answerPayload = z.object({ scope: scopeSchema, itemId: idSchema }).loose();
  const findingPayload = z.object({ scope: scopeSchema, input: z.object({ photoId: z.string().nullish() }).loose() });
  const changePayload = z.object({ findingId: idSchema, patch: z.object({}).loose() });
  const marksPayload = marksPatchSchema.extend({ photoId: idSchema });
  const areaPayload = z.object({ areaSessionId: idSchema, patch: z.object({}).loose() });
  const completionPayload = z.object({ areaSessionId: idSchema, reason: z.string().nullish() });
  const submissionPayload = z.object({ runId: idSchema });
  return {
    async 'checklist-answer'(owner, { id, payload }) {
      const { scope, itemId, ...answer } = answerPayload.parse(payload);
      const input = checklistPatchSchema.parse({ ...answer, id });
      return checklists.answer(owner, await ownScope(owner, scope), itemId, input);
    },
    async finding(owner, { id, payload, missing }) {
      const { scope, input } = findingPayload.parse(payload);
      const photo = input.photoId && missing.includes(input.photoId) ? { photoId: null, boundingBox: null } : {};
      const finding = findingInputSchema.parse({ ...input, ...photo, id });
      return findings.add(owner, await ownScope(owner, scope), finding);
    },
    async 'finding-change'(owner, { id, payload }) {
      const { findingId, patch } = changePayload.parse(payload);
      const input = findingPatchSchema.parse({ ...patch, id });
      return findings.change(owner, required(await findings.load(owner, findingId)), input);
    },
    async 'photo-marks'(owner, { id, payload }) {
      const { photoId, ...marks } = marksPayload.parse(payload);
      return photos.change(owner, required(await photos.load(owner, photoId)), { marks }, id);
    },
    async 'area-patch'(owner, { id, payload }) {
      const { areaSessionId, patch } = areaPayload.parse(payload);
      const { id: changeId = id, ...input } = areaSessionPatchSchema.parse({ ...patch, id });
      return areas.patch(owner, await ownArea(owner, areaSessionId), { ...input, id: changeId });
    },
    async 'area-completion'(owner, { id, payload }) {
      const { areaSessionId, reason } = completionPayload.parse(payload);
      const input = completeAreaSchema.parse({ id, reason });
      return areas.complete(owner, await ownArea(owner, areaSessionId), { id, reason: input?.reason ?? null });
    },
    async 'run-submission'(owner, { id, payload }) {
      const { runId } = submissionPayload.parse(payload);
      return runs.submit(owner, required(await runs.load(owner, runId)), { id });
    },
  };
}

/** The import function for each kind of change that devices store. */
export const importsOf = (deps: KindDeps): ReadonlyMap<string, Import> =>
  new Map(Object.entries({ ...fileKinds(deps), ...recordKinds(deps) }));
