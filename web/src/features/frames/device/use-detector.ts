import { fetchRaw } from '#web/lib/raw.ts';
import { useEffect, useState } from 'react';
import type { Detector } from './detector.ts';

/** Whether this browser can run the detector, and its user has not asked to save data. */
function canDetectHere(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return typeof WebAssembly === 'object' && 'OffscreenCanvas' in globalThis && connection?.saveData !== true;
}

/** Loads the detector of this device. Rejects if it cannot run or the browser asks to save data. */
export async function openDetector(): Promise<Detector> {
  if (!canDetectHere()) throw new Error('This device does not analyze pictures');
  const [{ loadDetector }, { modelFiles }] = await Promise.all([import('./detector.ts'), import('./model-files.ts')]);
  return loadDetector(modelFiles);
}

/**
 * Fetches the files of the detector, so that the service worker keeps them for photos that are taken without a connection.
 * A device that cannot run it needs none.
 */
export async function downloadDetector(): Promise<void> {
  if (!canDetectHere()) return;
  const { modelFiles } = await import('./model-files.ts');
  for (const file of Object.values(modelFiles)) await (await fetchRaw(file)).arrayBuffer();
}

/** The detector of this device, loaded while the screen is open; null until it has loaded, or when it cannot run. */
export function useDetector(): Detector | null {
  const [detector, setDetector] = useState<Detector | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!canDetectHere()) return;
    let opened: Detector | null = null;
    let unmounted = false;
    const tryAgain = () => setAttempt((count) => count + 1);
    openDetector()
      .then((made) => {
        if (unmounted) return made.close();
        opened = made;
        setDetector(made);
      })
      .catch((error: unknown) => {
        console.warn('The server analyzes the frames, because this device cannot', error);
        if (!unmounted && !navigator.onLine) addEventListener('online', tryAgain, { once: true });
      });
    return () => {
      unmounted = true;
      removeEventListener('online', tryAgain);
      opened?.close();
    };
  }, [attempt]);
  return detector;
}
