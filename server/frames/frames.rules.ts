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

export interface Followed {
  /** Everything that is still remembered, for the next frame. */
  tracks: Track[];
  /** What this frame shows. */
  seen: Track[];
  /** What became certain with this frame. */
  confirmed: Track[];
}

/**
 * A detector that looks at single frames is wrong now and then, and differently each time: what is really there is seen
 * again, at the same place. So nothing is confirmed before three frames, by the median of its scores, as Frigate does
 * it (docs.frigate.video, "false positives"): one lucky or one unlucky frame changes nothing.
 */
const enoughSightings = 3;
const rememberedScores = 10;
/**
 * On the scale that the engines' confidences have, where a finding of the built-in one lies between 40 and 75. Recall
 * comes first where people could be hurt: those are shown to a person sooner.
 */
const median = { safety: 45, other: 60 } as const;
/** Share of the union that two boxes of one place have in common; outlines of stains and cracks vary a lot. */
const samePlace = 0.2;
/** Seconds that a tentative track lives unseen, and that a confirmed one is known again after the camera has moved. */
const forgetAfter = { tentative: 8, confirmed: 30 } as const;

const areaOf = ({ width, height }: BoundingBox): number => width * height;

/** Intersection over union, 0-1. */
export function overlap(a: BoundingBox, b: BoundingBox): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  const common = width * height;
  return common / (areaOf(a) + areaOf(b) - common);
}

/** The middle value, or the mean of the two in the middle; 0 of nothing. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

const isCertain = ({ category, scores }: Track): boolean =>
  scores.filter((score) => score > 0).length >= enoughSightings &&
  medianOf(scores) >= median[dimensionOf[category] === 'safety' ? 'safety' : 'other'];

const isAlive = (track: Track, at: number): boolean =>
  at >= track.lastSeenAt && at - track.lastSeenAt <= forgetAfter[track.confirmed ? 'confirmed' : 'tentative'];

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
  const taken = new Set<Track>();
  for (const { sighting, track } of pairs) {
    if (found.has(sighting) || taken.has(track)) continue;
    found.set(sighting, track);
    taken.add(track);
  }
  // Where the camera has turned, a defect stands elsewhere in the picture: it is not a second one. Two in one frame are.
  for (const sighting of sightings) {
    if (found.has(sighting)) continue;
    const moved = tracks
      .filter((track) => track.confirmed && track.category === sighting.category && !taken.has(track))
      .toSorted((a, b) => b.lastSeenAt - a.lastSeenAt)[0];
    if (!moved) continue;
    found.set(sighting, moved);
    taken.add(moved);
  }
  return found;
}

/**
 * Follows defects into the next frame. A frame from before what is remembered belongs to another recording: what lies
 * after it is forgotten.
 */
export function follow(known: readonly Track[], frame: Frame, newId: () => string): Followed {
  const alive = known.filter((track) => isAlive(track, frame.at));
  const continued = pairUp(alive, frame.sightings);
  const confirmed: Track[] = [];
  const seen = frame.sightings.map((sighting) => {
    const before = continued.get(sighting);
    const track: Track = {
      ...sighting,
      id: before?.id ?? newId(),
      scores: [...(before?.scores ?? []), sighting.confidence].slice(-rememberedScores),
      lastSeenAt: frame.at,
      confirmed: before?.confirmed ?? false,
    };
    if (before?.confirmed) return { ...track, confidence: before.confidence };
    if (!isCertain(track)) return track;
    const certain = { ...track, confirmed: true, confidence: medianOf(track.scores) };
    confirmed.push(certain);
    return certain;
  });
  const unseen = alive
    .filter((track) => ![...continued.values()].includes(track))
    .map((track) => ({ ...track, scores: [...track.scores, 0].slice(-rememberedScores) }));
  return { tracks: [...seen, ...unseen], seen, confirmed };
}

/** The box of what has none. */
export const wholePicture: BoundingBox = { x: 0, y: 0, width: 1, height: 1 };

export const sightingsOf = (analysis: Analysis): Sighting[] =>
  analysis.detectedIssues.map(({ category, severity, confidence, boundingBox = wholePicture }) => ({
    category,
    severity,
    confidence,
    boundingBox,
  }));

/** A finding that was confirmed before, to be known again. */
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

/** A confirmed track as what a finding of the same id is made of, in the words of the findings of photos. */
export function toDetected({ id, category, severity, confidence, boundingBox }: Track): DetectedIssue {
  const { description, recommendedAction } = recommend(category, severity);
  return { id, category, severity, confidence, boundingBox, description, recommendedAction };
}
