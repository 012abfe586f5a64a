import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { toastStore } from '#web/lib/toast.ts';

const load = () => import('#web/ui/toaster.tsx');
const Toaster = lazy(async () => ({ default: (await load()).Toaster }));

/** The first sign of a person fetches the toasts, so that one can be shown even when the connection is lost later. */
const signs = ['pointerdown', 'keydown', 'focusin'] as const;

/** Keeps the toasts out of what has to arrive before the first screen. */
export function LazyToaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  const [wanted, setWanted] = useState(false);
  if (toasts.length > 0 && !wanted) setWanted(true);

  useEffect(() => {
    const fetchOnce = () => {
      for (const sign of signs) window.removeEventListener(sign, fetchOnce);
      load().then(
        () => setWanted(true),
        () => undefined,
      );
    };
    for (const sign of signs) window.addEventListener(sign, fetchOnce);
    return () => {
      for (const sign of signs) window.removeEventListener(sign, fetchOnce);
    };
  }, []);

  return wanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
