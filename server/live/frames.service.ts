import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Analysis, DetectedIssue } from '#contract/analysis.ts';
import type { FrameAnswer, LiveDetection } from '#contract/live.ts';
import type { Analyser } from '#server/analysis/analyser.service.ts';
import { AnalysisFailed, PhotoRejected } from '#server/analysis/analysis.errors.ts';
import { recommend } from '#server/analysis/recommendations.rules.ts';
import { areaNamed, itemsOfArea } from '#server/checklists/area-items.service.ts';
import { itemAgainst } from '#server/checklists/checklists.rules.ts';
import {
  holdOpen,
  refreshEvidence,
  requireOpen,
  type Evidence,
  type EvidenceService,
} from '#server/evidence/evidence.service.ts';
import type { InspectionContext } from '#server/inspections/inspections.service.ts';
import { adoptPhotoFindings } from '#server/issues/doubles.service.ts';
import { insertAiIssues } from '#server/issues/issues.service.ts';
import { issues } from '#server/issues/issues.tables.ts';
import type { StillsService } from '#server/photos/stills.service.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import { AppError, conflict, tooManyTries } from '#server/platform/http/problem.ts';
import { follow, type Sighting, type Track } from './live.rules.ts';

export interface FramesService {
  /** Looks at one picture of the camera; what was seen often enough becomes a finding. `at`: seconds of the recording. */
  look(actor: Actor, target: Authorized<InspectionContext>, jpeg: Buffer, at: number): Promise<FrameAnswer>;
}

interface Deps {
  db: Database;
  changes: Changes;
  limits: Limits;
  analyser: Analyser;
  evidence: EvidenceService;
  stills: StillsService;
}

/** Inspections that are remembered at once; what one that fell out has found is read from the database again. */
const mostFollowed = 500;
const wholePicture = { x: 0, y: 0, width: 1, height: 1 };

const sightingsOf = (analysis: Analysis): Sighting[] =>
  analysis.detectedIssues.map(({ category, severity, confidence, boundingBox = wholePicture }) => ({
    category,
    severity,
    confidence,
    boundingBox,
  }));

const toDetection = (track: Track): LiveDetection => ({
  trackId: track.id,
  category: track.category,
  severity: track.severity,
  confidence: track.confidence,
  boundingBox: track.boundingBox,
  confirmed: track.confirmed,
  issueId: track.confirmed ? track.id : null,
});

/** A confirmed track as a finding of the same id, in the words of the findings of photos. */
function toIssue({ id, category, severity, confidence, boundingBox }: Track): DetectedIssue {
  const { description, recommendedAction } = recommend(category, severity);
  return { id, category, severity, confidence, boundingBox, description, recommendedAction };
}

export function createFramesService(deps: Deps): FramesService {
  const { db, changes, limits, analyser, stills } = deps;
  /** What is followed in each inspection, the latest last. */
  const followed = new Map<string, Track[]>();
  const busy = new Set<string>();

  /** Findings of the recording that were confirmed before, by this process or another: they are not found twice. */
  async function known(inspectionId: string): Promise<Track[]> {
    const present = followed.get(inspectionId);
    if (present) return present;
    const rows = await db
      .select()
      .from(issues)
      .where(and(eq(issues.inspectionId, inspectionId), eq(issues.source, 'ai'), isNotNull(issues.videoTimestamp)))
      .orderBy(desc(issues.videoTimestamp))
      .limit(20);
    return rows.map((issue) => ({
      id: issue.id,
      category: issue.category,
      severity: issue.severity,
      confidence: Number(issue.aiConfidence ?? 0),
      boundingBox: issue.boundingBox ?? wholePicture,
      scores: [],
      lastSeenAt: issue.videoTimestamp ?? 0,
      confirmed: true,
    }));
  }

  function remember(inspectionId: string, tracks: Track[]): void {
    followed.delete(inspectionId);
    followed.set(inspectionId, tracks);
    const [oldest] = followed.keys();
    if (followed.size > mostFollowed && oldest) followed.delete(oldest);
  }

  /**
   * Findings for all to see: on the checklist, in the list, and with the still that shows them. What a photo of this
   * moment shows already is that finding: answers the ids of those, by the ids of their tracks.
   */
  async function confirm(
    actor: Actor,
    evidence: Authorized<Evidence>,
    certain: Track[],
    picture: { jpeg: Buffer; path: string; at: number; analysis: Analysis },
  ): Promise<Map<string, string>> {
    const found = certain.map(toIssue);
    const at = Math.floor(picture.at);
    const items = await itemsOfArea(db, evidence.area);
    const [made, area] = [await analyser.process(picture.path, { analyse: false }), await areaNamed(db, evidence.area)];
    const adopted = await changes.run(actor.id, async (change) => {
      await holdOpen(change, evidence);
      const issueIds = await adoptPhotoFindings(change, evidence.inspectionId ?? '', found, at);
      announce(
        change,
        found.flatMap((each) => {
          const id = issueIds.get(each.id);
          return id ? [{ ...each, id }] : [];
        }),
      );
      return issueIds;
    });
    const fresh = found.filter(({ id }) => !adopted.has(id));
    if (fresh.length > 0) {
      const still = {
        jpeg: picture.jpeg,
        made,
        analysis: { ...picture.analysis, detectedIssues: fresh },
        filename: `live-${String(at).padStart(5, '0')}s.jpg`,
        category: area?.code ?? ('rooms' as const),
      };
      await stills.keep(actor.id, evidence, still, async (change, photo) => {
        await holdOpen(change, evidence);
        await insertAiIssues(change, photo, fresh, evidence, at);
        await refreshEvidence(change, evidence);
        announce(change, fresh);
      });
    }
    return adopted;

    function announce(change: Change, detected: readonly DetectedIssue[]): void {
      const to = { users: [evidence.ownerId], admins: true };
      if (detected.length === 0) return;
      change.push({ type: 'issue_changed', payload: { areaSessionId: null, inspectionId: evidence.reviewId } }, to);
      for (const { id, category, severity, confidence, boundingBox = wholePicture } of detected) {
        change.audit('issue.detected_live', 'issue', id, { category, severity, confidence, at });
        const payload = {
          inspectionId: evidence.inspectionId ?? '',
          itemId: itemAgainst(category, items)?.id ?? null,
          confidence,
          issue: recommend(category, severity).title,
          issueId: id,
          category,
          severity,
          boundingBox,
          at,
        };
        change.push({ type: 'ai_detection', payload }, to);
      }
    }
  }

  async function analyse(
    actor: Actor,
    evidence: Authorized<Evidence>,
    inspectionId: string,
    picture: { jpeg: Buffer; path: string; at: number },
  ): Promise<FrameAnswer> {
    await writeFile(picture.path, picture.jpeg, { mode: 0o600 });
    const { seen: analysis } = await analyser.look(picture.path);
    if (!analysis) return { engine: 'off', detections: [] };
    const frame = { at: picture.at, sightings: sightingsOf(analysis) };
    const { tracks, seen, confirmed } = follow(await known(inspectionId), frame, randomUUID);
    const adopted =
      confirmed.length > 0
        ? await confirm(actor, evidence, confirmed, { ...picture, analysis })
        : new Map<string, string>();
    const named = (track: Track): Track => ({ ...track, id: adopted.get(track.id) ?? track.id });
    remember(inspectionId, tracks.map(named));
    return { engine: 'on', detections: seen.map(named).map(toDetection) };
  }

  return {
    async look(actor, target, jpeg, at) {
      const { inspection } = target;
      if (inspection.areaSessionId)
        throw conflict('An area is inspected by its photos; a live inspection is one of its own');
      const evidence = await deps.evidence.ofInspection(actor, target);
      requireOpen(actor, evidence);
      await limits.frames.take(actor.id);
      if (busy.has(inspection.id)) throw tooManyTries(1);
      busy.add(inspection.id);
      const path = join(tmpdir(), `innspect-frame-${randomUUID()}`);
      try {
        return await analyse(actor, evidence, inspection.id, { jpeg, path, at });
      } catch (error) {
        if (error instanceof PhotoRejected) throw new AppError(error.status, error.message);
        if (error instanceof AnalysisFailed)
          throw new AppError(503, 'The AI did not get to this picture', { headers: { 'retry-after': '5' } });
        throw error;
      } finally {
        busy.delete(inspection.id);
        await rm(path, { force: true });
      }
    },
  };
}
