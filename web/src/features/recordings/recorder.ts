import { untilNextSecond } from './clock.ts';
import { browserParts, createSegment, type RecorderParts, type Segment, type StartUpload } from './segment.ts';

export interface RecorderState {
  phase: 'paused' | 'recording';
  /** The whole seconds of the inspection's timeline, including earlier recordings. */
  seconds: number;
  /** The bytes recorded on this page, and how many of them the server has. */
  totalBytes: number;
  sentBytes: number;
  /** Whether something that was recorded is not saved yet. */
  unfinished: boolean;
  /** Why the recording cannot be sent; the device keeps it meanwhile. */
  error: string | null;
}

function stateOf(phase: RecorderState['phase'], milliseconds: number, segments: readonly Segment[]): RecorderState {
  const uploads = segments.map(({ upload }) => upload.get());
  return {
    phase,
    seconds: Math.floor(milliseconds / 1000),
    totalBytes: uploads.reduce((sum, { totalBytes }) => sum + totalBytes, 0),
    sentBytes: uploads.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
    unfinished: segments.some(({ isKept }) => !isKept()),
    error: uploads.find(({ error }) => error !== null)?.error ?? null,
  };
}

/** The segments that this page has recorded, in order. */
function createSegments(parts: RecorderParts, changed: () => void) {
  let segments: Segment[] = [];
  const unsavedSegments = () => segments.filter(({ isKept }) => !isKept());

  /** Ends and saves a segment; an empty one is dropped. May be called again after a failure. */
  async function keep(ended: Segment): Promise<void> {
    await ended.keep();
    segments = segments.filter((each) => each !== ended || ended.isKept());
    changed();
  }

  return {
    all: (): readonly Segment[] => segments,
    milliseconds: () => segments.reduce((sum, { elapsed }) => sum + elapsed(), 0),
    start(stream: MediaStream, section: string, startUpload: StartUpload): Segment {
      const segment = createSegment({ stream, section, startUpload, parts });
      segment.upload.subscribe(changed);
      segments.push(segment);
      return segment;
    },
    keep,
    async keepAll(): Promise<void> {
      for (const each of unsavedSegments()) await keep(each);
    },
    leave(): void {
      for (const { stop, upload, isKept } of segments) {
        stop();
        if (!isKept()) upload.leave();
      }
    },
    discard(): void {
      const dropped = unsavedSegments();
      segments = segments.filter(({ isKept }) => isKept());
      for (const { stop } of dropped) stop();
      changed();
      for (const { upload } of dropped) upload.abort();
    },
  };
}

export type Recorder = ReturnType<typeof createRecorder>;

/**
 * Records a camera's stream; pauses are left out of the recording.
 *
 * paused ──record──▶ recording ──pause──▶ paused. In both states close() ends the segment; the next record() starts
 * another.
 */
export function createRecorder(parts: RecorderParts = browserParts) {
  let earlierMilliseconds = 0;
  let current: Segment | null = null;
  let phase: RecorderState['phase'] = 'paused';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state = stateOf(phase, 0, []);
  const listeners = new Set<() => void>();
  const segments = createSegments(parts, refresh);
  const milliseconds = () => earlierMilliseconds + segments.milliseconds();

  function refresh() {
    state = stateOf(phase, milliseconds(), segments.all());
    for (const listener of listeners) listener();
  }

  function tick() {
    clearTimeout(timer);
    refresh();
    if (phase === 'recording') timer = setTimeout(tick, untilNextSecond(milliseconds()));
  }

  function pause() {
    if (phase === 'paused') return;
    current?.pause();
    phase = 'paused';
    tick();
  }

  function startSegment(stream: MediaStream, section: string, startUpload: StartUpload): Segment {
    const segment = segments.start(stream, section, startUpload);
    // The camera can stop unexpectedly, for example because of another app or a pulled cable.
    void segment.stopped.then(() => {
      if (current === segment) pause();
    });
    return segment;
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** The current second of the inspection's timeline, with fractions. */
    at: () => milliseconds() / 1000,
    /** Sets how many seconds were recorded before this page was opened. */
    continueFrom(seconds: number) {
      if (segments.all().length > 0) return;
      earlierMilliseconds = seconds * 1000;
      refresh();
    },
    /** Continues recording; a different stream starts a new segment. `section` becomes part of the file's name. */
    record(stream: MediaStream, section: string, startUpload: StartUpload) {
      if (phase === 'recording') return;
      if (current && !current.canContinue(stream)) {
        // Saved in the background. If it fails, the segment stays unfinished, and close() tries again.
        segments.keep(current).catch(() => refresh());
        current = null;
      }
      current ??= startSegment(stream, section, startUpload);
      current.record();
      phase = 'recording';
      tick();
    },
    pause,
    /** Ends the recording and saves all of it. Throws if that fails; calling it again continues from there. */
    async close(): Promise<void> {
      pause();
      current = null;
      await segments.keepAll();
    },
    /** Retries the failed uploads. */
    retry() {
      for (const { upload } of segments.all()) upload.retry();
    },
    /** Stops recording. Unsaved segments stay on the device if it has room. */
    leave(): void {
      pause();
      clearTimeout(timer);
      current = null;
      segments.leave();
    },
    /** Discards what is not saved, on this device and on the server. */
    discard(): void {
      pause();
      clearTimeout(timer);
      current = null;
      segments.discard();
    },
  };
}
