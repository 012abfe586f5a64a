import type { Analysis, DetectedIssue } from '#contract/analysis.ts';
import type { ScopeKey } from '#server/inspections/scope-key.rules.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import { areOfSameVisit, pairDuplicates, type PictureTimes } from './duplicates.rules.ts';
import * as repository from './findings.repository.ts';
import { isDuplicate, isUntouched, rowOfDetected, type PhotoOfFinding } from './findings.rules.ts';

/** Findings that an analysis makes, and no person has to confirm before they count. */
export interface AiFindingsService {
  /**
   * Puts the findings of an analysis in place of those that an earlier one made of the same photo. What a person has
   * confirmed, dismissed, changed or added stays.
   */
  replaceOfPhoto(change: Change, photo: PhotoRow, analysis: Analysis): Promise<void>;
  /** Adds what was seen on a still, `videoTimestamp` seconds into the recording. */
  addOfStill(
    change: Change,
    still: PhotoOfFinding,
    detected: readonly DetectedIssue[],
    videoTimestamp: number,
  ): Promise<void>;
  /**
   * The findings of photos taken now that a detection in the frames is about, each from here on with its second of the
   * recording; by the ids of the detections. For those nothing has to be added.
   */
  adoptOfPhotos(
    change: Change,
    inspectionId: string,
    detected: readonly DetectedIssue[],
    videoTimestamp: number,
  ): Promise<Map<string, string>>;
  /** Before a photo is deleted: its open AI findings go with it, a person's stay without their picture. */
  releasePhoto(change: Change, photoId: string): Promise<void>;
  openOf(scope: ScopeKey, db?: Executor): Promise<FindingRow[]>;
  /** What was found in the frames of a recording, the latest first. */
  latestOfRecording(inspectionId: string, limit: number): Promise<FindingRow[]>;
}

const timeText = (seconds: number): string =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** What the AI found with the camera of an inspection on the same visit, in frames or on photos. */
async function foundOnVisit(change: Change, inspectionId: string, times: PictureTimes, from: 'frames' | 'photos') {
  const rows = await repository.byAiWithCamera(change.tx, inspectionId, from);
  return rows
    .filter((row) => areOfSameVisit(row, times))
    .map((row) => ({ ...row, confidence: Number(row.aiConfidence ?? 0) }));
}

/**
 * A photo that was taken while the camera ran shows again what was just found in the frames: the photo's finding is
 * dismissed with a note that says why, and anybody can bring it back. What was decided about the other one stands.
 */
async function dismissDuplicates(change: Change, photo: PhotoRow, detected: readonly DetectedIssue[]): Promise<void> {
  if (photo.source !== 'live' || !photo.inspectionId || detected.length === 0) return;
  const times = { takenAt: photo.takenAt, receivedAt: photo.createdAt };
  const duplicates = pairDuplicates(detected, await foundOnVisit(change, photo.inspectionId, times, 'frames'));
  for (const [{ id }, { id: sameAs, title, videoTimestamp }] of duplicates) {
    const note = `The same as “${title}” at ${timeText(videoTimestamp ?? 0)} of the recording`;
    await repository.update(change.tx, id, { status: 'dismissed', note });
    change.audit('issue.found_twice', 'issue', id, { sameAs });
  }
}

export function createAiFindingsService({ db }: { db: Database }): AiFindingsService {
  return {
    async replaceOfPhoto(change, photo, { detectedIssues }) {
      const existing = await repository.byAiOfPhoto(change.tx, photo.id);
      const stale = existing.filter(isUntouched).map(({ id }) => id);
      await repository.remove(change.tx, stale);
      const rows = detectedIssues.map((detected) => rowOfDetected(photo, detected, null));
      await repository.insertMissing(change.tx, rows);
      await dismissDuplicates(change, photo, detectedIssues);
    },

    async addOfStill(change, still, detected, videoTimestamp) {
      const rows = detected.map((each) => rowOfDetected(still, each, videoTimestamp));
      await repository.insertMissing(change.tx, rows);
    },

    async adoptOfPhotos(change, inspectionId, detected, videoTimestamp) {
      const now = { takenAt: new Date(), receivedAt: new Date() };
      const found = await foundOnVisit(change, inspectionId, now, 'photos');
      // A duplicate of an earlier detection is already in the recording as that one.
      const existing = found.filter((finding) => !isDuplicate(finding));
      const adopted = new Map<string, string>();
      for (const [{ id }, finding] of pairDuplicates(detected, existing)) {
        await repository.update(change.tx, finding.id, { videoTimestamp });
        adopted.set(id, finding.id);
      }
      return adopted;
    },

    releasePhoto: (change, photoId) => repository.releasePhoto(change.tx, photoId),
    openOf: (scope, executor = db) => repository.openByAi(executor, scope),
    latestOfRecording: (inspectionId, limit) => repository.latestOfRecording(db, inspectionId, limit),
  };
}
