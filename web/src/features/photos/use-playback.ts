import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/language.ts';
import { answerError } from '#web/lib/api-error.ts';
import { fetchRaw } from '#web/lib/raw.ts';
import { toastError } from '#web/lib/toast.ts';

/** Some browsers play a sound only if the server supports range requests, so the small file is fetched whole. */
async function soundOf(source: Blob | string): Promise<Blob> {
  if (typeof source !== 'string') return source;
  const answer = await fetchRaw(source);
  if (!answer.ok) throw answerError(answer.status, answer.statusText, await answer.text(), null);
  return answer.blob();
}

/** Plays a sound, and stops it at the next press or when the page is left. */
export function usePlayback(source: Blob | string | null) {
  const [playing, setPlaying] = useState(false);
  const audio = useRef<HTMLAudioElement | null>(null);
  /** Changes with each stop, so that a sound that is still being fetched is not played after it. */
  const stops = useRef(0);

  function stop() {
    const element = audio.current;
    audio.current = null;
    stops.current += 1;
    setPlaying(false);
    if (!element) return;
    element.pause();
    URL.revokeObjectURL(element.src);
  }
  useEffect(() => stop, [source]);

  async function play() {
    if (!source) return;
    setPlaying(true);
    const before = stops.current;
    try {
      const sound = await soundOf(source);
      if (stops.current !== before) return;
      const element = new Audio(URL.createObjectURL(sound));
      audio.current = element;
      element.onended = stop;
      await element.play();
    } catch (error) {
      stop();
      toastError(t('The voice note could not be played'), error);
    }
  }
  return { playing, toggle: () => (playing ? stop() : void play()) };
}
