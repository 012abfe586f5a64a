import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameAnswer } from '#contract/frames.ts';
import type { Analyser } from '#server/analysis/analyser.service.ts';
import { AnalysisFailed, PhotoRejected } from '#server/analysis/analysis.errors.ts';
import type { AiFindingsService } from '#server/findings/ai-findings.service.ts';
import type { InspectionContext } from '#server/inspections/inspections.service.ts';
import { requireOpen, type Scope } from '#server/inspections/scope.rules.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { ConfirmationService } from './confirmation.service.ts';
import { frameInProgress, frameNotAnalysed, framesOfAnArea } from './frames.errors.ts';
import { follow, sightingsOf, toFrameDetection, trackOfFinding, type Track } from './frames.rules.ts';

export interface FramesService {
  /** Looks at one picture of the camera; what was seen often enough becomes a finding. `at`: seconds of the recording. */
  look(actor: Actor, target: Authorized<InspectionContext>, jpeg: Buffer, at: number): Promise<FrameAnswer>;
}

interface Deps {
  limits: Limits;
  analyser: Analyser;
  scopes: ScopesService;
  aiFindings: AiFindingsService;
  confirmation: ConfirmationService;
}

/** Inspections that are remembered at once; what one that fell out has found is read from the database again. */
const maxRemembered = 500;
const maxTracksRead = 20;

export function createFramesService(deps: Deps): FramesService {
  const { limits, analyser, scopes, aiFindings, confirmation } = deps;
  /** The tracks of each inspection, the latest inspection last. */
  const remembered = new Map<string, Track[]>();
  const busy = new Set<string>();

  /** What this process remembers, or else the findings of the recording, so that none is found twice. */
  async function recall(inspectionId: string): Promise<Track[]> {
    const tracks = remembered.get(inspectionId);
    return tracks ?? (await aiFindings.latestOfRecording(inspectionId, maxTracksRead)).map(trackOfFinding);
  }

  function remember(inspectionId: string, tracks: Track[]): void {
    remembered.delete(inspectionId);
    remembered.set(inspectionId, tracks);
    const [oldest] = remembered.keys();
    if (remembered.size > maxRemembered && oldest) remembered.delete(oldest);
  }

  async function analyse(
    actor: Actor,
    scope: Authorized<Scope>,
    inspectionId: string,
    picture: { jpeg: Buffer; path: string; at: number },
  ): Promise<FrameAnswer> {
    await writeFile(picture.path, picture.jpeg, { mode: 0o600 });
    const { seen: analysis } = await analyser.look(picture.path);
    if (!analysis) return { engine: 'off', detections: [] };
    const frame = { at: picture.at, sightings: sightingsOf(analysis) };
    const { tracks, seen, confirmed } = follow(await recall(inspectionId), frame, randomUUID);
    const adopted =
      confirmed.length > 0
        ? await confirmation.confirm(actor, scope, confirmed, { ...picture, analysis })
        : new Map<string, string>();
    const withFindingId = (track: Track): Track => ({ ...track, id: adopted.get(track.id) ?? track.id });
    remember(inspectionId, tracks.map(withFindingId));
    return { engine: 'on', detections: seen.map(withFindingId).map(toFrameDetection) };
  }

  return {
    async look(actor, target, jpeg, at) {
      const { inspection } = target;
      if (inspection.areaSessionId) throw framesOfAnArea();
      const scope = await scopes.ofInspection(actor, target);
      requireOpen(actor, scope);
      await limits.frames.take(actor.id);
      if (busy.has(inspection.id)) throw frameInProgress();
      busy.add(inspection.id);
      const path = join(tmpdir(), `innspect-frame-${randomUUID()}`);
      try {
        return await analyse(actor, scope, inspection.id, { jpeg, path, at });
      } catch (error) {
        if (error instanceof PhotoRejected) throw error.refusal;
        if (error instanceof AnalysisFailed) throw frameNotAnalysed();
        throw error;
      } finally {
        busy.delete(inspection.id);
        await rm(path, { force: true });
      }
    },
  };
}
