import { frameLimits, type FrameAnswer, type FrameClaim, type FrameDetection } from '#contract/frames.ts';
import { overlap, samePlace } from '#contract/vision/overlap.ts';
import { medianOf, toFrameDetection, updateTracks, type Track } from '#contract/vision/tracks.ts';
import { retryDelay, type AiState } from '#web/features/frames/frame-loop.ts';
import { hasStatus } from '#web/lib/api-error.ts';
import type { FrameResult } from './messages.ts';

interface Closable {
  close(): void;
}
type ResultOf<Picture> = Omit<FrameResult, 'picture'> & { picture: Picture };

export interface DeviceLoop<Picture extends Closable> {
  /** The camera's next picture and its second in the recording; null while the camera shows no picture. */
  grab(): Promise<{ picture: Picture; second: number } | null>;
  /** Finds the damage in a picture, and returns the picture again. */
  detect(picture: Picture): Promise<ResultOf<Picture>>;
  /** Sends a picture to the server's engine, with what this device has detected before. */
  send(picture: Picture, second: number, seen: FrameClaim[]): Promise<FrameAnswer>;
  onSeen(detections: FrameDetection[]): void;
  onState(state: AiState): void;
  newId(): string;
  /** Whether the server can be reached. */
  isOnline(): boolean;
  /** Resolves after this many ms, or immediately when the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  now(): number;
}

/** The shortest time between frames, in ms. Closer frames would show nothing new and drain the battery. */
const frameInterval = 100;
/**
 * The server gets a frame this often, in ms, even when this device detects nothing, because the server detects
 * smaller damage.
 */
const serverInterval = 10_000;
/** A picture older than this, in ms, is no evidence for a current detection. */
const evidenceLifetime = 3000;
/** How long, in ms, boxes that only the server has detected stay on screen. */
const serverBoxLifetime = 3000;
/** How often the server is asked to confirm a detection before the loop gives up. */
const maxServerAttempts = 5;
/** If the median detection time, in ms, exceeds this, sending frames to the server is faster. */
const slowMedian = frameLimits.everyMs;
const timedDetections = 5;

interface Evidence<Picture> {
  picture: Picture;
  second: number;
  sharpness: number;
  at: number;
  tracks: readonly Track[];
}

const isSame = (a: FrameClaim, b: FrameClaim): boolean =>
  a.category === b.category && overlap(a.boundingBox, b.boundingBox) >= samePlace;

/** Keeps the sharpest of the recent pictures that have detections. */
function createEvidence<Picture extends Closable>() {
  let best: Evidence<Picture> | null = null;
  return {
    offer(next: Evidence<Picture>): void {
      const isBetter = !best || next.sharpness > best.sharpness || next.at - best.at > evidenceLifetime;
      const loser = isBetter ? best : next;
      if (isBetter) best = next;
      loser?.picture.close();
    },
    take(): Evidence<Picture> | null {
      const taken = best;
      best = null;
      return taken;
    },
  };
}

/** Records which tracks the server has confirmed, and how often it was asked about the others. */
function createConfirmations() {
  const issues = new Map<string, string>();
  const tries = new Map<string, number>();
  return {
    needsServer: ({ confirmed, id }: Track) => confirmed && !issues.has(id) && (tries.get(id) ?? 0) < maxServerAttempts,
    countAttempt: (track: Track) => void tries.set(track.id, (tries.get(track.id) ?? 0) + 1),
    recordAnswer(track: Track, detections: readonly FrameDetection[]) {
      const issueId = detections.find((each) => each.issueId !== null && isSame(each, track))?.issueId;
      if (issueId) issues.set(track.id, issueId);
    },
    /** A detection counts as confirmed only when the server's engine has made it as well. */
    toDetection: (track: Track): FrameDetection => {
      const issueId = issues.get(track.id) ?? null;
      return { ...toFrameDetection(track), confirmed: issueId !== null, issueId };
    },
  };
}

/**
 * Analyzes the camera on this device, one frame at a time; frames that arrive meanwhile are skipped. A detection that
 * recurs in three frames is sent to the server's engine with the sharpest picture, and becomes a finding if that
 * engine detects it too. Runs until the signal aborts, the inspection is closed or the server has no engine; rejects
 * when this device is too slow and the server, which would be faster, can be reached.
 */
export async function runDeviceLoop<Picture extends Closable>(
  loop: DeviceLoop<Picture>,
  signal: AbortSignal,
): Promise<void> {
  const ended = new AbortController();
  const evidence = createEvidence<Picture>();
  const confirmations = createConfirmations();
  const times: number[] = [];
  // Decided once; without a connection a slow device is better than none.
  let isQuick = false;
  let tracks: Track[] = [];
  let sending = false;
  let nextRequestAt = loop.now();
  let sentAt = loop.now();
  let fromServer: { detections: FrameDetection[]; until: number } = { detections: [], until: 0 };

  async function ask({ picture, second, tracks: shown }: Evidence<Picture>): Promise<void> {
    sending = true;
    sentAt = loop.now();
    nextRequestAt = sentAt + frameLimits.everyMs;
    // The confidence comes from several frames, but the position must be that in this picture.
    const claimed = shown.flatMap((track) => {
      const now = tracks.find(({ id }) => id === track.id);
      return now && confirmations.needsServer(now) ? [{ ...track, confidence: now.confidence }] : [];
    });
    try {
      const seen = claimed.map(({ boundingBox, category, confidence }) => ({ boundingBox, category, confidence }));
      const answer = await loop.send(picture, second, seen);
      if (signal.aborted) return;
      loop.onState(answer.engine === 'off' ? 'off' : 'on_device');
      if (answer.engine === 'off') ended.abort();
      claimed.forEach(confirmations.countAttempt);
      for (const track of shown) confirmations.recordAnswer(track, answer.detections);
      fromServer = { detections: answer.detections, until: loop.now() + serverBoxLifetime };
    } catch (error) {
      if (signal.aborted) return;
      console.warn('A frame was not analyzed', error);
      const closed = hasStatus(error, 403, 404, 409);
      loop.onState(closed ? 'closed' : 'on_device_waiting');
      if (closed) ended.abort();
      nextRequestAt = loop.now() + retryDelay;
    } finally {
      picture.close();
      sending = false;
    }
  }

  loop.onState('on_device');
  while (!signal.aborted && !ended.signal.aborted) {
    const started = loop.now();
    const grabbed = await loop.grab();
    if (!grabbed) {
      loop.onSeen([]);
      await loop.wait(frameInterval, signal);
      continue;
    }
    const { picture, second } = grabbed;
    const { damage, sharpness, ...result } = await loop.detect(picture);
    times.push(result.milliseconds);
    // The first detection is excluded, because it also warms up the network.
    if (!isQuick && times.length > timedDetections && loop.isOnline()) {
      isQuick = medianOf(times.slice(-timedDetections)) <= slowMedian;
      if (!isQuick) {
        result.picture.close();
        throw new Error('This device is too slow to analyze frames');
      }
    }
    if (signal.aborted) return result.picture.close();
    const update = updateTracks(tracks, { at: second, sightings: damage }, loop.newId);
    tracks = update.tracks;
    const own = update.seen.map(confirmations.toDetection);
    const others = loop.now() < fromServer.until ? fromServer.detections : [];
    loop.onSeen([...own, ...others.filter((each) => !own.some((mine) => isSame(mine, each)))]);
    evidence.offer({ picture: result.picture, second, sharpness, at: started, tracks: update.seen });
    const isDue = update.seen.some(confirmations.needsServer) || loop.now() - sentAt >= serverInterval;
    if (isDue && !sending && loop.now() >= nextRequestAt) {
      const taken = evidence.take();
      if (taken) void ask(taken);
    }
    await loop.wait(Math.max(0, frameInterval - (loop.now() - started)), signal);
  }
  evidence.take()?.picture.close();
}
