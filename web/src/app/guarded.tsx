import { Navigate, useLocation } from '@tanstack/react-router';
import { Shell } from '#web/app/shell.tsx';
import { useAuth } from '#web/lib/auth.tsx';
import { ScreenSpinner } from '#web/ui/spinner.tsx';
import { ErrorState } from '#web/ui/states.tsx';

/** The access guard: a spinner while it is unknown who is there, the sign-in screen for nobody, else the screen. */
export function Guarded() {
  const { user, isLoading, error, retry } = useAuth();
  const href = useLocation({ select: (location) => location.href });
  if (isLoading) return <ScreenSpinner />;
  if (error && !user)
    return (
      <ErrorState
        title="The server does not answer"
        error={error}
        onRetry={retry}
        className="min-h-[60dvh] content-center"
      />
    );
  if (!user) return <Navigate to="/auth" search={{ next: href === '/' ? undefined : href }} replace />;
  return <Shell />;
}
