import { useEffect, useReducer, useRef, useState } from 'react';
import type { Recording } from '#contract/recordings.ts';
import { placeOf, sourceOf, totalSeconds } from '#web/features/recordings/timeline.ts';

const speeds = [1, 1.5, 2];

const speedAfter = (speed: number): number => speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;

/** Seeks to `at` whenever it changes. */
function useSeekTo(at: number | null, seek: (seconds: number) => void) {
  const latest = useRef(seek);
  useEffect(() => {
    latest.current = seek;
  });
  useEffect(() => {
    if (at !== null) latest.current(at);
  }, [at]);
}

/** Plays the recordings one after the other in a single video element, as one timeline in seconds. */
export function usePlayback(recordings: readonly Recording[], at: number | null) {
  const video = useRef<HTMLVideoElement>(null);
  /** Where the next loaded file starts, and whether it plays on. */
  const pending = useRef({ seconds: 0, play: false });
  const [currentId, setCurrentId] = useState(recordings[0]?.id);
  const [position, setPosition] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  const [muted, setMuted] = useState(false);
  const [speed, nextSpeed] = useReducer(speedAfter, 1);
  const [source, setSource] = useState(() => (recordings[0] ? sourceOf(recordings[0]) : ''));
  const total = totalSeconds(recordings);
  // Found by id, because an earlier recording may still be added to the list.
  const index = Math.max(
    0,
    recordings.findIndex(({ id }) => id === currentId),
  );
  const current = recordings[index];
  const offset = current?.offsetSeconds ?? 0;

  function start() {
    // A browser may refuse to play without a press, and a newer seek interrupts an older start.
    void video.current?.play().catch(() => setPlaying(false));
  }

  function open(next: number, seconds: number, play: boolean) {
    const recording = recordings[next];
    const element = video.current;
    if (!recording || !element) return;
    const address = sourceOf(recording);
    setFailed(false);
    setCurrentId(recording.id);
    setPosition(recording.offsetSeconds + seconds);
    // The same file need not be loaded again. A copy that has become ready replaces the original at the next seek.
    if (address === source && element.readyState > 0 && !failed) {
      element.currentTime = seconds;
      if (play) start();
      return;
    }
    pending.current = { seconds, play };
    if (address === source) element.load();
    else setSource(address);
  }

  function seek(seconds: number) {
    const place = placeOf(recordings, Math.min(Math.max(0, seconds), total));
    open(place.index, place.seconds, playing);
  }

  useEffect(() => {
    if (video.current) video.current.playbackRate = speed;
  }, [speed]);

  useSeekTo(at, seek);

  return {
    video,
    source,
    current,
    total,
    position,
    playing,
    failed,
    muted,
    speed,
    seek,
    reload: () => open(index, Math.max(0, position - offset), false),
    toggle() {
      const element = video.current;
      if (!element) return;
      if (playing) element.pause();
      else if (element.ended && index === recordings.length - 1) open(0, 0, true);
      else start();
    },
    mute: () => setMuted(!muted),
    nextSpeed,
    /** The event handlers for the video element. */
    events: {
      onLoadedMetadata() {
        const { seconds, play } = pending.current;
        pending.current = { seconds: 0, play: false };
        if (!video.current) return;
        video.current.playbackRate = speed;
        if (seconds > 0) video.current.currentTime = seconds;
        if (play) start();
      },
      onTimeUpdate() {
        if (video.current && !video.current.seeking) setPosition(Math.min(total, offset + video.current.currentTime));
      },
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onEnded() {
        if (index + 1 < recordings.length) open(index + 1, 0, true);
      },
      onError: () => setFailed(true),
    },
  };
}
export type Playback = ReturnType<typeof usePlayback>;
