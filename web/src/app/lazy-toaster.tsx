import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useAuth } from '#web/lib/auth.tsx';
import { atFirstTouch } from '#web/lib/first-touch.ts';
import { dismissToast, toastStore, type ToastEntry } from '#web/lib/toast.ts';

/** A plain toast, shown for 5 s when the chunk of the full toaster could not be loaded without a connection. */
function PlainToast({ entry }: { entry: ToastEntry }) {
  const { id } = entry;
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), 5000);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <div
      role="alert"
      className="fixed inset-x-3 top-3 z-60 rounded-card border border-critical bg-surface px-4 py-3 shadow-lifted md:end-5 md:start-auto md:max-w-[420px]"
    >
      <p className="font-semibold">{entry.title}</p>
      {entry.description && <p className="text-ink-2">{entry.description}</p>}
    </div>
  );
}

function PlainToasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  return (
    <>
      {toasts
        .filter(({ open }) => open)
        .map((entry) => (
          <PlainToast key={entry.id} entry={entry} />
        ))}
    </>
  );
}

const load = () => import('#web/ui/toaster.tsx');
const Toaster = lazy(() =>
  load().then(
    ({ Toaster: loaded }) => ({ default: loaded }),
    () => ({ default: PlainToasts }),
  ),
);

/**
 * Loads the toaster as a separate chunk, because the sign-in screen does not need it. After sign-in it is loaded once the person
 * touches the page, so that a toast is shown at once, also without a connection.
 */
export function LazyToaster() {
  const { user } = useAuth();
  const isSignedIn = !!user;
  useEffect(() => {
    if (isSignedIn) atFirstTouch(() => void load().catch(() => undefined));
  }, [isSignedIn]);
  // The build renders the sign-in as well (first-paint.tsx).
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.get);
  const [wanted, setWanted] = useState(false);
  if (toasts.length > 0 && !wanted) setWanted(true);
  return wanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
