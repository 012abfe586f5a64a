import { randomUUID } from 'node:crypto';
import type { FileFacts } from '#server/analysis/analyzer.service.ts';
import { findingNotFound } from '#server/findings/findings.errors.ts';
import type { FindingsService } from '#server/findings/findings.service.ts';
import { areaSessionNotFound, inspectionNotFound } from '#server/inspections/inspections.errors.ts';
import { requireOpen, type Scope } from '#server/inspections/scope.rules.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import { createTurns } from '#server/platform/turns.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import { planItemNotFound } from '../photos.errors.ts';
import { originalKeyOf } from '../photos.rules.ts';
import { createDuplicates } from './duplicates.ts';
import { newPhotoRow, requireInScope, type PhotoInput } from './registration.rules.ts';
import { createStoredPhotos, type StoredPhotosDeps } from './stored-photos.ts';
import { createUploadedPhotos, type UploadedPhotosDeps } from './uploaded-photos.ts';

export interface RegisteredPhoto {
  created: boolean;
  row: PhotoRow;
  scope: Authorized<Scope>;
}

/** Registers uploaded files as photos. */
export interface PhotoRegistration {
  /** Repeating a file, id or upload returns the existing photo. */
  register(actor: Actor, input: PhotoInput): Promise<RegisteredPhoto>;
}

export function createPhotoRegistration(
  deps: UploadedPhotosDeps & StoredPhotosDeps & { scopes: ScopesService; findings: Pick<FindingsService, 'isOf'> },
): PhotoRegistration {
  const { storage, scopes, uploadedFiles, findings } = deps;
  const uploadedPhotos = createUploadedPhotos(deps);
  const duplicates = createDuplicates(deps);
  const storedPhotos = createStoredPhotos(deps);
  const oneByOne = createTurns();

  /** Throws 404 unless the finding belongs to this area or inspection, or is the one that the plan item repairs. */
  async function requireRepairable(scope: Authorized<Scope>, repairOf: string | null): Promise<void> {
    if (repairOf === null) return;
    const isOfScope = scope.planItemId ? scope.repairOf === repairOf : await findings.isOf(scope, repairOf);
    if (!isOfScope) throw findingNotFound();
  }

  async function registerUpload(
    actor: Actor,
    input: PhotoInput,
    scope: Authorized<Scope>,
    received: Date,
  ): Promise<RegisteredPhoto> {
    const again = (row: PhotoRow): RegisteredPhoto => ({ created: false, row, scope });
    // Found in its turn, because the request before may have used it.
    const upload = await uploadedPhotos.find(actor, input.url);
    const registered = await duplicates.findByUpload(upload.storageKey);
    if (registered) return again(requireInScope(scope, registered));
    // Throws if a photo elsewhere has this id.
    await duplicates.findByRequest(input, scope, null);
    requireOpen(actor, scope);
    await requireRepairable(scope, input.repairOf ?? null);
    const id = input.id ?? randomUUID();
    const storageKey = originalKeyOf(id, randomUUID());
    let facts: FileFacts;
    try {
      facts = await uploadedPhotos.verify(upload, storageKey, input);
    } catch (error) {
      // Another request may have registered this upload meanwhile.
      const other = await duplicates.findByUpload(upload.storageKey);
      if (!other) throw error;
      return again(requireInScope(scope, other));
    }
    const existing = await duplicates.findByRequest(input, scope, facts.sha256);
    if (existing) {
      await storage.remove(storageKey);
      await uploadedFiles.spend(upload);
      const { checkId } = input;
      return again(
        checkId && existing.checkId === null ? await storedPhotos.showCheck(actor, scope, existing, checkId) : existing,
      );
    }
    const row = newPhotoRow(actor.id, scope, input, facts, { id, storageKey, received });
    const stored = await storedPhotos.add(actor, scope, upload.storageKey, row);
    if (!stored) return again(await duplicates.resolve(input, scope, row, upload));
    return { created: true, row: stored, scope };
  }

  return {
    async register(actor, input) {
      const received = new Date();
      const scope = await scopes.load(actor, {
        areaSessionId: input.areaSessionId ?? null,
        inspectionId: input.inspectionId ?? null,
        planItemId: input.planItemId ?? null,
      });
      if (!scope) {
        if (input.planItemId) throw planItemNotFound();
        throw input.areaSessionId ? areaSessionNotFound() : inspectionNotFound();
      }
      const { storageKey } = await uploadedPhotos.find(actor, input.url);
      // One by one, so that a file is decoded once however many requests name it at the same time.
      return oneByOne(storageKey, () => registerUpload(actor, input, scope, received));
    },
  };
}
