import type { BoundingBox } from '../analysis.ts';
import { dimensionOf, type FindingCategory, type Severity } from '../finding-categories.ts';
import type { FrameClaim, FrameDetection } from '../frames.ts';
import { overlap, samePlace } from './overlap.ts';

/** What the engine sees in one frame. The confidence is 0-100, the box in fractions of the frame. */
export interface Sighting {
  category: FindingCategory;
  severity: Severity;
  confidence: number;
  boundingBox: BoundingBox;
}

/** One defect that is tracked from frame to frame. */
export interface Track extends Sighting {
  id: string;
  /** The confidences of the latest frames since it was first seen, oldest first; 0 where it was missed. */
  scores: readonly number[];
  /** Seconds on the recording's timeline. */
  lastSeenAt: number;
  confirmed: boolean;
  /** The finding that shows the defect, from when it has one. */
  issueId?: string;
}

export interface Frame {
  at: number;
  sightings: readonly Sighting[];
  /** What the device saw in earlier frames; it counts as two frames for a defect that this frame shows too. */
  claims?: readonly FrameClaim[];
}

export interface TrackUpdate {
  /** All tracks to keep for the next frame. */
  tracks: Track[];
  /** The tracks that this frame shows. */
  seen: Track[];
  /** The tracks that this frame confirmed. */
  confirmed: Track[];
}

/**
 * A detector makes different mistakes in each frame, while a real defect is detected again at the same place. Therefore
 * a track is confirmed after three frames, by the median of its scores, as Frigate does it (docs.frigate.video, "false
 * positives"); a single frame decides nothing.
 */
const minSightings = 3;
const keptScores = 10;
/**
 * On the scale of the engines' confidences, where a finding of the built-in engine is between 40 and 75. The threshold
 * is lower where people could be hurt, because a missed hazard costs more than a false alarm.
 */
const medianToConfirm = { safety: 45, other: 60 } as const;
/**
 * After this many seconds without a sighting a track is dropped. Confirmed ones are kept longer, so that a defect is
 * recognized again after the camera has moved.
 */
const dropAfterSeconds = { tentative: 8, confirmed: 30 } as const;

/** The median of the values; 0 when there are none. */
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

/** Assigns sightings to the tracks that they continue: by the best overlap, each at most once. */
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
  // When the camera turns, the defect moves in the picture; two in one frame are two defects.
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

/** The scores of the frames that only the device has analyzed, for a defect that this frame shows too. */
function claimedScores({ boundingBox, category }: Sighting, claims: readonly FrameClaim[] = []): number[] {
  const claim = claims.find(
    (each) => each.category === category && overlap(each.boundingBox, boundingBox) >= samePlace,
  );
  return claim ? [claim.confidence, claim.confidence] : [];
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
      scores: [...(before?.scores ?? []), ...claimedScores(sighting, frame.claims), sighting.confidence].slice(
        -keptScores,
      ),
      lastSeenAt: frame.at,
      confirmed: before?.confirmed ?? false,
      issueId: before?.issueId,
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

export const toFrameDetection = (track: Track): FrameDetection => ({
  trackId: track.id,
  category: track.category,
  severity: track.severity,
  confidence: track.confidence,
  boundingBox: track.boundingBox,
  confirmed: track.confirmed,
  issueId: track.confirmed ? (track.issueId ?? track.id) : null,
});
