import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { photoLimits, type photoInputSchema } from '#contract/photos.ts';
import type { Analyser, FileFacts } from '#server/analysis/analyser.service.ts';
import { PhotoRejected } from '#server/analysis/analysis.errors.ts';
import { areaSessionNotFound, inspectionNotFound } from '#server/inspections/inspections.errors.ts';
import { requireOpen, type Scope } from '#server/inspections/scope.rules.ts';
import { isSameScope } from '#server/inspections/scope-key.rules.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import { AppError } from '#server/platform/http/problem.ts';
import { FileTooLargeError, MissingFileError, type Storage } from '#server/platform/storage/storage.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import type { UploadRow } from '#server/schema/uploads.tables.ts';
import type { UploadedFilesService } from '#server/uploads/uploaded-files.service.ts';
import { uploadNotFound } from '#server/uploads/uploads.errors.ts';
import {
  hashDiffers,
  notAnUploadAddress,
  nothingUploaded,
  photoIdInUse,
  photoOfAnotherArea,
  photoRemovedMeanwhile,
  photoTooLarge,
  uploadIsRecording,
} from './photos.errors.ts';
import { analysePhoto } from './photos.jobs.ts';
import * as repository from './photos.repository.ts';
import { originalKeyOf, photosChanged } from './photos.rules.ts';

type PhotoInput = z.output<typeof photoInputSchema>;

export interface RegisteredPhoto {
  created: boolean;
  row: PhotoRow;
  scope: Authorized<Scope>;
}

/** Takes uploaded files as photos. */
export interface PhotoRegistration {
  /** The same file, id or upload again is the photo that there is. */
  register(actor: Actor, input: PhotoInput): Promise<RegisteredPhoto>;
}

/** The photo, where it is one of this scope. Throws 409. */
function requireInScope(scope: Scope, photo: PhotoRow): PhotoRow {
  if (isSameScope(photo, scope)) return photo;
  throw photoOfAnotherArea();
}

/** The time that a camera wrote, unless it is one that no camera can have seen. */
function plausibleTime(text: string | null): Date | null {
  const time = text ? new Date(text) : null;
  return time && time.getUTCFullYear() >= 1900 && time.getUTCFullYear() < 2200 ? time : null;
}

const newRow = (
  userId: string,
  scope: Scope,
  input: PhotoInput,
  facts: FileFacts,
  { id, storageKey }: { id: string; storageKey: string },
): repository.NewPhoto => ({
  id,
  userId,
  areaSessionId: scope.areaSessionId,
  inspectionId: scope.inspectionId,
  filename: input.filename,
  storageKey,
  contentType: facts.mimeType,
  bytes: facts.bytes,
  category: input.category,
  description: input.description,
  width: facts.width,
  height: facts.height,
  sha256: facts.sha256,
  source: input.source,
  takenAt: plausibleTime(facts.takenAt),
  latitude: facts.location?.latitude ?? null,
  longitude: facts.location?.longitude ?? null,
  pageCount: facts.document?.pageCount ?? null,
  text: facts.document?.text ?? null,
  analysisStatus: 'pending',
});

export function createPhotoRegistration(deps: {
  db: Database;
  changes: Changes;
  storage: Storage;
  analyser: Analyser;
  scopes: ScopesService;
  workflow: WorkflowService;
  uploadedFiles: UploadedFilesService;
}): PhotoRegistration {
  const { db, changes, storage, analyser, scopes, workflow, uploadedFiles } = deps;

  /** The upload that an address stands for, if it is the caller's. */
  async function findUpload(actor: Actor, url: string): Promise<UploadRow> {
    const absolute = URL.canParse(url) ? url : `http://innspect.invalid${url.startsWith('/') ? '' : '/'}${url}`;
    const key = URL.canParse(absolute) ? storage.keyFromUploadUrl(absolute, new URL(absolute).origin) : null;
    if (!key) throw notAnUploadAddress();
    const upload = await uploadedFiles.find(key, actor.id);
    if (!upload) throw uploadNotFound();
    if (upload.recordingId) throw uploadIsRecording();
    return upload;
  }

  /** The photo that an upload has become, once no change that makes one of it runs any more. */
  async function photoForUpload(key: string): Promise<PhotoRow | null> {
    const upload = await uploadedFiles.settled(key);
    return upload?.photoId ? repository.byId(db, upload.photoId) : null;
  }

  /**
   * Takes the file out of the reach of its address, and then looks at what it took: size, type by content, decodability,
   * pixels and hash. A file that fails is removed.
   */
  async function take(upload: UploadRow, storageKey: string, input: PhotoInput): Promise<FileFacts> {
    try {
      await uploadedFiles.snapshot(upload, storageKey, { maxBytes: photoLimits.bytes });
      const allowPdf = input.category === 'certificates';
      const facts = await storage.withLocalFile(storageKey, (path) => analyser.inspectFile(path, { allowPdf }));
      if (input.sha256 && input.sha256.toLowerCase() !== facts.sha256) throw hashDiffers();
      return facts;
    } catch (error) {
      if (error instanceof MissingFileError) throw nothingUploaded();
      await storage.remove(storageKey);
      const refusal = toRefusal(error, input.filename);
      if (!refusal) throw error;
      await uploadedFiles.discard(upload.storageKey);
      throw refusal;
    }
  }

  /** The photo that this very request has made before: by its id or by its content. */
  async function findExisting(input: PhotoInput, scope: Scope, sha256: string | null): Promise<PhotoRow | null> {
    const byId = input.id ? await repository.byId(db, input.id) : null;
    if (byId) {
      if (!isSameScope(byId, scope) || (sha256 !== null && byId.sha256 !== sha256)) throw photoIdInUse();
      return byId;
    }
    return sha256 ? repository.sameContent(db, scope, sha256) : null;
  }

  /**
   * Claims the upload for a photo. Two requests with one upload, id or content meet at the upload's row or at the unique
   * indexes; null for the one that comes second.
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
    await change.enqueue(analysePhoto, { photoId: stored.id });
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

  /** Stores the row of a file that was taken. Where nothing comes of it, the file is removed again. */
  async function storeTaken(
    actor: Actor,
    scope: Authorized<Scope>,
    uploadKey: string,
    row: repository.NewPhoto,
  ): Promise<PhotoRow | null> {
    let stored: PhotoRow | null;
    try {
      stored = await changes.run(actor.id, (change) => store(change, scope, uploadKey, row));
    } catch (error) {
      // The answer to a commit may get lost: the row tells.
      const committed = await repository.byId(db, row.id);
      if (committed?.storageKey !== row.storageKey) await storage.remove(row.storageKey);
      throw error;
    }
    await storage.remove(stored ? uploadKey : row.storageKey);
    return stored;
  }

  /** The photo that came first when the same thing was registered twice at the same moment. */
  async function resolveDuplicate(
    input: PhotoInput,
    scope: Scope,
    row: repository.NewPhoto,
    uploadKey: string,
  ): Promise<PhotoRow> {
    const byUpload = await photoForUpload(uploadKey);
    const first = byUpload ?? (await findExisting({ ...input, id: row.id }, scope, row.sha256));
    if (!first) throw photoRemovedMeanwhile();
    if (!byUpload) await uploadedFiles.discard(uploadKey);
    return requireInScope(scope, first);
  }

  return {
    async register(actor, input) {
      const scope = await scopes.load(actor, {
        areaSessionId: input.areaSessionId ?? null,
        inspectionId: input.inspectionId ?? null,
      });
      if (!scope) throw input.areaSessionId ? areaSessionNotFound() : inspectionNotFound();
      const again = (row: PhotoRow): RegisteredPhoto => ({ created: false, row, scope });
      const upload = await findUpload(actor, input.url);
      const registered = await photoForUpload(upload.storageKey);
      if (registered) return again(requireInScope(scope, registered));
      // Throws where the id is that of a photo elsewhere.
      await findExisting(input, scope, null);
      requireOpen(actor, scope);
      const id = input.id ?? randomUUID();
      const storageKey = originalKeyOf(id, randomUUID());
      let facts: FileFacts;
      try {
        facts = await take(upload, storageKey, input);
      } catch (error) {
        // Another request may have made a photo of this upload meanwhile.
        const other = await photoForUpload(upload.storageKey);
        if (!other) throw error;
        return again(requireInScope(scope, other));
      }
      const existing = await findExisting(input, scope, facts.sha256);
      if (existing) {
        await storage.remove(storageKey);
        await uploadedFiles.discard(upload.storageKey);
        return again(existing);
      }
      const row = newRow(actor.id, scope, input, facts, { id, storageKey });
      const stored = await storeTaken(actor, scope, upload.storageKey, row);
      if (!stored) return again(await resolveDuplicate(input, scope, row, upload.storageKey));
      return { created: true, row: stored, scope };
    },
  };
}

/** What the caller is told of a file that can never become a photo; null for faults that another try may not meet. */
function toRefusal(error: unknown, filename: string): AppError | null {
  if (error instanceof FileTooLargeError) return photoTooLarge(filename);
  if (error instanceof PhotoRejected) return error.refusal;
  return error instanceof AppError && error.status === 422 ? error : null;
}
