import type { Analysis, BoundingBox, DetectedIssue } from '#contract/analysis.ts';
import type { Sighting, Track, TrackUpdate } from '#contract/vision/tracks.ts';
import { recommend } from '#server/analysis/recommendations.rules.ts';
import { defectsOfPhoto, type DetectedDefect } from '#server/analysis/extents.rules.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';
import type { KeptTracks } from '#server/schema/frames.tables.ts';

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

/**
 * Two pages may record one inspection on separate timelines, one page may start a new recording, and frames may overtake each
 * other on their way to several processes. A track that was seen within this time, in ms, therefore counts on every timeline.
 */
const currentMs = { tentative: 8000, confirmed: 30_000 } as const;
/** How long making a finding takes at most, in ms. The process that did may have ended. */
const confirmationMs = 20_000;

/** The kept tracks as they count at a second of the recording. */
export const tracksAt = ({ tracks, seenAt, confirmedAt }: KeptTracks, at: number, now: number): Track[] =>
  tracks.map((track) => {
    const isAbandoned =
      track.confirmed && track.issueId === undefined && now - (confirmedAt[track.id] ?? 0) > confirmationMs;
    const confirmed = track.confirmed && !isAbandoned;
    const isCurrent = now - (seenAt[track.id] ?? 0) <= currentMs[confirmed ? 'confirmed' : 'tentative'];
    return { ...track, confirmed, lastSeenAt: isCurrent ? at : track.lastSeenAt };
  });

/** What is kept after a frame. */
export function tracksAfter(
  { tracks, seen, confirmed }: TrackUpdate,
  before: KeptTracks | null,
  now: number,
): KeptTracks {
  const times = (changed: readonly Track[], earlier: Record<string, number> = {}): Record<string, number> => {
    const ids = new Set(changed.map(({ id }) => id));
    return Object.fromEntries(tracks.map(({ id }) => [id, ids.has(id) ? now : (earlier[id] ?? 0)]));
  };
  return { tracks, seenAt: times(seen, before?.seenAt), confirmedAt: times(confirmed, before?.confirmedAt) };
}

/** The same tracks with the findings that were made of them. Those of which none could be made are to be confirmed again. */
export const tracksWithFindings = (
  kept: KeptTracks,
  confirmed: readonly Track[],
  findingIds: ReadonlyMap<string, string>,
): KeptTracks => ({
  ...kept,
  tracks: kept.tracks.map((track) => {
    if (!confirmed.some(({ id }) => id === track.id)) return track;
    const issueId = findingIds.get(track.id);
    return issueId === undefined ? { ...track, confirmed: false } : { ...track, issueId };
  }),
});

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
