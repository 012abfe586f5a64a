import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { Shell } from '#web/app/shell.tsx';
import { useAuth } from '#web/lib/auth.tsx';
import { sessionEnd } from '#web/lib/session-end.ts';
import { ScreenSpinner } from '#web/ui/spinner.tsx';
import { ErrorState } from '#web/ui/states.tsx';

const SignInAgain = lazy(() => import('#web/features/users/components/sign-in-again.tsx'));

/** The access guard: a spinner while it is unknown who is there, the sign-in screen for nobody, else the screen. */
export function Guarded() {
  const { user, isLoading, error, retry } = useAuth();
  const router = useRouter();
  const nobody = !user && !isLoading && !error;

  // Not a Navigate element: that would follow the location and remember the sign-in screen itself as the way back.
  useEffect(() => {
    if (!nobody) return;
    const { href } = router.latestLocation;
    void router.navigate({ to: '/auth', search: { next: href === '/' ? undefined : href }, replace: true });
  }, [nobody, router]);

  const { ended } = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.get);

  if (user)
    return (
      <>
        <Shell />
        {ended && (
          <Suspense fallback={null}>
            <SignInAgain />
          </Suspense>
        )}
      </>
    );
  if (error)
    return (
      <ErrorState
        title="The server does not answer"
        error={error}
        onRetry={retry}
        className="min-h-[60dvh] content-center"
      />
    );
  return <ScreenSpinner className="min-h-dvh" />;
}
