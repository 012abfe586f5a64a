import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { t } from '#contract/language.ts';
import { LoadingFrame, LoadingScreen } from '#web/app/loading-frame.tsx';
import { Shell } from '#web/app/shell.tsx';
import { useAuth } from '#web/lib/auth.tsx';
import { pushAccount } from '#web/lib/push-account.ts';
import { proof } from '#web/lib/proof.ts';
import { sessionEnd } from '#web/lib/session-end.ts';
import { signedInHint } from '#web/lib/signed-in-hint.ts';
import { useReady } from '#web/lib/use-ready.ts';
import { ScreenSpinner } from '#web/ui/spinner.tsx';
import { ErrorState } from '#web/ui/states.tsx';

const SignInAgain = lazy(() => import('#web/features/users/components/sign-in-again.tsx'));

const ProofDialog = lazy(() => import('#web/features/users/components/proof-dialog.tsx'));
const SecondFactorScreen = lazy(() => import('#web/features/users/components/second-factor-screen.tsx'));

/**
 * The access guard: shows a spinner while the current user loads, redirects to sign-in when nobody is signed in, and
 * otherwise shows the screen.
 */
export function Guarded() {
  const { user, isLoading, error, retry } = useAuth();
  const router = useRouter();
  const signedOut = !user && !isLoading && !error;

  // Not a Navigate element: it would run again at /auth and store /auth itself as the page to return to.
  useEffect(() => {
    if (!signedOut) return;
    const { href } = router.latestLocation;
    void router.navigate({ to: '/auth', search: { next: href === '/' ? undefined : href }, replace: true });
  }, [signedOut, router]);

  const isReady = useReady(user);
  const hasScreens = user !== null && !user.abilities.mustSetUpSecondFactor;
  const userId = user?.id;
  // Before the effects of the screen, which keep its heading.
  useLayoutEffect(() => {
    if (hasScreens && userId) signedInHint.keep(userId);
    else if (userId || signedOut) signedInHint.forget();
  }, [hasScreens, userId, signedOut]);

  useEffect(() => {
    if (userId && pushAccount.is(userId))
      void import('#web/features/notifications/push.ts')
        .then(({ renewPushSubscription }) => renewPushSubscription())
        .catch(() => undefined);
  }, [userId]);
  // Opens the screen of a pressed notification in this page instead of in a new tab.
  useEffect(() => {
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const open = ({ data }: MessageEvent) => {
      if (data?.type === 'OPEN') router.history.push(data.link);
    };
    worker?.addEventListener('message', open);
    return () => worker?.removeEventListener('message', open);
  }, [router]);

  // A change that waits for one person's password does not go on with that of the next one.
  useEffect(() => () => proof.answer(false), [userId]);
  const isProofAsked = useSyncExternalStore(proof.subscribe, proof.isAsked);
  const { ended } = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.get);

  if (user?.abilities.mustSetUpSecondFactor)
    return (
      <Suspense fallback={<ScreenSpinner className="min-h-dvh" />}>
        <SecondFactorScreen />
      </Suspense>
    );
  if (user && isReady)
    return (
      <>
        <Shell />
        {ended && (
          <Suspense fallback={null}>
            <SignInAgain />
          </Suspense>
        )}
        {isProofAsked && (
          <Suspense fallback={null}>
            <ProofDialog />
          </Suspense>
        )}
      </>
    );
  if (error) return <ErrorState title={t('The server does not respond')} error={error} onRetry={retry} screen />;
  // As the page has begun (inline/theme.js), so that its bar does not disappear in between.
  return document.documentElement.dataset.shownFirst === 'frame' ? <LoadingFrame /> : <LoadingScreen />;
}
