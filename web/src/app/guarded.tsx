import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Shell } from '#web/app/shell.tsx';
import { useAuth } from '#web/lib/auth.tsx';
import { ScreenSpinner } from '#web/ui/spinner.tsx';
import { ErrorState } from '#web/ui/states.tsx';

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

  if (user) return <Shell />;
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
