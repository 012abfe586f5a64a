import type { Analysis, DetectedIssue } from '#contract/analysis.ts';
import { formatTimestamp } from '#contract/texts.ts';
import { defectsOfPhoto } from '#server/analysis/extents.rules.ts';
import type { ScopeKey } from '#server/inspections/scope-key.rules.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import { areCloseInTime, pairDuplicates, type PictureTimes } from './duplicates.rules.ts';
import { publishCritical } from './critical.ts';
import * as repository from './findings.repository.ts';
import { updateRaisedSeverities } from './raises.ts';
import { isStillThere } from './repairs.rules.ts';
import { isDuplicate, isUntouched, rowOfDetected, type PhotoOfFinding } from './findings.rules.ts';

/** Findings of the AI analysis, which count before a person has confirmed them. */
export interface AiFindingsService {
  /**
   * Replaces the findings of an earlier analysis of the photo by those of this one. Findings that a person confirmed,
   * dismissed, changed or added stay.
   */
  replaceOfPhoto(change: Change, photo: PhotoRow, analysis: Analysis): Promise<void>;
  /** Adds the findings of a still, `videoTimestamp` seconds into the recording. */
  addOfStill(
    change: Change,
    still: PhotoOfFinding,
    detected: readonly DetectedIssue[],
    videoTimestamp: number,
  ): Promise<void>;
  /**
   * Existing findings of photos that show the same defect as a detection in the frames, by the detection's id. Each
   * gets its second of the recording, so nothing has to be added for those detections.
   */
  adoptPhotoFindings(
    change: Change,
    scope: ScopeKey,
    detected: readonly DetectedIssue[],
    videoTimestamp: number,
  ): Promise<Map<string, string>>;
  /** Before a photo is deleted: removes its open AI findings, and keeps those of a person without their picture. */
  releasePhoto(change: Change, photo: PhotoOfFinding): Promise<void>;
  /** The photo shows another room: its findings, but for those that a person placed elsewhere, are there as well. */
  moveFindingsToRoom(change: Change, photo: PhotoOfFinding, room: string | null): Promise<void>;
  openOf(db: Executor, scope: ScopeKey): Promise<FindingRow[]>;
  /** The findings in the frames of a recording, the latest first. */
  latestOfRecording(scope: ScopeKey, limit: number): Promise<FindingRow[]>;
}

/** AI findings of the area or inspection, in frames or on photos, whose pictures were taken at about the same time. */
async function findingsAround(change: Change, scope: ScopeKey, times: PictureTimes, from: 'frames' | 'photos') {
  const rows = await repository.listByAiWithCamera(change.tx, scope, from);
  return rows
    .filter((row) => areCloseInTime(row, times))
    .map((row) => ({ ...row, confidence: Number(row.aiConfidence ?? 0) }));
}

/**
 * A photo that is taken during a recording often shows a defect that the frames have just shown. The photo's finding is
 * then dismissed with a note that tells why, and can be reopened. Decisions about the other finding stay.
 */
async function dismissDuplicates(change: Change, photo: PhotoRow, detected: readonly DetectedIssue[]): Promise<void> {
  if (photo.source !== 'live' || detected.length === 0) return;
  const times = { takenAt: photo.takenAt, receivedAt: photo.createdAt };
  const duplicates = pairDuplicates(detected, await findingsAround(change, photo, times, 'frames'));
  for (const [{ id }, { id: sameAs, title, videoTimestamp }] of duplicates) {
    const note = `The same as “${title}” at ${formatTimestamp(videoTimestamp ?? 0)} of the recording`;
    await repository.update(change.tx, id, { status: 'dismissed', note });
    change.audit('issue.found_twice', 'issue', id, { sameAs });
  }
}

const criticalIds = (detected: readonly DetectedIssue[]): string[] =>
  detected.filter(({ severity }) => severity === 'critical').map(({ id }) => id);

export function createAiFindingsService({ db }: { db: Database }): AiFindingsService {
  return {
    async replaceOfPhoto(change, photo, { detectedIssues }) {
      const existing = await repository.listByAiOfPhoto(change.tx, photo.id);
      const stale = existing.filter(isUntouched).map(({ id }) => id);
      await repository.deleteByIds(change.tx, stale);
      const repaired = photo.repairOf ? await repository.findById(change.tx, photo.repairOf) : null;
      // What is still seen of a repaired finding is no second finding: it stands beside the photo, and a person decides.
      const seen = repaired ? detectedIssues.filter((issue) => !isStillThere(repaired, issue)) : detectedIssues;
      const defects = defectsOfPhoto(seen);
      const rows = defects.map((defect) => rowOfDetected(photo, defect, null));
      await repository.insertMissing(change.tx, rows);
      await dismissDuplicates(change, photo, defects);
      await updateRaisedSeverities(change, photo);
      await publishCritical(change, criticalIds(defects));
    },

    async addOfStill(change, still, detected, videoTimestamp) {
      const rows = detected.map((each) => rowOfDetected(still, each, videoTimestamp));
      await repository.insertMissing(change.tx, rows);
      await updateRaisedSeverities(change, still);
      await publishCritical(change, criticalIds(detected));
    },

    async adoptPhotoFindings(change, scope, detected, videoTimestamp) {
      const now = { takenAt: new Date(), receivedAt: new Date() };
      const found = await findingsAround(change, scope, now, 'photos');
      // The recording shows the original instead of its duplicate.
      const existing = found.filter((finding) => !isDuplicate(finding));
      const adopted = new Map<string, string>();
      for (const [{ id }, finding] of pairDuplicates(detected, existing)) {
        await repository.update(change.tx, finding.id, { videoTimestamp });
        adopted.set(id, finding.id);
      }
      return adopted;
    },

    async releasePhoto(change, { id, areaSessionId, inspectionId }) {
      await repository.deleteOrDetachFromPhoto(change.tx, id);
      await updateRaisedSeverities(change, { areaSessionId, inspectionId });
    },
    async moveFindingsToRoom(change, photo, room) {
      await repository.updateRoomOfPhoto(change.tx, photo.id, { from: photo.room, to: room });
      await updateRaisedSeverities(change, photo);
    },
    openOf: repository.listOpenByAi,
    latestOfRecording: (scope, limit) => repository.listLatestOfRecording(db, scope, limit),
  };
}
