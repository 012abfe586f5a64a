import { useEffect } from 'react';

/** Keeps the screen on while `wanted`; the browser lets go of it whenever the page is hidden. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let over = false;
    async function ask() {
      if (document.visibilityState !== 'visible') return;
      try {
        const granted = await navigator.wakeLock.request('screen');
        if (over) await granted.release();
        else lock = granted;
      } catch (error) {
        // A low battery: the recording goes on as long as the person keeps the screen on.
        console.warn('The screen may turn itself off', error);
      }
    }
    void ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, [wanted]);
}
