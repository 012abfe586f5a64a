import { frameLimits, type FrameAnswer, type FrameClaim, type FrameDetection } from '#contract/frames.ts';
import { overlap, samePlace } from '#contract/vision/overlap.ts';
import { medianOf, toFrameDetection, updateTracks, type Track } from '#contract/vision/tracks.ts';
import { retryDelay, type AiState } from '#web/features/frames/frame-loop.ts';
import { hasStatus } from '#web/lib/api-error.ts';
import type { Look } from './messages.ts';

interface Closable {
  close(): void;
}
type LookAt<Picture> = Omit<Look, 'picture'> & { picture: Picture };

export interface DeviceLoop<Picture extends Closable> {
  /** The next picture of the camera and the second of the recording; null where the camera shows none now. */
  grab(): Promise<{ picture: Picture; second: number } | null>;
  /** What the picture shows, and the picture again. */
  look(picture: Picture): Promise<LookAt<Picture>>;
  /** Sends a picture to the server's engine, with what this device has seen before. */
  send(picture: Picture, second: number, seen: FrameClaim[]): Promise<FrameAnswer>;
  onSeen(detections: FrameDetection[]): void;
  onState(state: AiState): void;
  newId(): string;
  /** Resolves after so many ms, or at once when the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  now(): number;
}

/** Frames closer than this, in ms, show nothing new and empty the battery. */
const lookEvery = 100;
/** The server looks this often in ms also where this device sees nothing, because it sees smaller damage. */
const serverLooksEvery = 10_000;
/** A picture older than this, in ms, is no evidence for what is seen now. */
const evidenceLifetime = 3000;
/** Boxes of the server's answer that this device does not see stay so long, in ms. */
const serverBoxLifetime = 3000;
/** How often the server is asked about one thing that it does not see. */
const triesToProve = 5;
/** From this median of five looks on, in ms, frames that the server reads are as quick. */
const tooSlow = frameLimits.everyMs;

interface Evidence<Picture> {
  picture: Picture;
  second: number;
  sharpness: number;
  at: number;
  tracks: readonly Track[];
}

const isSame = (a: FrameClaim, b: FrameClaim): boolean =>
  a.category === b.category && overlap(a.boundingBox, b.boundingBox) >= samePlace;

/** Keeps the sharpest of the latest pictures that show something. */
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

/** What of the tracks the server has confirmed, and how often it was asked about the others. */
function createProofs() {
  const issues = new Map<string, string>();
  const tries = new Map<string, number>();
  return {
    isOpen: ({ confirmed, id }: Track) => confirmed && !issues.has(id) && (tries.get(id) ?? 0) < triesToProve,
    asked: (track: Track) => void tries.set(track.id, (tries.get(track.id) ?? 0) + 1),
    answered(track: Track, detections: readonly FrameDetection[]) {
      const issueId = detections.find((each) => each.issueId !== null && isSame(each, track))?.issueId;
      if (issueId) issues.set(track.id, issueId);
    },
    /** Solid only where the server's engine has seen it as well. */
    shown: (track: Track): FrameDetection => {
      const issueId = issues.get(track.id) ?? null;
      return { ...toFrameDetection(track), confirmed: issueId !== null, issueId };
    },
  };
}

/**
 * Looks at the camera on this device, one frame at a time: a frame that comes meanwhile is never waited for. What three frames
 * show goes to the server's engine with the sharpest picture, and becomes a finding if that sees it too. Runs until the
 * signal aborts, the inspection is closed or the server has no engine; rejects where this device cannot keep up.
 */
export async function runDeviceLoop<Picture extends Closable>(
  loop: DeviceLoop<Picture>,
  signal: AbortSignal,
): Promise<void> {
  const ended = new AbortController();
  const evidence = createEvidence<Picture>();
  const proofs = createProofs();
  const times: number[] = [];
  let tracks: Track[] = [];
  let sending = false;
  let mayFrom = loop.now();
  let sentAt = loop.now();
  let fromServer: { detections: FrameDetection[]; until: number } = { detections: [], until: 0 };

  async function ask({ picture, second, tracks: shown }: Evidence<Picture>): Promise<void> {
    sending = true;
    sentAt = loop.now();
    mayFrom = sentAt + frameLimits.everyMs;
    // Several frames have told how sure it is; its place is that of this picture.
    const claimed = shown.flatMap((track) => {
      const now = tracks.find(({ id }) => id === track.id);
      return now && proofs.isOpen(now) ? [{ ...track, confidence: now.confidence }] : [];
    });
    try {
      const seen = claimed.map(({ boundingBox, category, confidence }) => ({ boundingBox, category, confidence }));
      const answer = await loop.send(picture, second, seen);
      if (signal.aborted) return;
      loop.onState(answer.engine === 'off' ? 'off' : 'on_device');
      if (answer.engine === 'off') ended.abort();
      claimed.forEach(proofs.asked);
      for (const track of shown) proofs.answered(track, answer.detections);
      fromServer = { detections: answer.detections, until: loop.now() + serverBoxLifetime };
    } catch (error) {
      if (signal.aborted) return;
      console.warn('A frame was not analyzed', error);
      const closed = hasStatus(error, 403, 404, 409);
      loop.onState(closed ? 'closed' : 'on_device_waiting');
      if (closed) ended.abort();
      mayFrom = loop.now() + retryDelay;
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
      await loop.wait(lookEvery, signal);
      continue;
    }
    const { picture, second } = grabbed;
    const { damage, sharpness, ...look } = await loop.look(picture);
    times.push(look.milliseconds);
    // The first look warms the network up.
    if (times.length === 6 && medianOf(times.slice(1)) > tooSlow) {
      look.picture.close();
      throw new Error('This device is too slow to look by itself');
    }
    if (signal.aborted) return look.picture.close();
    const update = updateTracks(tracks, { at: second, sightings: damage }, loop.newId);
    tracks = update.tracks;
    const own = update.seen.map(proofs.shown);
    const others = loop.now() < fromServer.until ? fromServer.detections : [];
    loop.onSeen([...own, ...others.filter((each) => !own.some((mine) => isSame(mine, each)))]);
    evidence.offer({ picture: look.picture, second, sharpness, at: started, tracks: update.seen });
    const isDue = update.seen.some(proofs.isOpen) || loop.now() - sentAt >= serverLooksEvery;
    if (isDue && !sending && loop.now() >= mayFrom) {
      const taken = evidence.take();
      if (taken) void ask(taken);
    }
    await loop.wait(Math.max(0, lookEvery - (loop.now() - started)), signal);
  }
  evidence.take()?.picture.close();
}
