import { expect, test } from 'vitest';
import { updateTracks, type Track } from '#contract/vision/tracks.ts';
import { tracksAfter, tracksAt, tracksWithFindings } from './frames.rules.ts';

const sighting = {
  category: 'mould',
  severity: 'high',
  confidence: 70,
  boundingBox: { x: 0.1, y: 0.1, width: 0.3, height: 0.3 },
} as const;
const second = 1000;

/** The tracks after frames at these seconds of the recording, each a second of the server's clock after the other. */
function keptAfter(seconds: readonly number[]) {
  let kept = null as ReturnType<typeof tracksAfter> | null;
  let confirmed: Track[] = [];
  for (const [index, at] of seconds.entries()) {
    const now = index * second;
    const update = updateTracks(kept ? tracksAt(kept, at, now) : [], { at, sightings: [sighting] }, () => 'track');
    kept = tracksAfter(update, kept, now);
    confirmed = [...confirmed, ...update.confirmed];
  }
  if (!kept) throw new Error('At least one frame is needed');
  return { kept, confirmed };
}

test('a defect is confirmed once, also when frames overtake each other on their way', () => {
  for (const seconds of [
    [1, 2, 3, 4],
    [2, 1, 4, 3],
  ])
    expect(keptAfter(seconds).confirmed).toHaveLength(1);
});

test('a track whose finding was not made is confirmed again: at once after a failure, or when its process ended', () => {
  const { kept, confirmed } = keptAfter([1, 2, 3]);
  const isConfirmed = (tracks: readonly Track[]) => tracks.map((track) => track.confirmed);
  expect(isConfirmed(tracksWithFindings(kept, confirmed, new Map()).tracks)).toEqual([false]);
  expect(isConfirmed(tracksAt(kept, 5, 10 * second))).toEqual([true]);
  expect(isConfirmed(tracksAt(kept, 5, 30 * second))).toEqual([false]);
  const made = tracksWithFindings(kept, confirmed, new Map([['track', 'finding']]));
  expect(tracksAt(made, 5, 30 * second)).toMatchObject([{ confirmed: true, issueId: 'finding' }]);
});

test('a track counts on another timeline as long as it was seen a moment ago', () => {
  const { kept, confirmed } = keptAfter([100, 101, 102]);
  const made = tracksWithFindings(kept, confirmed, new Map([['track', 'finding']]));
  const seenAgain = (now: number) =>
    updateTracks(tracksAt(made, 1, now), { at: 1, sightings: [sighting] }, () => 'other').seen.map(({ id }) => id);
  expect(seenAgain(20 * second)).toEqual(['track']);
  expect(seenAgain(60 * second)).toEqual(['other']);
});
