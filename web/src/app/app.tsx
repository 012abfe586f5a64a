import { Link, RouterProvider } from '@tanstack/react-router';
import { router } from '#web/app/router.tsx';
import { PageLinkContext, type PageLinkProps } from '#web/ui/page-link.tsx';

const routerLink = (props: PageLinkProps) => <Link {...props} />;

/** All screens. */
export function App() {
  return (
    <PageLinkContext value={routerLink}>
      <RouterProvider router={router} />
    </PageLinkContext>
  );
}
