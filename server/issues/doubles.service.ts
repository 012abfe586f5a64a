import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { DetectedIssue } from '#contract/analysis.ts';
import { photos, type PhotoRow } from '#server/photos/photos.tables.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import { pairDoubles, sameMoment, type Moment } from './doubles.rules.ts';
import { issues } from './issues.tables.ts';

const timeText = (seconds: number): string =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** What the AI found in an inspection by its running camera at one moment: live, or on photos taken with it. */
async function foundAt(change: Change, inspectionId: string, moment: Moment, by: 'live' | 'photo') {
  const rows = await change.tx
    .select({ issue: issues, takenAt: photos.takenAt, createdAt: photos.createdAt })
    .from(issues)
    .innerJoin(photos, eq(photos.id, issues.photoId))
    .where(
      and(
        eq(issues.inspectionId, inspectionId),
        eq(issues.source, 'ai'),
        eq(photos.source, 'live'),
        by === 'live' ? isNotNull(issues.videoTimestamp) : isNull(issues.videoTimestamp),
      ),
    );
  return rows
    .filter((row) => sameMoment(row, moment))
    .map(({ issue }) => ({ ...issue, confidence: Number(issue.aiConfidence ?? 0) }));
}

/**
 * A photo that was taken while the camera ran shows again what the AI has just found live: the photo's finding is set
 * aside with a word why, and anybody can bring it back. What was decided about the live one stands.
 */
export async function dismissDoubles(
  change: Change,
  photo: PhotoRow,
  detected: readonly DetectedIssue[],
): Promise<void> {
  if (photo.source !== 'live' || !photo.inspectionId || detected.length === 0) return;
  const doubles = pairDoubles(detected, await foundAt(change, photo.inspectionId, photo, 'live'));
  for (const [{ id }, { id: sameAs, title, videoTimestamp }] of doubles) {
    const note = `The same as “${title}” at ${timeText(videoTimestamp ?? 0)} of the recording`;
    await change.tx.update(issues).set({ status: 'dismissed', note }).where(eq(issues.id, id));
    change.audit('issue.found_twice', 'issue', id, { sameAs });
  }
}

/**
 * The findings of photos taken at this moment that a live detection is about, each now with its second of the recording;
 * by the detections' ids. For those nothing has to be added.
 */
export async function adoptPhotoFindings(
  change: Change,
  inspectionId: string,
  detected: readonly DetectedIssue[],
  videoTimestamp: number,
): Promise<Map<string, string>> {
  const now = new Date();
  const found = await foundAt(change, inspectionId, { takenAt: now, createdAt: now }, 'photo');
  // What was set aside as the double of an earlier detection is that one.
  const present = found.filter(({ status, decidedBy }) => status !== 'dismissed' || decidedBy !== null);
  const adopted = new Map<string, string>();
  for (const [{ id }, issue] of pairDoubles(detected, present)) {
    await change.tx.update(issues).set({ videoTimestamp }).where(eq(issues.id, issue.id));
    adopted.set(id, issue.id);
  }
  return adopted;
}
