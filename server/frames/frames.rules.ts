import { overlap, samePlace } from '#server/analysis/overlap.rules.ts';
import type { Analysis, BoundingBox, DetectedIssue } from '#contract/analysis.ts';
import { dimensionOf, type FindingCategory, type Severity } from '#contract/finding-categories.ts';
import type { FrameDetection } from '#contract/frames.ts';
import { recommend } from '#server/analysis/recommendations.rules.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';

/** What the engine sees in one frame. Confidence 0-100, box in fractions of the frame. */
export interface Sighting {
  category: FindingCategory;
  severity: Severity;
  confidence: number;
  boundingBox: BoundingBox;
}

/** One defect that is followed from frame to frame. */
export interface Track extends Sighting {
  id: string;
  /** Confidences of the latest frames since it was first seen, oldest first; 0 where it was missed. */
  scores: readonly number[];
  /** Seconds on the recording's timeline. */
  lastSeenAt: number;
  confirmed: boolean;
}

export interface Frame {
  at: number;
  sightings: readonly Sighting[];
}

export interface TrackUpdate {
  /** All tracks that are kept for the next frame. */
  tracks: Track[];
  /** The tracks that this frame shows. */
  seen: Track[];
  /** The tracks that this frame confirmed. */
  confirmed: Track[];
}

/**
 * A detector makes different mistakes in each frame, while a real defect is detected again at the same place. So a
 * track is confirmed after three frames, by the median of its scores, as Frigate does it (docs.frigate.video, "false
 * positives"): a single frame decides nothing.
 */
const minSightings = 3;
const keptScores = 10;
/**
 * On the scale of the engines' confidences, where a finding of the built-in engine lies between 40 and 75. The
 * threshold is lower where people could be hurt, because a missed hazard costs more than a false alarm.
 */
const medianToConfirm = { safety: 45, other: 60 } as const;
/**
 * Seconds without a sighting after which a track is dropped. Confirmed ones are kept longer, so that a defect is
 * recognized again after the camera has moved.
 */
const dropAfterSeconds = { tentative: 8, confirmed: 30 } as const;

/** The middle value, or the mean of the two in the middle; 0 of nothing. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

const isConfirmed = ({ category, scores }: Track): boolean =>
  scores.filter((score) => score > 0).length >= minSightings &&
  medianOf(scores) >= medianToConfirm[dimensionOf[category] === 'safety' ? 'safety' : 'other'];

const isAlive = (track: Track, at: number): boolean =>
  at >= track.lastSeenAt && at - track.lastSeenAt <= dropAfterSeconds[track.confirmed ? 'confirmed' : 'tentative'];

/** Which track each sighting continues: by the best overlap, each at most once. */
function pairUp(tracks: readonly Track[], sightings: readonly Sighting[]): Map<Sighting, Track> {
  const pairs = sightings
    .flatMap((sighting) =>
      tracks
        .filter(({ category }) => category === sighting.category)
        .map((track) => ({ sighting, track, share: overlap(sighting.boundingBox, track.boundingBox) })),
    )
    .filter(({ share }) => share >= samePlace)
    .toSorted((a, b) => b.share - a.share);
  const found = new Map<Sighting, Track>();
  const paired = new Set<Track>();
  for (const { sighting, track } of pairs) {
    if (found.has(sighting) || paired.has(track)) continue;
    found.set(sighting, track);
    paired.add(track);
  }
  // When the camera turns, the defect moves; two in one frame are two defects.
  for (const sighting of sightings) {
    if (found.has(sighting)) continue;
    const moved = tracks
      .filter((track) => track.confirmed && track.category === sighting.category && !paired.has(track))
      .toSorted((a, b) => b.lastSeenAt - a.lastSeenAt)[0];
    if (!moved) continue;
    found.set(sighting, moved);
    paired.add(moved);
  }
  return found;
}

/**
 * Continues the tracks with the next frame. A frame earlier than the tracks belongs to another recording, so later
 * tracks are dropped.
 */
export function updateTracks(tracks: readonly Track[], frame: Frame, newId: () => string): TrackUpdate {
  const alive = tracks.filter((track) => isAlive(track, frame.at));
  const continued = pairUp(alive, frame.sightings);
  const confirmed: Track[] = [];
  const seen = frame.sightings.map((sighting) => {
    const before = continued.get(sighting);
    const track: Track = {
      ...sighting,
      id: before?.id ?? newId(),
      scores: [...(before?.scores ?? []), sighting.confidence].slice(-keptScores),
      lastSeenAt: frame.at,
      confirmed: before?.confirmed ?? false,
    };
    if (before?.confirmed) return { ...track, confidence: before.confidence };
    if (!isConfirmed(track)) return track;
    const confirmedTrack = { ...track, confirmed: true, confidence: medianOf(track.scores) };
    confirmed.push(confirmedTrack);
    return confirmedTrack;
  });
  const unseen = alive
    .filter((track) => ![...continued.values()].includes(track))
    .map((track) => ({ ...track, scores: [...track.scores, 0].slice(-keptScores) }));
  return { tracks: [...seen, ...unseen], seen, confirmed };
}

/** The box of a finding without one. */
export const wholePicture: BoundingBox = { x: 0, y: 0, width: 1, height: 1 };

export const sightingsOf = (analysis: Analysis): Sighting[] =>
  analysis.detectedIssues.map(({ category, severity, confidence, boundingBox = wholePicture }) => ({
    category,
    severity,
    confidence,
    boundingBox,
  }));

/** The track of an existing finding, so that it is recognized again. */
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

export const toFrameDetection = (track: Track): FrameDetection => ({
  trackId: track.id,
  category: track.category,
  severity: track.severity,
  confidence: track.confidence,
  boundingBox: track.boundingBox,
  confirmed: track.confirmed,
  issueId: track.confirmed ? track.id : null,
});

/** The detected issue of a confirmed track: same id, same texts as for a photo. */
export function toDetected({ id, category, severity, confidence, boundingBox }: Track): DetectedIssue {
  const { description, recommendedAction } = recommend(category, severity);
  return { id, category, severity, confidence, boundingBox, description, recommendedAction };
}
