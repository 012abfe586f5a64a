import { useState } from 'react';

/**
 * The second that a player has to seek to, or null, and the function that sets it. Seeking to the same second again adds a
 * thousandth, so that the player sees a change: it may have moved on since.
 */
export function useSeek(): [seekTo: number | null, seek: (seconds: number | null) => void] {
  const [seekTo, setSeekTo] = useState<number | null>(null);
  const seek = (seconds: number | null) =>
    setSeekTo((previous) => (seconds !== null && previous === seconds ? seconds + 0.001 : seconds));
  return [seekTo, seek];
}
