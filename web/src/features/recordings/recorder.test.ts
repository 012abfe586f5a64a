import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecorder } from './recorder.ts';
import type { SegmentUpload, StartUpload } from './segment.ts';

/** Behaves like a browser's MediaRecorder: stop() delivers a last chunk and then reports that it has stopped. */
class Media {
  state: RecordingState = 'inactive';
  mimeType = 'video/webm;codecs=vp8,opus';
  calls: string[] = [];
  readonly stream: MediaStream;
  readonly on: { start(): void; chunk(data: Blob): void; stop(): void };
  private readonly delay: number;
  private hasStarted = false;
  /** The first picture is encoded `delay` milliseconds after the start. */
  constructor(stream: MediaStream, on: Media['on'], delay: number) {
    this.stream = stream;
    this.on = on;
    this.delay = delay;
  }
  start(timeslice?: number) {
    this.state = 'recording';
    this.calls.push(`start ${timeslice}`);
    setTimeout(() => {
      this.hasStarted = true;
      this.on.start();
    }, this.delay);
  }
  pause() {
    this.state = 'paused';
    this.calls.push('pause');
  }
  resume() {
    this.state = 'recording';
    this.calls.push('resume');
  }
  chunk(bytes: number) {
    this.on.chunk(new Blob([new Uint8Array(bytes)]));
  }
  stop() {
    this.state = 'inactive';
    this.calls.push('stop');
    queueMicrotask(() => {
      if (this.hasStarted) this.chunk(1);
      this.on.stop();
    });
  }
}

interface Kept {
  filename: string;
  contentType: string;
  seconds: number;
  bytes: number;
}

function setUp({ fail = () => false, delay = 0 }: { fail?: () => boolean; delay?: number } = {}) {
  const media: Media[] = [];
  const kept: Kept[] = [];
  const aborted: string[] = [];
  const left: string[] = [];
  const retried: string[] = [];
  const open: StartUpload = ({ filename, contentType }) => {
    const listeners = new Set<() => void>();
    const state = { sentBytes: 0, totalBytes: 0, error: null as string | null };
    const set = (fields: Partial<typeof state>) => {
      Object.assign(state, fields);
      for (const listener of listeners) listener();
    };
    const sink: SegmentUpload = {
      get: () => ({ ...state }),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      add: ({ size }) => set({ totalBytes: state.totalBytes + size }),
      async finish(seconds) {
        if (fail()) {
          set({ error: 'Unknown error' });
          throw new Error('Unknown error');
        }
        set({ sentBytes: state.totalBytes, error: null });
        kept.push({ filename, contentType, seconds, bytes: state.totalBytes });
      },
      retry: () => retried.push(filename),
      leave: () => left.push(filename),
      abort: () => aborted.push(filename),
    };
    return sink;
  };
  const recorder = createRecorder({
    createMedia(stream, on) {
      const made = new Media(stream, on, delay);
      media.push(made);
      return made;
    },
    now: () => Date.now(),
  });
  return { recorder, media, kept, aborted, left, retried, open };
}

const stream = (name: string) => ({ name }) as Partial<MediaStream> as MediaStream;
const camera = stream('rear');

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T09:42:07') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the timer', () => {
  it('ticks with each recorded second and stops during pauses [2.live.3, 4.live.3, 9.timing.2]', async () => {
    const { recorder, open } = setUp();
    const ticks: [number, number][] = [];
    const begin = Date.now();
    recorder.subscribe(() => {
      const { seconds } = recorder.get();
      if (ticks.at(-1)?.[1] !== seconds) ticks.push([Date.now() - begin, seconds]);
    });
    recorder.record(camera, 'lobby', open);
    await vi.advanceTimersByTimeAsync(2400);
    recorder.pause();
    await vi.advanceTimersByTimeAsync(10_000);
    recorder.record(camera, 'lobby', open);
    await vi.advanceTimersByTimeAsync(1700);
    expect(ticks).toEqual([
      [0, 0],
      [1000, 1],
      [2000, 2],
      [13_000, 3],
      [14_000, 4],
    ]);
    expect(recorder.at()).toBeCloseTo(4.1, 9);
  });

  it('continues where an earlier recording ended', () => {
    const { recorder, open } = setUp();
    recorder.continueFrom(134);
    expect(recorder.get()).toMatchObject({ phase: 'paused', seconds: 134, unfinished: false });
    recorder.record(camera, 'lobby', open);
    vi.advanceTimersByTime(3000);
    expect(recorder.get().seconds).toBe(137);
  });
});

describe('a recording', () => {
  it('is one file without the pauses, saved once it is closed [4.live.1]', async () => {
    const { recorder, media, kept, open } = setUp();
    recorder.record(camera, 'guest_rooms', open);
    expect(recorder.get()).toMatchObject({ phase: 'recording', unfinished: true });
    await vi.advanceTimersByTimeAsync(4000);
    media[0]?.chunk(700);
    recorder.pause();
    recorder.pause();
    await vi.advanceTimersByTimeAsync(5000);
    recorder.record(camera, 'guest_rooms', open);
    await vi.advanceTimersByTimeAsync(2600);
    await recorder.close();
    expect(media.map(({ calls }) => calls)).toEqual([['start 1000', 'pause', 'resume', 'pause', 'stop']]);
    expect(kept).toEqual([
      { filename: 'live-guest_rooms-20261121-094207.webm', contentType: 'video/webm', seconds: 7, bytes: 701 },
    ]);
    expect(recorder.get()).toMatchObject({ phase: 'paused', unfinished: false, totalBytes: 701, sentBytes: 701 });
    await recorder.close();
    expect(kept).toHaveLength(1);
  });

  it('that ends before its first picture is encoded waits for it', async () => {
    const { recorder, media, kept, open } = setUp({ delay: 2500 });
    recorder.record(camera, 'pool', open);
    await vi.advanceTimersByTimeAsync(1000);
    const closed = recorder.close();
    expect(recorder.get()).toMatchObject({ phase: 'paused', seconds: 1 });
    await vi.advanceTimersByTimeAsync(1500);
    await closed;
    expect(media.map(({ calls }) => calls)).toEqual([['start 1000', 'pause', 'resume', 'stop']]);
    expect(kept.map(({ seconds }) => seconds)).toEqual([1]);
  });

  it('is dropped if the camera delivers nothing for ten seconds', async () => {
    const { recorder, kept, aborted, open } = setUp({ delay: 60_000 });
    recorder.record(camera, 'pool', open);
    await vi.advanceTimersByTimeAsync(1000);
    const closed = recorder.close();
    await vi.advanceTimersByTimeAsync(10_000);
    await closed;
    expect([kept, aborted.length]).toEqual([[], 1]);
  });

  it('from another camera is a separate file on the same timeline', async () => {
    const { recorder, media, kept, open } = setUp();
    recorder.record(camera, 'pool', open);
    await vi.advanceTimersByTimeAsync(3000);
    recorder.pause();
    recorder.record(stream('front'), 'pool', open);
    await vi.advanceTimersByTimeAsync(2000);
    expect(recorder.get().seconds).toBe(5);
    await recorder.close();
    expect(media).toHaveLength(2);
    expect(kept.map(({ seconds }) => seconds)).toEqual([3, 2]);
  });

  it('pauses when the camera is gone, and starts another file when it is back', async () => {
    const { recorder, media, kept, open } = setUp();
    recorder.record(camera, 'pool', open);
    await vi.advanceTimersByTimeAsync(3000);
    media[0]?.stop();
    await vi.advanceTimersByTimeAsync(4000);
    expect(recorder.get()).toMatchObject({ phase: 'paused', seconds: 3 });
    recorder.record(camera, 'pool', open);
    await vi.advanceTimersByTimeAsync(1000);
    await recorder.close();
    expect(kept.map(({ seconds }) => seconds)).toEqual([3, 1]);
  });

  it('that cannot be sent is kept, shows the error, and is saved by a retry', async () => {
    let offline = true;
    const { recorder, kept, retried, open } = setUp({ fail: () => offline });
    recorder.record(camera, 'pool', open);
    await vi.advanceTimersByTimeAsync(2000);
    await expect(recorder.close()).rejects.toThrow('Unknown error');
    expect(recorder.get()).toMatchObject({ unfinished: true, error: 'Unknown error', totalBytes: 1, sentBytes: 0 });
    recorder.retry();
    expect(retried).toHaveLength(1);
    offline = false;
    await recorder.close();
    expect(kept.map(({ seconds }) => seconds)).toEqual([2]);
    expect(recorder.get()).toMatchObject({ unfinished: false, error: null });
  });

  it('that is discarded is no longer counted in the seconds', async () => {
    const { recorder, media, kept, aborted, open } = setUp();
    recorder.continueFrom(10);
    recorder.record(camera, 'pool', open);
    await vi.advanceTimersByTimeAsync(2000);
    recorder.discard();
    expect([media[0]?.state, kept, aborted.length]).toEqual(['inactive', [], 1]);
    expect(recorder.get()).toMatchObject({ phase: 'paused', unfinished: false, seconds: 10 });
  });

  it('stops when the page is left, and leaves unsaved parts on the device', async () => {
    const { recorder, media, aborted, left, open } = setUp();
    recorder.record(camera, 'lobby', open);
    await vi.advanceTimersByTimeAsync(1000);
    recorder.leave();
    expect([recorder.get().phase, media[0]?.state, left.length, aborted.length]).toEqual(['paused', 'inactive', 1, 0]);
  });
});
