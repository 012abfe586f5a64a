import type { Recording } from '#contract/recordings.ts';

/** A position in the inspection's timeline, as a position within one of its recordings. */
export interface Place {
  index: number;
  /** The seconds since the start of the recording. */
  seconds: number;
}

export const totalSeconds = (recordings: readonly Recording[]): number =>
  recordings.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);

/**
 * Finds the recording that contains a second of the timeline. Earlier seconds map to the start of the first
 * recording, later ones to the end of the last.
 */
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
 * The address of the video to load: the original until the seekable copy exists. The original is requested
 * explicitly, because its content never changes.
 */
export const sourceOf = ({ url, ready }: Recording): string => (ready ? url : `${url}?copy=original`);
