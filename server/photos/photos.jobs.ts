import { z } from 'zod';
import { isDocument } from '#contract/photos.ts';
import { PhotoRejected } from '#server/analysis/analysis.errors.ts';
import type { AiFindingsService } from '#server/findings/ai-findings.service.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { JobDefinition, JobKind } from '#server/platform/queue/job.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { PhotoCopies } from './copies.service.ts';
import * as repository from './photos.repository.ts';
import { cannotBeCopied, failedAnalysis } from './photos.rules.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';

const photoPayload = z.object({ photoId: z.uuid() });
type PhotoPayload = z.infer<typeof photoPayload>;
export const analysePhoto: JobKind<PhotoPayload> = { name: 'analyse-photo', payload: photoPayload };

const filesPayload = z.object({ keys: z.array(z.string()) });
type FilesPayload = z.infer<typeof filesPayload>;
export const removeFiles: JobKind<FilesPayload> = { name: 'remove-files', payload: filesPayload };

interface Deps {
  db: Database;
  changes: Changes;
  storage: Storage;
  copies: PhotoCopies;
  scopes: ScopesService;
  workflow: WorkflowService;
  aiFindings: AiFindingsService;
  /** How many photos are analyzed at the same time. */
  workers: number;
}

export function photoJobs(deps: Deps) {
  const { db, changes, storage, copies, scopes, workflow, aiFindings } = deps;

  /** Stores the outcome together with its findings; does nothing where the photo was deleted meanwhile. */
  async function finish(photo: PhotoRow, outcome: Partial<PhotoRow>): Promise<void> {
    const isThere = await changes.run(photo.userId, async (change) => {
      await workflow.lock(change, photo);
      const row = await repository.update(change.tx, photo.id, outcome);
      if (!row) return false;
      const { aiAnalysis } = row;
      if (aiAnalysis && !aiAnalysis.error) await aiFindings.replaceOfPhoto(change, row, aiAnalysis);
      await workflow.recount(change, row);
      change.audit('photo.analysed', 'photo', row.id, {
        status: row.analysisStatus,
        engine: aiAnalysis?.engine.name,
        findings: aiAnalysis?.detectedIssues.length,
      });
      const scope = await scopes.find(row, change.tx);
      const payload = {
        photoId: row.id,
        areaSessionId: row.areaSessionId,
        inspectionId: scope?.reviewId ?? null,
        status: row.analysisStatus,
      };
      change.push({ type: 'photo_analysed', payload }, ownerAndAdmins(scope?.ownerId ?? null));
      return true;
    });
    if (!isThere) await copies.discard(photo.id);
  }

  /** Copies made without the engine, in case only the engine failed; none where they cannot be made either. */
  async function shareUnanalysed(photo: PhotoRow): Promise<Partial<PhotoRow>> {
    try {
      return await copies.store(photo, await copies.make(photo, { analyse: false }));
    } catch (error) {
      if (cannotBeCopied(error)) return {};
      throw error;
    }
  }

  const fail = async (photo: PhotoRow, reason: string) =>
    finish(photo, {
      ...(photo.derivedAt ? {} : await shareUnanalysed(photo)),
      // A PDF is not analyzed, so its analysis has not failed.
      ...(isDocument(photo)
        ? { analysisStatus: 'off' }
        : { analysisStatus: 'failed', aiAnalysis: failedAnalysis(reason) }),
    });

  const analyse: JobDefinition<PhotoPayload> = {
    ...analysePhoto,
    retryLimit: 2,
    retryDelaySeconds: 2,
    timeoutSeconds: 180,
    concurrency: deps.workers,
    async run({ photoId }) {
      const photo = await repository.byId(db, photoId);
      if (!photo || photo.analysisStatus === 'done') return;
      try {
        const result = await copies.make(photo, { analyse: true });
        await finish(photo, {
          ...(await copies.store(photo, result)),
          aiAnalysis: result.analysis,
          analysisStatus: result.analysis ? 'done' : 'off',
        });
      } catch (error) {
        // The file itself is faulty, so another try would end the same way.
        if (!(error instanceof PhotoRejected)) throw error;
        await fail(photo, error.message);
      }
    },
    async gaveUp({ photoId }) {
      const photo = await repository.byId(db, photoId);
      if (photo && photo.analysisStatus === 'pending') await fail(photo, 'AI analysis failed');
    },
  };

  const remove: JobDefinition<FilesPayload> = {
    ...removeFiles,
    retryLimit: 5,
    retryDelaySeconds: 60,
    timeoutSeconds: 120,
    async run({ keys }) {
      for (const key of keys) await storage.remove(key);
    },
  };

  return [analyse, remove];
}
