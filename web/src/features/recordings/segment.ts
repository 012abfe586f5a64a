import { twoDigits } from '#contract/texts.ts';
import { createClock } from './clock.ts';

/** The upload of a segment while it is being recorded. */
export interface SegmentUpload {
  get(): { sentBytes: number; totalBytes: number; error: string | null };
  subscribe(listener: () => void): () => void;
  add(chunk: Blob, seconds: number): void;
  finish(durationSeconds: number): Promise<unknown>;
  retry(): void;
  abort(): void;
  leave(): void;
}
export type StartUpload = (file: { filename: string; contentType: string }) => SegmentUpload;

/** The part of MediaRecorder that is used. */
type Media = Pick<MediaRecorder, 'state' | 'stream' | 'mimeType' | 'start' | 'pause' | 'resume' | 'stop'>;

export interface RecorderParts {
  createMedia(stream: MediaStream, on: { start(): void; chunk(data: Blob): void; stop(): void }): Media;
  now?: () => number;
}

/** Chunks of one second limit what a crash would lose. */
const timeslice = 1000;
/** How long the end waits for the first encoded picture, in milliseconds; a busy machine needed 2.3 s. */
const firstPictureWithin = 10_000;
/** Enough to read a label in a 1920x1080 picture; at most 30 MB per minute. */
const videoBitsPerSecond = 4_000_000;
/** VP8 before VP9, because a phone can encode VP8 while it does everything else. */
const preferredTypes = ['video/webm;codecs=vp8,opus', 'video/webm;codecs=vp9,opus', 'video/mp4', 'video/webm'];

export const browserParts: RecorderParts = {
  createMedia(stream, on) {
    const mimeType = preferredTypes.find((type) => MediaRecorder.isTypeSupported(type));
    const media = new MediaRecorder(stream, { mimeType, videoBitsPerSecond });
    media.addEventListener('start', () => on.start(), { once: true });
    media.addEventListener('dataavailable', ({ data }) => on.chunk(data));
    media.addEventListener('stop', () => on.stop(), { once: true });
    return media;
  },
};

const fileName = (section: string, type: string, at: Date): string => {
  const day = `${at.getFullYear()}${twoDigits(at.getMonth() + 1)}${twoDigits(at.getDate())}`;
  const time = `${twoDigits(at.getHours())}${twoDigits(at.getMinutes())}${twoDigits(at.getSeconds())}`;
  return `live-${section}-${day}-${time}.${type === 'video/mp4' ? 'mp4' : 'webm'}`;
};

interface SegmentOptions {
  stream: MediaStream;
  section: string;
  startUpload: StartUpload;
  parts: RecorderParts;
}
export type Segment = ReturnType<typeof createSegment>;

/** One file of the recording: from the first resume until the end, or until the camera changes. */
export function createSegment({ stream, section, startUpload, parts: { createMedia, now } }: SegmentOptions) {
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  let hasStarted = false;
  const clock = createClock(now);
  const media = createMedia(stream, {
    start() {
      hasStarted = true;
      started.resolve();
    },
    chunk: (data) => upload.add(data, clock.elapsed() / 1000),
    stop: resolve,
  });
  const contentType = media.mimeType.split(';')[0] || 'video/webm';
  const upload = startUpload({ filename: fileName(section, contentType, new Date()), contentType });
  let keeping: Promise<void> | null = null;
  let kept = false;

  function stop() {
    if (media.state !== 'inactive') media.stop();
  }

  /** Chromium drops all that it has recorded when it is stopped before it has encoded the first picture. */
  async function waitForFirstPicture(): Promise<void> {
    if (hasStarted || media.state === 'inactive') return;
    if (media.state === 'paused') media.resume();
    const longEnough = new Promise((resolve) => setTimeout(resolve, firstPictureWithin));
    await Promise.race([started.promise, stopped, longEnough]);
  }

  async function stopAndSend(): Promise<void> {
    clock.pause();
    await waitForFirstPicture();
    stop();
    await stopped;
    if (upload.get().totalBytes === 0) return upload.abort();
    await upload.finish(Math.round(clock.elapsed() / 1000));
    kept = true;
  }

  media.start(timeslice);
  return {
    upload,
    stopped,
    stop,
    elapsed: clock.elapsed,
    isKept: () => kept,
    /** Whether it can record more of this stream. */
    canContinue: (next: MediaStream) => media.stream === next && media.state !== 'inactive',
    record() {
      if (media.state === 'paused') media.resume();
      clock.start();
    },
    pause() {
      clock.pause();
      if (media.state === 'recording') media.pause();
    },
    /** Ends and saves the segment; an empty one is dropped. May be called again after a failure. */
    keep(): Promise<void> {
      keeping ??= stopAndSend().catch((error: unknown) => {
        keeping = null;
        throw error;
      });
      return keeping;
    },
  };
}
