import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/language.ts';
import { voiceNoteLimits } from '#contract/voice-notes.ts';
import { toast } from '#web/lib/toast.ts';

/** All browsers record Opus, except older ones by Apple, which record AAC in MP4. */
const types = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'];
const bitsPerSecond = 24_000;

/** Whether the browser can record sound; insecure pages cannot, for example. */
export const canRecordVoice = (): boolean =>
  typeof MediaRecorder !== 'undefined' &&
  'mediaDevices' in navigator &&
  types.some((type) => MediaRecorder.isTypeSupported(type));

interface Recording {
  recorder: MediaRecorder;
  startedAt: number;
}

function toastFailure(error: unknown): void {
  const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
  toast({
    title: t('The voice note was not recorded'),
    description: isRefused
      ? t('Allow the microphone in the browser settings for this site.')
      : t('The microphone could not be opened.'),
    variant: 'destructive',
  });
}

const stopTracks = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop());

/** Records sound until `stop`, for at most two minutes. `seconds` is null while nothing is being recorded. */
export function useVoiceRecorder(onRecorded: (sound: Blob, seconds: number) => void) {
  const [seconds, setSeconds] = useState<number | null>(null);
  const current = useRef<Recording | null>(null);
  const elapsed = () => (current.current ? (performance.now() - current.current.startedAt) / 1000 : 0);

  useEffect(() => {
    if (seconds === null) return undefined;
    const timer = setInterval(() => {
      if (elapsed() >= voiceNoteLimits.seconds) stop();
      else setSeconds(Math.floor(elapsed()));
    }, 250);
    return () => clearInterval(timer);
  });
  /** Whether the browser may still ask for the microphone; null once the page was left. */
  const asking = useRef<boolean | null>(false);
  useEffect(() => {
    asking.current = false;
    return () => {
      asking.current = null;
      const left = current.current?.recorder;
      if (!left) return;
      // The page was left, so a recording that was not stopped is discarded.
      left.onstop = null;
      left.stop();
      stopTracks(left.stream);
    };
  }, []);

  async function start() {
    if (asking.current) return;
    asking.current = true;
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      // Nobody would stop it any more.
      if (asking.current === null) return stopTracks(stream);
      const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
      const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
      const pieces: Blob[] = [];
      recorder.ondataavailable = ({ data }) => pieces.push(data);
      recorder.onstop = () => {
        const length = Math.min(voiceNoteLimits.seconds, Math.max(1, Math.round(elapsed())));
        stopTracks(stream);
        current.current = null;
        setSeconds(null);
        onRecorded(new Blob(pieces, { type: recorder.mimeType }), length);
      };
      recorder.start();
      current.current = { recorder, startedAt: performance.now() };
      setSeconds(0);
    } catch (error) {
      toastFailure(error);
    } finally {
      if (asking.current) asking.current = false;
    }
  }
  function stop() {
    const recorder = current.current?.recorder;
    if (recorder?.state === 'recording') recorder.stop();
  }
  return { seconds, start, stop };
}
