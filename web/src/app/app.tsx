import { RouterProvider } from '@tanstack/react-router';
import { router } from '#web/app/router.tsx';
import { PagesContext } from '#web/ui/page-link.tsx';

const pages = {
  open: (path: string) => router.history.push(path),
  preload: (path: string) => void router.preloadRoute({ to: path }).catch(() => undefined),
};

/** All screens. */
export function App() {
  return (
    <PagesContext value={pages}>
      <RouterProvider router={router} />
    </PagesContext>
  );
}
