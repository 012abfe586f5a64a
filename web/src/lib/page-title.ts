import { useEffect } from 'react';

/** Sets the title of the browser tab; null leaves it. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title) document.title = `${title} · Innspect`;
  }, [title]);
}
