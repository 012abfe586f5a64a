import type { Place } from '#contract/places.ts';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameAnswer, FrameClaim } from '#contract/frames.ts';
import { toFrameDetection, updateTracks, type Track } from '#contract/vision/tracks.ts';
import type { Analyzer } from '#server/analysis/analyzer.service.ts';
import { AnalysisFailed, PhotoRejected } from '#server/analysis/analysis.errors.ts';
import type { AiFindingsService } from '#server/findings/ai-findings.service.ts';
import type { InspectionContext } from '#server/inspections/inspections.service.ts';
import { requireOpen, type Scope } from '#server/inspections/scope.rules.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { ConfirmationService } from './confirmation.service.ts';
import { frameInProgress, frameNotAnalyzed } from './frames.errors.ts';
import { sightingsOf, trackOfFinding } from './frames.rules.ts';

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
  limits: Limits;
  analyzer: Analyzer;
  scopes: ScopesService;
  aiFindings: AiFindingsService;
  confirmation: ConfirmationService;
}

/** The number of inspections whose tracks are kept in memory; the tracks of others are rebuilt from their findings. */
const maxInspections = 500;
const maxTracksRead = 20;
/**
 * Two pages may record one inspection on separate timelines, and one page may start a new recording. A track that was
 * seen within this time therefore counts on every timeline.
 */
const currentMs = 30_000;

const placeOf = ({ building, floor, room }: Place): Place => ({ building, floor, room });

interface KeptTracks {
  tracks: Track[];
  /** When each track was last seen, by the server's clock in ms. */
  seenAt: Map<string, number>;
}

export function createFramesService(deps: Deps): FramesService {
  const { limits, analyzer, scopes, aiFindings, confirmation } = deps;
  /** The tracks by inspection, latest used last. */
  const tracksOf = new Map<string, KeptTracks>();
  const busy = new Set<string>();

  /** The tracks in memory, or else those of the stored findings, so that no defect is reported twice. */
  async function loadTracks(inspectionId: string, scope: Scope, at: number): Promise<Track[]> {
    const kept = tracksOf.get(inspectionId);
    if (!kept) return (await aiFindings.latestOfRecording(scope, maxTracksRead)).map(trackOfFinding);
    const isCurrent = ({ id, confirmed }: Track) => confirmed && Date.now() - (kept.seenAt.get(id) ?? 0) <= currentMs;
    return kept.tracks.map((track) => (isCurrent(track) ? { ...track, lastSeenAt: at } : track));
  }

  function keepTracks(inspectionId: string, tracks: Track[], seen: readonly Track[]): void {
    const before = tracksOf.get(inspectionId)?.seenAt;
    const now = new Set(seen.map(({ id }) => id));
    const seenAt = new Map(tracks.map(({ id }) => [id, now.has(id) ? Date.now() : (before?.get(id) ?? 0)]));
    tracksOf.delete(inspectionId);
    tracksOf.set(inspectionId, { tracks, seenAt });
    const [oldest] = tracksOf.keys();
    if (tracksOf.size > maxInspections && oldest) tracksOf.delete(oldest);
  }

  async function analyzeFile(
    actor: Actor,
    scope: Authorized<Scope>,
    inspectionId: string,
    picture: FrameFacts & { jpeg: Buffer; path: string },
  ): Promise<FrameAnswer> {
    await writeFile(picture.path, picture.jpeg, { mode: 0o600 });
    const { analysis } = await analyzer.analyzePicture(picture.path);
    if (!analysis) return { engine: 'off', detections: [] };
    const frame = { at: picture.at, sightings: sightingsOf(analysis), claims: picture.seen };
    const { tracks, seen, confirmed } = updateTracks(
      await loadTracks(inspectionId, scope, picture.at),
      frame,
      randomUUID,
    );
    const certain = confirmed.filter(({ issueId }) => !issueId);
    const findingIds =
      certain.length > 0
        ? await confirmation.confirm(actor, scope, certain, { ...picture, place: placeOf(picture), analysis, seen })
        : new Map<string, string>();
    const withFinding = (track: Track): Track => ({ ...track, issueId: findingIds.get(track.id) ?? track.issueId });
    const shown = seen.map(withFinding);
    keepTracks(inspectionId, tracks.map(withFinding), shown);
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
