import type { Recording } from '#contract/recordings.ts';

/** A place on the inspection's timeline as a place in one of its recordings. */
export interface Place {
  index: number;
  /** Seconds from the recording's begin. */
  seconds: number;
}

export const totalSeconds = (recordings: readonly Recording[]): number =>
  recordings.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);

/** The recording that holds a second of the timeline; before the first it is the first's begin, after the last its end. */
export function placeOf(recordings: readonly Recording[], at: number): Place {
  const index = Math.max(
    0,
    recordings.findLastIndex(({ offsetSeconds }) => offsetSeconds <= at),
  );
  const recording = recordings[index];
  if (!recording) return { index: 0, seconds: 0 };
  return { index, seconds: Math.min(Math.max(0, at - recording.offsetSeconds), recording.durationSeconds) };
}

/**
 * The video to load: the original until the seekable copy exists. The original is requested explicitly, because it
 * never changes.
 */
export const sourceOf = ({ url, ready }: Recording): string => (ready ? url : `${url}?copy=original`);
