import { z } from 'zod';
import { isDocument } from '#contract/photos.ts';
import { AnalysisPostponed, PhotoRejected } from '#server/analysis/analysis.errors.ts';
import { maxPictures, readingTimeLimitMs } from '#server/analysis/engine/remote/time-limits.rules.ts';
import type { Config } from '#server/config.ts';
import type { AiFindingsService } from '#server/findings/ai-findings.service.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { JobDefinition, JobKind } from '#server/platform/queue/job.ts';
import type { Queue } from '#server/platform/queue/queue.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { PhotoCopies } from './copies.service.ts';
import { findSubject } from './analysis-subject.repository.ts';
import * as repository from './photos.repository.ts';
import { cannotBeCopied, failedAnalysis } from './photos.rules.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';

const photoPayload = z.object({ photoId: z.uuid() });
type PhotoPayload = z.infer<typeof photoPayload>;
export const analyzePhoto: JobKind<PhotoPayload> = { name: 'analyse-photo', payload: photoPayload };

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
  queue: Queue;
  config: Pick<Config, 'ai' | 'analysisWorkers'>;
}

/** How long a photo waits for a model service that answers with Retry-After. */
const maxServiceWaitMs = 15 * 60_000;
const analysisSeconds = 180;
/** The queue accepts limits below one day only. */
const maxJobSeconds = 12 * 3600;

/** How many photos are analyzed at once, and the time limit of one analysis job. */
export function limitsOf({ ai: { remote }, analysisWorkers }: Deps['config']) {
  // With a model service, jobs mostly wait for it, so more of them can run at once.
  const concurrency = Math.max(analysisWorkers, remote?.atOnce ?? 0);
  // The last of the concurrent photos waits until the pictures of all others are sent.
  const readingMs = remote ? readingTimeLimitMs(concurrency * maxPictures, remote) : 0;
  return { concurrency, timeoutSeconds: Math.min(analysisSeconds + readingMs / 1000, maxJobSeconds) };
}

export function photoJobs(deps: Deps) {
  const { db, changes, config, storage, copies, queue, scopes, workflow, aiFindings } = deps;
  const { remote } = config.ai;

  /** Stores the outcome together with its findings; discards the copies when the photo was deleted meanwhile. */
  async function finish(photo: PhotoRow, outcome: Partial<PhotoRow>, likeness: Int8Array | null = null): Promise<void> {
    const exists = await changes.run(photo.userId, async (change) => {
      await workflow.lock(change, photo);
      const row = await repository.update(change.tx, photo.id, outcome);
      if (!row) return false;
      if (likeness) await repository.saveLikeness(change.tx, row.id, likeness);
      const { aiAnalysis } = row;
      // Photos of finished work make no findings.
      if (aiAnalysis && !aiAnalysis.error && row.planItemId === null)
        await aiFindings.replaceOfPhoto(change, row, aiAnalysis);
      await workflow.recount(change, row, { isAnalyzed: true });
      change.audit('photo.analyzed', 'photo', row.id, {
        status: row.analysisStatus,
        engine: aiAnalysis?.engine.name,
        findings: aiAnalysis?.detectedIssues.length,
      });
      const scope = await scopes.find(change.tx, row);
      const payload = {
        photoId: row.id,
        areaSessionId: row.areaSessionId,
        inspectionId: scope?.reviewId ?? null,
        status: row.analysisStatus,
      };
      change.push({ type: 'photo_analysed', payload }, ownerAndAdmins(scope?.ownerId ?? null));
      return true;
    });
    if (!exists) await copies.discard(photo.id);
  }

  /** Makes copies without the engine, in case only the engine failed; returns no changes if that fails too. */
  async function storeCopiesUnanalyzed(photo: PhotoRow): Promise<Partial<PhotoRow>> {
    try {
      return await copies.store(photo, await copies.make(photo, { analyze: false }));
    } catch (error) {
      if (cannotBeCopied(error)) return {};
      throw error;
    }
  }

  const fail = async (photo: PhotoRow, reason: string) =>
    finish(photo, {
      ...(photo.derivedAt ? {} : await storeCopiesUnanalyzed(photo)),
      // A PDF is not analyzed, so its analysis has not failed.
      ...(isDocument(photo)
        ? { analysisStatus: 'off' }
        : { analysisStatus: 'failed', aiAnalysis: failedAnalysis(reason) }),
    });

  const analyze: JobDefinition<PhotoPayload> = {
    ...analyzePhoto,
    retryLimit: 2,
    retryDelaySeconds: 2,
    ...limitsOf(config),
    async run({ photoId }) {
      const photo = await repository.findById(db, photoId);
      if (!photo || photo.analysisStatus === 'done' || photo.filesDeletedAt) return;
      try {
        // A photo of finished work is analyzed only if it repairs a finding, and only by the built-in engine.
        const analyze = photo.planItemId === null || photo.repairOf !== null;
        // A photographed certificate is still a document; never send it.
        const isSent = photo.planItemId === null && remote && photo.category !== 'certificates';
        const subject = isSent ? await findSubject(db, photo, maxServiceWaitMs) : null;
        const result = await copies.make(photo, { analyze, subject });
        const { analysis: aiAnalysis, likeness } = result;
        const analysisStatus = aiAnalysis ? 'done' : 'off';
        await finish(photo, { ...(await copies.store(photo, result)), aiAnalysis, analysisStatus }, likeness);
      } catch (error) {
        if (error instanceof AnalysisPostponed) {
          // Postponed without using up an attempt.
          await queue.send(null, analyzePhoto, { photoId }, { startAfter: error.until });
          return;
        }
        // Do not retry: the file itself is faulty.
        if (!(error instanceof PhotoRejected)) throw error;
        await fail(photo, error.message);
      }
    },
    async gaveUp({ photoId }) {
      const photo = await repository.findById(db, photoId);
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

  return [analyze, remove];
}
