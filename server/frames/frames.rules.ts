import type { Analysis, BoundingBox, DetectedIssue } from '#contract/analysis.ts';
import type { Sighting, Track } from '#contract/vision/tracks.ts';
import { recommend } from '#server/analysis/recommendations.rules.ts';
import { defectsOfPhoto, type DetectedDefect } from '#server/analysis/extents.rules.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';

/** The box for a finding that has none. */
export const wholePicture: BoundingBox = { x: 0, y: 0, width: 1, height: 1 };

export const sightingsOf = (analysis: Analysis): Sighting[] =>
  analysis.detectedIssues.map(({ category, severity, confidence, boundingBox = wholePicture }) => ({
    category,
    severity,
    confidence,
    boundingBox,
  }));

/** The track of an existing finding, so that the defect is recognized in later frames. */
export const trackOfFinding = (finding: FindingRow): Track => ({
  id: finding.id,
  category: finding.category,
  severity: finding.severity,
  confidence: Number(finding.aiConfidence ?? 0),
  boundingBox: finding.boundingBox ?? wholePicture,
  scores: [],
  lastSeenAt: finding.videoTimestamp ?? 0,
  confirmed: true,
  issueId: finding.id,
});

/** The detected issue of a confirmed track, with the track's id and the same texts as for a photo. */
function toDetected({ id, category, severity, confidence, boundingBox }: Track): DetectedIssue {
  const { description, recommendedAction } = recommend(category, severity);
  return { id, category, severity, confidence, boundingBox, description, recommendedAction };
}

/**
 * The open findings that the same frame shows already, by the id of the newly confirmed track: boxes of one category in
 * one picture are one finding.
 */
export function findingsBeside(
  certain: readonly Track[],
  seen: readonly Track[],
  openIds: ReadonlySet<string>,
): Map<string, string> {
  const beside = new Map<string, string>();
  for (const { id, category } of certain) {
    const same = seen.find((each) => each.category === category && each.issueId && openIds.has(each.issueId));
    if (same?.issueId) beside.set(id, same.issueId);
  }
  return beside;
}

/** A new finding, and the boxes of the frame that it joins. */
export interface FrameDefect {
  defect: DetectedDefect;
  boxes: DetectedIssue[];
}

/**
 * The new findings of a frame, one for each category, as for a photo. A box that is not confirmed yet adds its place, but
 * makes the finding no more certain.
 */
export function defectsOfFrame(fresh: readonly Track[], seen: readonly Track[]): FrameDefect[] {
  return [...Map.groupBy(fresh, ({ category }) => category)].flatMap(([category, certain]) => {
    const sure = Math.max(...certain.map(({ confidence }) => confidence));
    const others = seen
      .filter((track) => track.category === category && !track.issueId && !certain.includes(track))
      .map((track) => ({ ...track, confidence: Math.min(track.confidence, sure) }));
    const boxes = [...certain, ...others].map(toDetected);
    return defectsOfPhoto(boxes).map((defect) => ({ defect, boxes }));
  });
}
