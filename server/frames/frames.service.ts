import type { Place } from '#contract/places.ts';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frameLimits, type FrameAnswer, type FrameClaim } from '#contract/frames.ts';
import { toFrameDetection, updateTracks, type Frame, type Track, type TrackUpdate } from '#contract/vision/tracks.ts';
import type { Analyzer } from '#server/analysis/analyzer.service.ts';
import { AnalysisFailed, PhotoRejected } from '#server/analysis/analysis.errors.ts';
import type { AiFindingsService } from '#server/findings/ai-findings.service.ts';
import type { InspectionContext } from '#server/inspections/inspections.service.ts';
import { requireOpen, type Scope } from '#server/inspections/scope.rules.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { ConfirmationService } from './confirmation.service.ts';
import { frameInProgress, frameNotAnalyzed } from './frames.errors.ts';
import { sightingsOf, trackOfFinding, tracksAfter, tracksAt, tracksWithFindings } from './frames.rules.ts';
import { deleteIdle, lockTracks, saveTracks } from './tracks.repository.ts';

/** A frame with the place that it shows. */
interface FrameFacts extends Place {
  at: number;
  /** What the device detected in the frames before this one. */
  seen?: FrameClaim[];
}

export interface FramesService {
  /**
   * Analyzes one frame; a defect that was seen often enough becomes a finding. `at` is the second of the recording.
   */
  analyze(actor: Actor, target: Authorized<InspectionContext>, jpeg: Buffer, frame: FrameFacts): Promise<FrameAnswer>;
}

interface Deps {
  db: Database;
  limits: Limits;
  analyzer: Analyzer;
  scopes: ScopesService;
  aiFindings: AiFindingsService;
  confirmation: ConfirmationService;
}

const maxTracksRead = 20;

const placeOf = ({ building, floor, room }: Place): Place => ({ building, floor, room });

export function createFramesService(deps: Deps): FramesService {
  const { db, limits, analyzer, scopes, aiFindings, confirmation } = deps;
  const busy = new Set<string>();

  /** Continues the tracks, which all processes share, with a frame. */
  const addFrame = (inspectionId: string, scope: Scope, frame: Frame): Promise<TrackUpdate> =>
    db.transaction(async (tx) => {
      const kept = await lockTracks(tx, inspectionId);
      if (!kept) await deleteIdle(tx);
      const now = Date.now();
      // At first from the stored findings, so that no defect is reported twice.
      const before = kept
        ? tracksAt(kept, frame.at, now)
        : (await aiFindings.latestOfRecording(tx, scope, maxTracksRead)).map(trackOfFinding);
      const update = updateTracks(before, frame, randomUUID);
      await saveTracks(tx, inspectionId, tracksAfter(update, kept, now));
      return update;
    });

  /** Notes the findings that were made of tracks, or that there are none. */
  const addFindings = (inspectionId: string, confirmed: readonly Track[], findingIds: ReadonlyMap<string, string>) =>
    db.transaction(async (tx) => {
      const kept = await lockTracks(tx, inspectionId);
      if (kept) await saveTracks(tx, inspectionId, tracksWithFindings(kept, confirmed, findingIds));
    });

  async function analyzeFile(
    actor: Actor,
    scope: Authorized<Scope>,
    inspectionId: string,
    picture: FrameFacts & { jpeg: Buffer; path: string },
  ): Promise<FrameAnswer> {
    await writeFile(picture.path, picture.jpeg, { mode: 0o600 });
    const { analysis } = await analyzer.analyzePicture(picture.path, {
      maxSide: frameLimits.maxSide,
      account: actor.id,
    });
    if (!analysis) return { engine: 'off', detections: [] };
    const frame = { at: picture.at, sightings: sightingsOf(analysis), claims: picture.seen };
    const { seen, confirmed } = await addFrame(inspectionId, scope, frame);
    // A track that was confirmed again after its process had ended may have a finding.
    const certain = confirmed.filter(({ issueId }) => !issueId);
    let findingIds: ReadonlyMap<string, string> = new Map();
    try {
      if (certain.length > 0)
        findingIds = await confirmation.confirm(actor, scope, certain, {
          ...picture,
          place: placeOf(picture),
          analysis,
          seen,
        });
    } finally {
      if (certain.length > 0) await addFindings(inspectionId, certain, findingIds);
    }
    const shown = seen.map((track): Track => ({ ...track, issueId: findingIds.get(track.id) ?? track.issueId }));
    return { engine: 'on', detections: shown.map(toFrameDetection) };
  }

  return {
    async analyze(actor, target, jpeg, facts) {
      const { inspection } = target;
      const scope = await scopes.ofInspection(actor, target);
      requireOpen(actor, scope);
      await limits.frames.consume(actor.id);
      if (busy.has(inspection.id)) throw frameInProgress();
      busy.add(inspection.id);
      const path = join(tmpdir(), `innspect-frame-${randomUUID()}`);
      try {
        return await analyzeFile(actor, scope, inspection.id, { ...facts, jpeg, path });
      } catch (error) {
        if (error instanceof PhotoRejected) throw error.refusal;
        if (error instanceof AnalysisFailed) throw frameNotAnalyzed();
        throw error;
      } finally {
        busy.delete(inspection.id);
        await rm(path, { force: true });
      }
    },
  };
}
