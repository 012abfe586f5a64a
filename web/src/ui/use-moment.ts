import { useState } from 'react';

/**
 * The second that a player is to be wound to, null for none. Asking for the same one again is another value, a
 * thousandth off: since then the player may have gone elsewhere.
 */
export function useMoment(): [at: number | null, show: (seconds: number | null) => void] {
  const [at, setAt] = useState<number | null>(null);
  const show = (seconds: number | null) =>
    setAt((present) => (seconds !== null && present === seconds ? seconds + 0.001 : seconds));
  return [at, show];
}
