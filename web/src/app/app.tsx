import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { router } from '#web/app/router.tsx';
import { AuthProvider } from '#web/lib/auth.tsx';
import { queryClient } from '#web/lib/query.ts';
import { LazyToaster } from '#web/app/lazy-toaster.tsx';

/** The providers that every screen needs, around the router. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <RouterProvider router={router} />
        <LazyToaster />
      </AuthProvider>
    </QueryClientProvider>
  );
}
