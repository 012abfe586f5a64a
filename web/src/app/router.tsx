import { t } from '#contract/language.ts';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import * as search from '#web/app/search.ts';
import { parseSearch, stringifySearch } from '#web/app/search-params.ts';
import { screen } from '#web/app/screens.ts';
import { NotFound } from '#web/app/not-found.tsx';
import { NoConnection } from '#web/lib/api-error.ts';
import { isReachable } from '#web/lib/raw.ts';
import { ErrorState } from '#web/ui/states.tsx';
import { ScreenSpinner } from '#web/ui/spinner.tsx';

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: lazyRouteComponent(() => import('#web/app/unknown-path.tsx'), 'UnknownPath'),
});

/** Centered like the spinner of the access guard, so that the spinner does not move when one follows the other. */
const pendingComponent = () => <ScreenSpinner className="min-h-dvh" />;

const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  pendingComponent,
  component: lazyRouteComponent(() => import('#web/app/open-layout.tsx'), 'OpenLayout'),
});
const openRoutes = [
  createRoute({
    getParentRoute: () => open,
    path: '/forgot-password',
    validateSearch: search.emailSearch,
    component: lazyRouteComponent(() => import('#web/routes/forgot-password.tsx')),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/reset-password',
    validateSearch: search.tokenSearch,
    component: lazyRouteComponent(() => import('#web/routes/reset-password.tsx')),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/verify-email',
    validateSearch: search.tokenSearch,
    component: lazyRouteComponent(() => import('#web/routes/verify-email.tsx')),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/invite',
    validateSearch: search.invitationSearch,
    component: lazyRouteComponent(() => import('#web/routes/invite.tsx')),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/shared-plan',
    component: lazyRouteComponent(() => import('#web/routes/shared-plan.tsx')),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/privacy',
    component: lazyRouteComponent(() => import('#web/routes/privacy.tsx')),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/terms',
    component: lazyRouteComponent(() => import('#web/routes/terms.tsx')),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/contact',
    component: lazyRouteComponent(() => import('#web/routes/contact.tsx')),
  }),
] as const;

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  pendingComponent,
  validateSearch: search.authSearch,
  component: lazyRouteComponent(() => import('#web/routes/auth.tsx')),
});

/** The routes below require a signed-in person. */
const guarded = createRoute({
  getParentRoute: () => root,
  id: 'guarded',
  pendingComponent,
  component: lazyRouteComponent(() => import('#web/app/guarded.tsx'), 'Guarded'),
  notFoundComponent: NotFound,
});
const guardedRoutes = [
  createRoute({
    getParentRoute: () => guarded,
    path: '/',
    component: screen(() => import('#web/routes/dashboard.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/properties',
    component: screen(() => import('#web/routes/properties.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/properties/$id',
    component: screen(() => import('#web/routes/property/property.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/inspections',
    validateSearch: search.inspectionsSearch,
    component: screen(() => import('#web/routes/inspections.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/settings',
    validateSearch: search.settingsSearch,
    component: screen(() => import('#web/routes/settings.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/waiting-changes',
    component: screen(() => import('#web/routes/waiting-changes/waiting-changes.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/notifications',
    component: screen(() => import('#web/routes/notifications.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/inspection-guide',
    component: screen(() => import('#web/routes/inspection-guide.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/inspection-setup',
    validateSearch: search.setupSearch,
    component: screen(() => import('#web/routes/inspection-setup/inspection-setup.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/area-inspection',
    validateSearch: search.areaInspectionSearch,
    staticData: { ownTopBar: true, ownBottomBar: true },
    component: screen(() => import('#web/routes/area-inspection/area-inspection.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/area-analysis',
    validateSearch: search.areaSearch,
    component: screen(() => import('#web/routes/area-analysis/area-analysis.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/live-inspection',
    validateSearch: search.liveSearch,
    staticData: { ownTopBar: true, ownBottomBar: true },
    component: screen(() => import('#web/routes/live-inspection/live-inspection.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/photo-upload',
    validateSearch: search.photoSearch,
    staticData: { ownBottomBar: true },
    component: screen(() => import('#web/routes/photo-upload/photo-upload.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/sort-photos',
    validateSearch: search.sortPhotosSearch,
    staticData: { ownBottomBar: true },
    component: screen(() => import('#web/routes/sort-photos/sort-photos.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/photo-inspection',
    validateSearch: search.photoSearch,
    staticData: { ownBottomBar: true },
    component: screen(() => import('#web/routes/photo-upload/photo-inspection.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/inspection-review/$id',
    component: screen(() => import('#web/routes/inspection-review/inspection-review.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/reports',
    component: screen(() => import('#web/routes/reports.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/pip-report/$id',
    component: screen(() => import('#web/routes/pip-report/pip-report.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/messages',
    validateSearch: search.messagesSearch,
    component: screen(() => import('#web/routes/messages.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/admin/cases/$id',
    component: screen(() => import('#web/routes/case/case.tsx')),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/admin',
    validateSearch: search.adminSearch,
    component: screen(() => import('#web/routes/admin/admin.tsx')),
  }),
] as const;

/** Reloads the page, once the server is reachable, to get a chunk that could not be loaded. */
async function retry(error: unknown, reset: () => void): Promise<void> {
  if (!(error instanceof NoConnection)) return reset();
  if (await isReachable()) window.location.reload();
}

export const router = createRouter({
  routeTree: root.addChildren([auth, open.addChildren(openRoutes), guarded.addChildren(guardedRoutes)]),
  // With the not-found screen at the root, an unknown path is not redirected to sign-in by the guard.
  notFoundMode: 'root',
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  // Loads a screen's chunk when the pointer reaches its link, before the click.
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: () => <ScreenSpinner />,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: ({ error, reset }) => (
    <ErrorState
      title={t('This screen could not be shown')}
      error={error}
      onRetry={() => void retry(error, reset)}
      screen
    />
  ),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The screen has its own bottom bar instead of the tab bar on phones. */
    ownBottomBar?: boolean;
    /** The screen has its own header instead of the top bar on phones. */
    ownTopBar?: boolean;
  }
}
