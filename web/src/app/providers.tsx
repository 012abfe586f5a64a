import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { LazyToaster } from '#web/app/lazy-toaster.tsx';
import { NoConnection } from '#web/lib/api-error.ts';
import { AuthProvider } from '#web/lib/auth.tsx';
import { queryClient } from '#web/lib/query.ts';

let root: Root | undefined;

function createPageRoot(): Root {
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no #root element');
  return createRoot(element, {
    onCaughtError(error) {
      if (error instanceof NoConnection) console.warn(error.message);
      else console.error(error);
    },
  });
}

/** Shows what is inside of the providers that every screen needs; they stay when the sign-in is followed by the app. */
export function showInPage(content: ReactNode): void {
  root ??= createPageRoot();
  root.render(
    <StrictMode>
      <Providers>{content}</Providers>
    </StrictMode>,
  );
}

/** The providers that every screen needs. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        {children}
        <LazyToaster />
      </AuthProvider>
    </QueryClientProvider>
  );
}
