import { NotFound } from '#web/app/not-found.tsx';
import { OpenLayout } from '#web/app/open-layout.tsx';
import { Shell } from '#web/app/shell.tsx';
import { useAuth } from '#web/lib/auth.tsx';

/** The not-found screen, with the navigation for signed-in people. */
export function UnknownPath() {
  const { user } = useAuth();
  const Layout = user ? Shell : OpenLayout;
  return (
    <Layout>
      <NotFound />
    </Layout>
  );
}
