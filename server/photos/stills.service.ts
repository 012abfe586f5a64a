import { createHash, randomUUID } from 'node:crypto';
import type { Analysis } from '#contract/analysis.ts';
import type { Place } from '#contract/places.ts';
import type { areaCodes } from '#contract/area-codes.ts';
import type { AnalyzedPhoto } from '#server/analysis/analyzer.service.ts';
import type { Scope } from '#server/inspections/scope.rules.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { Authorized } from '#server/platform/http/actor.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import { photoRemovedMeanwhile } from './photos.errors.ts';
import * as repository from './photos.repository.ts';
import { copyKeysOf, originalKeyOf, photosChanged } from './photos.rules.ts';
import { storeCopies } from './stored-copies.ts';

/** A frame of a recording that shows a finding. */
export interface Still {
  jpeg: Buffer;
  /** The shared copies of the still. */
  made: Pick<AnalyzedPhoto, 'preview' | 'thumbnail' | 'print' | 'width' | 'height'>;
  analysis: Analysis;
  filename: string;
  /** The place that the camera shows. */
  place: Place;
  category: (typeof areaCodes)[number] | 'rooms';
}

export interface StillsService {
  /**
   * Stores a still as a photo with source `live`, already analyzed, and runs `work` with it in the same change. The
   * same picture again returns the existing photo. Throws 409 when the scope is closed.
   */
  save<T>(
    userId: string,
    scope: Authorized<Scope>,
    still: Still,
    work: (change: Change, photo: PhotoRow) => Promise<T>,
  ): Promise<T>;
}

const newRow = (userId: string, scope: Scope, still: Still, id: string): repository.NewPhoto => ({
  id,
  userId,
  areaSessionId: scope.areaSessionId,
  inspectionId: scope.inspectionId,
  filename: still.filename,
  storageKey: originalKeyOf(id, 'still'),
  contentType: 'image/jpeg',
  bytes: still.jpeg.length,
  category: still.category,
  ...still.place,
  width: still.made.width,
  height: still.made.height,
  sha256: createHash('sha256').update(still.jpeg).digest('hex'),
  source: 'live',
  takenAt: new Date(),
  aiAnalysis: still.analysis,
  analysisStatus: 'done',
  derivedAt: new Date(),
});

export function createStillsService(deps: {
  db: Database;
  storage: Storage;
  changes: Changes;
  workflow: WorkflowService;
}): StillsService {
  const { db, storage, changes, workflow } = deps;

  /** Stores the row of the still, or returns the photo with the same content. */
  async function store(change: Change, scope: Scope, row: repository.NewPhoto): Promise<PhotoRow> {
    const added = await repository.insertNew(change.tx, row);
    if (added) {
      change.audit('photo.added', 'photo', added.id, { sha256: added.sha256, bytes: added.bytes, source: 'live' });
      change.push(photosChanged(scope), ownerAndAdmins(scope.ownerId));
      return added;
    }
    const existing = await repository.findByContent(change.tx, scope, row.sha256);
    if (!existing) throw photoRemovedMeanwhile();
    return existing;
  }

  return {
    async save(userId, scope, still, work) {
      const id = randomUUID();
      const row = newRow(userId, scope, still, id);
      const keys = [row.storageKey, ...Object.values(copyKeysOf(id))];
      const discard = () => Promise.all(keys.map((key) => storage.remove(key)));
      await storage.put(row.storageKey, still.jpeg, { contentType: 'image/jpeg' });
      await storeCopies(storage, id, still.made);
      try {
        return await changes.run(userId, async (change) => {
          await workflow.lockIfOpen(change, scope);
          const photo = await store(change, scope, row);
          return work(change, photo);
        });
      } finally {
        // Read from the database, because the commit may have succeeded although its response was lost.
        if (!(await repository.findById(db, id))) await discard();
      }
    },
  };
}
