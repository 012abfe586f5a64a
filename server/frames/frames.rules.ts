import type { Analysis, BoundingBox, DetectedIssue } from '#contract/analysis.ts';
import type { Sighting, Track } from '#contract/vision/tracks.ts';
import { recommend } from '#server/analysis/recommendations.rules.ts';
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
});

/** The detected issue of a confirmed track, with the track's id and the same texts as for a photo. */
export function toDetected({ id, category, severity, confidence, boundingBox }: Track): DetectedIssue {
  const { description, recommendedAction } = recommend(category, severity);
  return { id, category, severity, confidence, boundingBox, description, recommendedAction };
}
