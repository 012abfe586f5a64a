import { createClock, untilNextSecond } from './clock.ts';

/** The upload of one segment while it is being recorded. */
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

export interface RecorderState {
  phase: 'paused' | 'recording';
  /** Whole seconds of the inspection's timeline, earlier recordings included. */
  seconds: number;
  /** Bytes recorded on this page, and those of them that the server has. */
  totalBytes: number;
  sentBytes: number;
  /** Something that was recorded is not saved yet. */
  unfinished: boolean;
  /** Why the recording cannot be sent; the device keeps it meanwhile. */
  error: string | null;
}

/** The part of the browser's recorder that is used. */
type Media = Pick<MediaRecorder, 'state' | 'stream' | 'mimeType' | 'start' | 'pause' | 'resume' | 'stop'>;

/** One file of the recording: from the first resume to the finish, or to a change of the camera. */
interface Segment {
  media: Media;
  upload: SegmentUpload;
  clock: ReturnType<typeof createClock>;
  stopped: Promise<void>;
  keeping: Promise<void> | null;
  kept: boolean;
}

export interface RecorderParts {
  createMedia(stream: MediaStream, on: { chunk(data: Blob): void; stop(): void }): Media;
  now?: () => number;
}

/** Chunks of one second: no more than that is lost when a device dies. */
const timeslice = 1000;
/** Enough to read a label in a 1920x1080 picture; 30 MB a minute at most. */
const videoBitsPerSecond = 4_000_000;
/** VP8 before VP9: a phone encodes it while it does everything else. */
const preferredTypes = ['video/webm;codecs=vp8,opus', 'video/webm;codecs=vp9,opus', 'video/mp4', 'video/webm'];

const browserParts: RecorderParts = {
  createMedia(stream, on) {
    const mimeType = preferredTypes.find((type) => MediaRecorder.isTypeSupported(type));
    const media = new MediaRecorder(stream, { mimeType, videoBitsPerSecond });
    media.addEventListener('dataavailable', ({ data }) => on.chunk(data));
    media.addEventListener('stop', () => on.stop(), { once: true });
    return media;
  },
};

const two = (value: number) => String(value).padStart(2, '0');
const fileName = (section: string, type: string, at: Date): string => {
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`;
  const time = `${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`;
  return `live-${section}-${day}-${time}.${type === 'video/mp4' ? 'mp4' : 'webm'}`;
};

export type Recorder = ReturnType<typeof createRecorder>;

/**
 * Records a camera's stream, with pauses that are not on the recording.
 *
 * paused ──record──▶ recording ──pause──▶ paused; close() ends the segment, from either. The next record() starts another.
 */
export function createRecorder({ createMedia, now }: RecorderParts = browserParts) {
  let base = 0;
  let current: Segment | null = null;
  let segments: Segment[] = [];
  let phase: RecorderState['phase'] = 'paused';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state: RecorderState = {
    phase,
    seconds: 0,
    totalBytes: 0,
    sentBytes: 0,
    unfinished: false,
    error: null,
  };
  const listeners = new Set<() => void>();
  const milliseconds = () => base + segments.reduce((sum, { clock }) => sum + clock.elapsed(), 0);

  function refresh() {
    const uploads = segments.map(({ upload }) => upload.get());
    state = {
      phase,
      seconds: Math.floor(milliseconds() / 1000),
      totalBytes: uploads.reduce((sum, { totalBytes }) => sum + totalBytes, 0),
      sentBytes: uploads.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
      unfinished: segments.some(({ kept }) => !kept),
      error: uploads.find(({ error }) => error !== null)?.error ?? null,
    };
    for (const listener of listeners) listener();
  }

  function tick() {
    clearTimeout(timer);
    refresh();
    if (phase === 'recording') timer = setTimeout(tick, untilNextSecond(milliseconds()));
  }

  function startSegment(stream: MediaStream, section: string, startUpload: StartUpload): Segment {
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
    const media = createMedia(stream, {
      chunk: (data) => segment.upload.add(data, segment.clock.elapsed() / 1000),
      stop,
    });
    const contentType = media.mimeType.split(';')[0] || 'video/webm';
    const upload = startUpload({ filename: fileName(section, contentType, new Date()), contentType });
    const segment: Segment = { media, upload, clock: createClock(now), stopped, keeping: null, kept: false };
    // The camera may end by itself: another app took it, or its cable was pulled.
    void stopped.then(() => {
      if (current === segment) pause();
    });
    upload.subscribe(refresh);
    segments.push(segment);
    media.start(timeslice);
    return segment;
  }

  function pause() {
    if (phase === 'paused') return;
    current?.clock.pause();
    if (current?.media.state === 'recording') current.media.pause();
    phase = 'paused';
    tick();
  }

  async function stopAndSend(ended: Segment): Promise<void> {
    ended.clock.pause();
    if (ended.media.state !== 'inactive') ended.media.stop();
    await ended.stopped;
    if (ended.upload.get().totalBytes === 0) {
      ended.upload.abort();
      segments = segments.filter((each) => each !== ended);
    } else {
      await ended.upload.finish(Math.round(ended.clock.elapsed() / 1000));
      ended.kept = true;
    }
    refresh();
  }

  /** Ends a segment and keeps it; one in which nothing was recorded is dropped. May be called again after a failure. */
  function keep(ended: Segment): Promise<void> {
    ended.keeping ??= stopAndSend(ended).catch((error: unknown) => {
      ended.keeping = null;
      throw error;
    });
    return ended.keeping;
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Seconds of the inspection's timeline at this moment, with fractions. */
    at: () => milliseconds() / 1000,
    /** Sets how many seconds were recorded before this page was opened. */
    continueFrom(seconds: number) {
      if (segments.length > 0) return;
      base = seconds * 1000;
      refresh();
    },
    /** Continues to record; another stream than before starts another segment. `section` becomes part of the file's name. */
    record(stream: MediaStream, section: string, startUpload: StartUpload) {
      if (phase === 'recording') return;
      if (current && (current.media.stream !== stream || current.media.state === 'inactive')) {
        // Saved in the background; what fails stays unfinished, and close() tries again.
        keep(current).catch(() => refresh());
        current = null;
      }
      if (current) current.media.resume();
      else current = startSegment(stream, section, startUpload);
      current.clock.start();
      phase = 'recording';
      tick();
    },
    pause,
    /** Ends the recording and saves all of it. Throws if that fails; calling it again continues from there. */
    async close(): Promise<void> {
      pause();
      current = null;
      for (const each of segments.filter(({ kept }) => !kept)) await keep(each);
    },
    /** Retries what failed. */
    retry() {
      for (const { upload } of segments) upload.retry();
    },
    /** Stops; what is not saved stays on the device, if it has room. */
    leave(): void {
      pause();
      clearTimeout(timer);
      current = null;
      for (const { media, upload, kept } of segments) {
        if (media.state !== 'inactive') media.stop();
        if (!kept) upload.leave();
      }
    },
    /** Drops what is not saved, on this device and on the server. */
    discard(): void {
      pause();
      clearTimeout(timer);
      current = null;
      const dropped = segments.filter(({ kept }) => !kept);
      segments = segments.filter(({ kept }) => kept);
      for (const { media } of dropped) if (media.state !== 'inactive') media.stop();
      refresh();
      for (const { upload } of dropped) upload.abort();
    },
  };
}
