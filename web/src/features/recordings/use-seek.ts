import { useState } from 'react';

/**
 * The second to which a player should seek, or null, and a function to set it. Seeking to the same second again adds
 * a thousandth, so that the player notices a change; it may have played on since.
 */
export function useSeek(): [seekTo: number | null, seek: (seconds: number | null) => void] {
  const [seekTo, setSeekTo] = useState<number | null>(null);
  const seek = (seconds: number | null) =>
    setSeekTo((previous) => (seconds !== null && previous === seconds ? seconds + 0.001 : seconds));
  return [seekTo, seek];
}
