import { isSameScope } from '#server/inspections/scope-key.rules.ts';
import type { Scope } from '#server/inspections/scope.rules.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import type { UploadRow } from '#server/schema/uploads.tables.ts';
import type { UploadedFilesService } from '#server/uploads/uploaded-files.service.ts';
import { photoIdInUse, photoRemovedMeanwhile } from '../photos.errors.ts';
import * as repository from '../photos.repository.ts';
import { requireInScope, type PhotoInput } from './registration.rules.ts';

/** Finds the photo that an earlier attempt of the same request made, so that repeating it makes no second one. */
export function createDuplicates({ db, uploadedFiles }: { db: Database; uploadedFiles: UploadedFilesService }) {
  /** The photo made from an upload. Waits for a running registration. */
  async function findByUpload(key: string): Promise<PhotoRow | null> {
    const upload = await uploadedFiles.settled(key);
    return upload?.photoId ? repository.findById(db, upload.photoId) : null;
  }

  /**
   * The photo with the id that the request names, or with the same content. Throws 409 when the id belongs to another
   * photo.
   */
  async function findByRequest({ id }: PhotoInput, scope: Scope, sha256: string | null): Promise<PhotoRow | null> {
    const byId = id ? await repository.findById(db, id) : null;
    if (byId) {
      if (!isSameScope(byId, scope) || (sha256 !== null && byId.sha256 !== sha256)) throw photoIdInUse();
      return byId;
    }
    return sha256 ? repository.findByContent(db, scope, sha256) : null;
  }

  /** The existing photo when the same upload, id or content was registered twice at the same time. */
  async function resolve(
    input: PhotoInput,
    scope: Scope,
    row: repository.NewPhoto,
    upload: UploadRow,
  ): Promise<PhotoRow> {
    const byUpload = await findByUpload(upload.storageKey);
    const first = byUpload ?? (await findByRequest({ ...input, id: row.id }, scope, row.sha256));
    if (!first) throw photoRemovedMeanwhile();
    if (!byUpload) await uploadedFiles.spend(upload);
    return requireInScope(scope, first);
  }

  return { findByUpload, findByRequest, resolve };
}
