import { createClock, untilNextSecond } from './clock.ts';

/** Where the chunks of one recording go while it is being made. */
export interface RecordingSink {
  get(): { sentBytes: number; totalBytes: number; error: string | null };
  subscribe(listener: () => void): () => void;
  add(chunk: Blob, seconds: number): void;
  finish(durationSeconds: number): Promise<unknown>;
  retry(): void;
  abort(): void;
  leave(): void;
}
export type OpenSink = (file: { filename: string; contentType: string }) => RecordingSink;

export interface RecorderState {
  phase: 'paused' | 'recording';
  /** Whole seconds of the inspection's timeline, earlier recordings included. */
  seconds: number;
  /** Bytes recorded on this page, and those of them that the server has. */
  totalBytes: number;
  sentBytes: number;
  /** Something is recorded that is not kept yet: leaving the page now would lose it. */
  unfinished: boolean;
  /** Why the recording does not get through; it is held on this device meanwhile. */
  error: string | null;
}

/** What is used of the browser's recorder. */
type Media = Pick<MediaRecorder, 'state' | 'stream' | 'mimeType' | 'start' | 'pause' | 'resume' | 'stop'>;

/** One file: from the first resume to the finish, or to a change of the camera. */
interface Take {
  media: Media;
  sink: RecordingSink;
  clock: ReturnType<typeof createClock>;
  stopped: Promise<void>;
  keeping: Promise<void> | null;
  kept: boolean;
}

export interface RecorderParts {
  createMedia(stream: MediaStream, on: { chunk(data: Blob): void; stop(): void }): Media;
  now?: () => number;
}

/** Chunks of a second: what is lost when a device dies is no more than that. */
const timeslice = 1000;
/** Enough to read a label in a 1920x1080 picture; 30 MB a minute at most. */
const videoBitsPerSecond = 4_000_000;
/** VP8 before VP9: a phone encodes it while it does everything else. */
const wanted = ['video/webm;codecs=vp8,opus', 'video/webm;codecs=vp9,opus', 'video/mp4', 'video/webm'];

const browserParts: RecorderParts = {
  createMedia(stream, on) {
    const mimeType = wanted.find((type) => MediaRecorder.isTypeSupported(type));
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
 * paused ──record──▶ recording ──pause──▶ paused; close() ends the take, from either. The next record() begins another.
 */
export function createRecorder({ createMedia, now }: RecorderParts = browserParts) {
  let base = 0;
  let take: Take | null = null;
  let takes: Take[] = [];
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
  const milliseconds = () => base + takes.reduce((sum, { clock }) => sum + clock.elapsed(), 0);

  function refresh() {
    const sinks = takes.map(({ sink }) => sink.get());
    state = {
      phase,
      seconds: Math.floor(milliseconds() / 1000),
      totalBytes: sinks.reduce((sum, { totalBytes }) => sum + totalBytes, 0),
      sentBytes: sinks.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
      unfinished: takes.some(({ kept }) => !kept),
      error: sinks.find(({ error }) => error !== null)?.error ?? null,
    };
    for (const listener of listeners) listener();
  }

  function tick() {
    clearTimeout(timer);
    refresh();
    if (phase === 'recording') timer = setTimeout(tick, untilNextSecond(milliseconds()));
  }

  function begin(stream: MediaStream, section: string, open: OpenSink): Take {
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
    const media = createMedia(stream, { chunk: (data) => begun.sink.add(data, begun.clock.elapsed() / 1000), stop });
    const contentType = media.mimeType.split(';')[0] || 'video/webm';
    const sink = open({ filename: fileName(section, contentType, new Date()), contentType });
    const begun: Take = { media, sink, clock: createClock(now), stopped, keeping: null, kept: false };
    // The camera may end by itself: another app took it, or its cable was pulled.
    void stopped.then(() => {
      if (take === begun) pause();
    });
    sink.subscribe(refresh);
    takes.push(begun);
    media.start(timeslice);
    return begun;
  }

  function pause() {
    if (phase === 'paused') return;
    take?.clock.pause();
    if (take?.media.state === 'recording') take.media.pause();
    phase = 'paused';
    tick();
  }

  async function stopAndSend(ended: Take): Promise<void> {
    ended.clock.pause();
    if (ended.media.state !== 'inactive') ended.media.stop();
    await ended.stopped;
    if (ended.sink.get().totalBytes === 0) {
      ended.sink.abort();
      takes = takes.filter((each) => each !== ended);
    } else {
      await ended.sink.finish(Math.round(ended.clock.elapsed() / 1000));
      ended.kept = true;
    }
    refresh();
  }

  /** Ends a take and keeps it; one in which nothing was recorded is dropped. May be called again after a failure. */
  function keep(ended: Take): Promise<void> {
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
    /** Says how many seconds were recorded before this page was opened. */
    continueFrom(seconds: number) {
      if (takes.length > 0) return;
      base = seconds * 1000;
      refresh();
    },
    /** Records on; from another stream than before it is another take. `section` goes into the file's name. */
    record(stream: MediaStream, section: string, open: OpenSink) {
      if (phase === 'recording') return;
      if (take && (take.media.stream !== stream || take.media.state === 'inactive')) {
        // Kept in the background; what fails stays unfinished, and close() tries again.
        keep(take).catch(() => refresh());
        take = null;
      }
      if (take) take.media.resume();
      else take = begin(stream, section, open);
      take.clock.start();
      phase = 'recording';
      tick();
    },
    pause,
    /** Ends the recording and keeps all of it. Throws where that fails; calling it again goes on from there. */
    async close(): Promise<void> {
      pause();
      take = null;
      for (const each of takes.filter(({ kept }) => !kept)) await keep(each);
    },
    /** Tries again what did not get through. */
    retry() {
      for (const { sink } of takes) sink.retry();
    },
    /** Stops; what is not kept stays on the device, as far as it can be kept there. */
    leave(): void {
      pause();
      clearTimeout(timer);
      take = null;
      for (const { media, sink, kept } of takes) {
        if (media.state !== 'inactive') media.stop();
        if (!kept) sink.leave();
      }
    },
    /** Drops what is not kept, here and on the server. */
    discard(): void {
      pause();
      clearTimeout(timer);
      take = null;
      const dropped = takes.filter(({ kept }) => !kept);
      takes = takes.filter(({ kept }) => kept);
      for (const { media } of dropped) if (media.state !== 'inactive') media.stop();
      refresh();
      for (const { sink } of dropped) sink.abort();
    },
  };
}
