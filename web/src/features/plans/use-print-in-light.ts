import { useEffect } from 'react';

/** Uses the light theme while the page is printed. */
export function usePrintInLight(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let before: string | undefined;
    const start = () => {
      before = dataset.theme;
      dataset.theme = 'light';
    };
    const end = () => {
      if (before) dataset.theme = before;
    };
    addEventListener('beforeprint', start);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', start);
      removeEventListener('afterprint', end);
    };
  }, []);
}
