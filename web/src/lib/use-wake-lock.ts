import { useEffect } from 'react';

/**
 * Keeps the screen on while `wanted`. The browser releases the lock when the page is hidden, so it is requested again
 * when the page is shown.
 */
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
        // Browsers refuse the lock on low battery. The recording then continues for as long as the screen stays on.
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
