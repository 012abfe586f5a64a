import { useEffect, useState } from 'react';
import type { Eye } from './eye.ts';

/** Whether this browser has what the eye needs, and its user has not asked for small downloads. */
function mayLookHere(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return typeof WebAssembly === 'object' && 'OffscreenCanvas' in globalThis && connection?.saveData !== true;
}

/** The network that looks at frames on this device, loaded while the screen is open; null until then, or where it cannot run. */
export function useEye(): Eye | null {
  const [eye, setEye] = useState<Eye | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!mayLookHere()) return;
    let opened: Eye | null = null;
    let unmounted = false;
    const tryAgain = () => setAttempt((count) => count + 1);
    Promise.all([import('./eye.ts'), import('./model-files.ts')])
      .then(([{ openEye }, { modelFiles }]) => openEye(modelFiles))
      .then((made) => {
        if (unmounted) return made.close();
        opened = made;
        setEye(made);
      })
      .catch((error: unknown) => {
        console.warn('The server looks at the frames, because this device cannot', error);
        if (!unmounted && !navigator.onLine) addEventListener('online', tryAgain, { once: true });
      });
    return () => {
      unmounted = true;
      removeEventListener('online', tryAgain);
      opened?.close();
    };
  }, [attempt]);
  return eye;
}
