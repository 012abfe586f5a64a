import { NotFound } from '#web/app/not-found.tsx';
import { OpenLayout } from '#web/app/open-layout.tsx';
import { Shell } from '#web/app/shell.tsx';
import { useAuth } from '#web/lib/auth.tsx';

/** A path that no screen has: with the navigation for whoever is signed in, and for anybody else without it. */
export function UnknownPath() {
  const { user } = useAuth();
  const Layout = user ? Shell : OpenLayout;
  return (
    <Layout>
      <NotFound />
    </Layout>
  );
}
