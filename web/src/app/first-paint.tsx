import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LoadingFrame } from '#web/app/loading-frame.tsx';
import { authSearch } from '#web/app/search.ts';
import { AuthProvider } from '#web/lib/auth.tsx';
import { queryClient } from '#web/lib/query.ts';
import AuthScreen from '#web/routes/auth.tsx';
import { ScreenSpinner } from '#web/ui/spinner.tsx';

/** The sign-in screen as it is before the server has said anything. */
async function signIn(): Promise<ReactNode> {
  const root = createRootRoute({ component: Outlet });
  const auth = createRoute({
    getParentRoute: () => root,
    path: '/auth',
    validateSearch: authSearch,
    component: AuthScreen,
  });
  const history = createMemoryHistory({ initialEntries: ['/auth'] });
  const router = createRouter({ routeTree: root.addChildren([auth]), history, isServer: true });
  await router.load();
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <RouterProvider router={router as never} />
      </AuthProvider>
    </QueryClientProvider>
  );
}

/** Rendered for a browser with passkeys; inline/theme.js hides their button in one without. */
export async function firstPaint(): Promise<string> {
  const able = { PublicKeyCredential: { parseRequestOptionsFromJSON: true }, location: { hostname: 'localhost' } };
  Object.assign(globalThis, { window: able, location: { pathname: '', search: '' } });
  const loading = { frame: <LoadingFrame />, loading: <ScreenSpinner className="min-h-dvh" /> };
  return [
    `<div data-first-paint="sign-in">${renderToStaticMarkup(await signIn())}</div>`,
    ...Object.entries(loading).map(
      ([name, shown]) => `<div data-first-paint="${name}">${renderToStaticMarkup(shown)}</div>`,
    ),
  ].join('');
}
