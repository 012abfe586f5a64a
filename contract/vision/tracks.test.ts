import { describe, expect, it } from 'vitest';
import type { FrameClaim } from '../frames.ts';
import { overlap } from './overlap.ts';
import { updateTracks, medianOf, type Sighting, type Track } from './tracks.ts';

const here = { x: 0.2, y: 0.2, width: 0.3, height: 0.3 };
const besideIt = { x: 0.25, y: 0.22, width: 0.3, height: 0.3 };
const elsewhere = { x: 0.7, y: 0.6, width: 0.2, height: 0.2 };
const stain = (confidence: number, boundingBox = here): Sighting => ({
  category: 'stain',
  severity: 'medium',
  confidence,
  boundingBox,
});
const mould = (confidence: number, boundingBox = here): Sighting => ({
  category: 'mould',
  severity: 'high',
  confidence,
  boundingBox,
});

/** Sends frames at an interval of two seconds, and returns when something was confirmed. */
function watch(frames: Sighting[][], every = 2) {
  let count = 0;
  let tracks: Track[] = [];
  const confirmed: { frame: number; id: string; confidence: number }[] = [];
  const ids: string[][] = [];
  for (const [frame, sightings] of frames.entries()) {
    const next = updateTracks(tracks, { at: frame * every, sightings }, () => `track-${(count += 1)}`);
    tracks = next.tracks;
    ids.push(next.seen.map(({ id }) => id));
    for (const { id, confidence } of next.confirmed) confirmed.push({ frame, id, confidence });
  }
  return { confirmed, ids, tracks };
}

describe('confirming a detection', () => {
  it.each<[string, Sighting[][], { frame: number; confidence: number }[]]>([
    ['never after two frames', [[stain(99)], [stain(99)]], []],
    ['with the third frame', [[stain(90)], [stain(70)], [stain(80)]], [{ frame: 2, confidence: 80 }]],
    [
      'once, however long it is looked at',
      Array.from({ length: 12 }, () => [stain(80)]),
      [{ frame: 2, confidence: 80 }],
    ],
    ['not by one lucky frame', [[stain(40)], [stain(99)], [stain(40)], [stain(40)]], []],
    ['in spite of one bad frame', [[stain(90)], [stain(30)], [stain(90)]], [{ frame: 2, confidence: 90 }]],
    ['a missed frame counts as none', [[stain(90)], [], [stain(90)], [], [stain(90)]], [{ frame: 4, confidence: 90 }]],
    ['not when it is missed as often as seen', [[stain(90)], [], [stain(90)], [], [], [stain(90)]], []],
    ['at the threshold', [[stain(60)], [stain(60)], [stain(60)]], [{ frame: 2, confidence: 60 }]],
    ['not below it', [[stain(59)], [stain(59)], [stain(59)]], []],
    ['sooner where people could be hurt', [[mould(45)], [mould(45)], [mould(45)]], [{ frame: 2, confidence: 45 }]],
    ['not even then below 45', [[mould(44)], [mould(44)], [mould(44)]], []],
  ])('%s', (_, frames, expected) => {
    expect(watch(frames).confirmed.map(({ frame, confidence }) => ({ frame, confidence }))).toEqual(expected);
  });

  it('needs it to stay at its place while the hand shakes [domain.accuracy.1]', () => {
    const { confirmed, ids } = watch([[stain(80)], [stain(80, besideIt)], [stain(80)]]);
    expect(confirmed).toHaveLength(1);
    expect(new Set(ids.flat()).size).toBe(1);
  });

  it('fails when each frame sees it at another place', () => {
    const third = { x: 0.02, y: 0.7, width: 0.2, height: 0.2 };
    expect(watch([[stain(90)], [stain(90, elsewhere)], [stain(90, third)]]).confirmed).toEqual([]);
  });

  it('fails when each frame gives it another category', () => {
    const frames: Sighting[][] = [[stain(90)], [mould(90)], [{ ...stain(90), category: 'crack' }]];
    expect(watch(frames).confirmed).toEqual([]);
  });

  it('counts only frames that are close in time', () => {
    expect(watch([[stain(90)], [stain(90)], [stain(90)]], 9).confirmed).toEqual([]);
  });
});

describe('one defect or two', () => {
  const sure = [[stain(90)], [stain(90)], [stain(90)]];

  it('two that are seen side by side are two', () => {
    const both = [stain(90), stain(85, elsewhere)];
    const { confirmed } = watch([both, both, both]);
    expect(confirmed.map(({ id }) => id)).toEqual(['track-1', 'track-2']);
  });

  it('one that moves through the picture with the camera stays the same', () => {
    const turned = [[stain(90, elsewhere)], [stain(90, elsewhere)], [stain(90, elsewhere)]];
    const { confirmed, ids } = watch([...sure, ...turned]);
    expect(confirmed).toHaveLength(1);
    expect(new Set(ids.flat()).size).toBe(1);
  });

  it('a second one beside a tracked one is another defect', () => {
    const both = [stain(90), stain(90, elsewhere)];
    expect(watch([...sure, both, both, both]).confirmed.map(({ frame }) => frame)).toEqual([2, 5]);
  });

  it('one that appears after half a minute without any is another', () => {
    const pause = Array.from({ length: 16 }, () => []);
    expect(watch([...sure, ...pause, ...sure]).confirmed.map(({ frame }) => frame)).toEqual([2, 21]);
  });

  it('a new recording does not continue the tracks of the previous one', () => {
    const { tracks } = watch(sure);
    const again = updateTracks(tracks, { at: 0, sightings: [stain(90)] }, () => 'fresh');
    expect(again.tracks.map(({ id, confirmed }) => [id, confirmed])).toEqual([['fresh', false]]);
  });
});

describe('the median and the thresholds', () => {
  it.each([
    [here, here, 1],
    [here, elsewhere, 0],
    [{ x: 0, y: 0, width: 0.5, height: 1 }, { x: 0.25, y: 0, width: 0.5, height: 1 }, 1 / 3],
    [{ x: 0, y: 0, width: 0.5, height: 1 }, { x: 0.5, y: 0, width: 0.5, height: 1 }, 0],
  ])('overlap of %o and %o is %d', (a, b, share) => {
    expect(overlap(a, b)).toBeCloseTo(share, 9);
  });

  it.each([
    [[], 0],
    [[5], 5],
    [[9, 1, 5], 5],
    [[0, 0, 80, 90], 40],
  ])('the median of %o is %d', (values, expected) => {
    expect(medianOf(values)).toBe(expected);
  });
});

describe('detections that a device has made before', () => {
  const claim = { category: 'mould', confidence: 70, boundingBox: here } as const;
  const after = (sightings: Sighting[], claims: FrameClaim[] = [claim]) =>
    updateTracks([], { at: 1, sightings, claims }, () => 'new');

  it('count as two frames for what this frame shows too', () => {
    expect(after([mould(66, besideIt)]).confirmed).toMatchObject([{ id: 'new', confidence: 70 }]);
    expect(after([mould(66)], []).confirmed).toEqual([]);
  });
  it('count nothing without a frame that shows them at the same place', () => {
    for (const sightings of [[], [stain(66)], [mould(66, elsewhere)]])
      expect(after(sightings).confirmed, JSON.stringify(sightings)).toEqual([]);
  });
  it('confirm nothing that the device is unsure of', () => {
    expect(after([mould(66)], [{ ...claim, confidence: 30 }]).confirmed).toEqual([]);
  });
});
