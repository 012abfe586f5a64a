import type { Analysis, DetectedIssue } from '#contract/analysis.ts';
import { placeFields, type Place } from '#contract/places.ts';
import { formatTimestamp } from '#contract/texts.ts';
import { defectsOfPhoto, type DetectedDefect } from '#server/analysis/extents.rules.ts';
import type { ScopeKey } from '#server/inspections/scope-key.rules.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { Executor } from '#server/platform/database/types.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import { areCloseInTime, pairDuplicates, type PictureTimes } from './duplicates.rules.ts';
import { publishCritical } from './critical.ts';
import * as repository from './findings.repository.ts';
import { updateRaisedSeverities } from './raises.ts';
import type { RepairWork } from './repair-work.service.ts';
import { isStillThere } from './repairs.rules.ts';
import { isDuplicate, isUntouched, rowOfDetected, type PhotoOfFinding } from './findings.rules.ts';

/** Findings of the AI analysis. They count even before a user confirms them. */
export interface AiFindingsService {
  /**
   * Replaces the findings of the photo's earlier analysis by those of this one. Keeps findings that a user confirmed,
   * dismissed, changed or added.
   */
  replaceOfPhoto(change: Change, photo: PhotoRow, analysis: Analysis): Promise<void>;
  /** Adds the findings of a still, taken `videoTimestamp` seconds into the recording. */
  addOfStill(
    change: Change,
    still: PhotoOfFinding,
    defects: readonly DetectedDefect[],
    videoTimestamp: number,
  ): Promise<void>;
  /**
   * Finds the existing photo findings that show the same defect as a detection in the frames, by the detection's id,
   * and gives each its second of the recording. The caller adds nothing for those detections.
   */
  adoptPhotoFindings(
    change: Change,
    scope: ScopeKey,
    detected: readonly DetectedIssue[],
    videoTimestamp: number,
  ): Promise<Map<string, string>>;
  /** For the lock of the area or inspection before a photo is deleted (RepairWork). */
  lockFirst: RepairWork['lockFirst'];
  /**
   * Call before a photo is deleted: deletes its open AI findings, and detaches from it those that the brand has confirmed and
   * those of users.
   */
  releasePhoto(change: Change, photo: PhotoOfFinding): Promise<void>;
  /** Moves the findings of a photo to its new place, except those that a user placed elsewhere. */
  moveFindingsOfPhoto(change: Change, photo: PhotoOfFinding, place: Partial<Place>): Promise<void>;
  openOf(db: Executor, scope: ScopeKey): Promise<FindingRow[]>;
  /** The findings detected in the frames of a recording, latest first. */
  latestOfRecording(executor: Executor, scope: ScopeKey, limit: number): Promise<FindingRow[]>;
}

/** AI findings of the area or inspection, in frames or on photos, whose pictures were taken at about the same time. */
async function findingsAround(change: Change, scope: ScopeKey, times: PictureTimes, from: 'frames' | 'photos') {
  const rows = await repository.listByAiWithCamera(change.tx, scope, from);
  return rows
    .filter((row) => areCloseInTime(row, times))
    .map((row) => ({ ...row, confidence: Number(row.aiConfidence ?? 0) }));
}

/**
 * Dismisses findings of a photo taken during a recording whose defect the frames have just shown. The note tells why,
 * and the user can reopen them. Decisions about the frame's finding are kept.
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

export function createAiFindingsService({ repairWork }: { repairWork: RepairWork }): AiFindingsService {
  return {
    lockFirst: repairWork.lockFirst,
    async replaceOfPhoto(change, photo, { detectedIssues }) {
      const existing = await repository.listByAiOfPhoto(change.tx, photo.id);
      const stale = existing.filter(isUntouched).map(({ id }) => id);
      await repository.deleteByIds(change.tx, stale);
      const repaired = photo.repairOf ? await repository.findById(change.tx, photo.repairOf) : null;
      // A defect that is still visible on a repair photo is not a second finding: it is shown on the repair, and a user
      // decides.
      const seen = repaired ? detectedIssues.filter((issue) => !isStillThere(repaired, issue)) : detectedIssues;
      const defects = defectsOfPhoto(seen);
      const rows = defects.map((defect) => rowOfDetected(photo, defect, null));
      await repository.insertMissing(change.tx, rows);
      await dismissDuplicates(change, photo, defects);
      await updateRaisedSeverities(change, photo);
      await publishCritical(change, criticalIds(defects));
    },

    async addOfStill(change, still, defects, videoTimestamp) {
      const rows = defects.map((each) => rowOfDetected(still, each, videoTimestamp));
      await repository.insertMissing(change.tx, rows);
      await updateRaisedSeverities(change, still);
      await publishCritical(change, criticalIds(defects));
    },

    async adoptPhotoFindings(change, scope, detected, videoTimestamp) {
      const now = { takenAt: new Date(), receivedAt: new Date() };
      const found = await findingsAround(change, scope, now, 'photos');
      // In the recording, the original stands for its duplicate.
      const existing = found.filter((finding) => !isDuplicate(finding));
      const adopted = new Map<string, string>();
      for (const [{ id }, finding] of pairDuplicates(detected, existing)) {
        await repository.update(change.tx, finding.id, { videoTimestamp });
        adopted.set(id, finding.id);
      }
      return adopted;
    },

    async releasePhoto(change, { id, areaSessionId, inspectionId }) {
      const gone = await repository.listUnconfirmedOfPhoto(change.tx, id);
      await repairWork.followDeletion(change, gone, () => repository.deleteByIds(change.tx, gone));
      await repository.updateToDetached(change.tx, id);
      await updateRaisedSeverities(change, { areaSessionId, inspectionId });
    },
    async moveFindingsOfPhoto(change, photo, place) {
      for (const field of placeFields) {
        const to = place[field];
        if (to !== undefined)
          await repository.updatePlaceOfPhoto(change.tx, photo.id, field, { from: photo[field], to });
      }
      await updateRaisedSeverities(change, photo);
    },
    openOf: repository.listOpenByAi,
    latestOfRecording: repository.listLatestOfRecording,
  };
}
