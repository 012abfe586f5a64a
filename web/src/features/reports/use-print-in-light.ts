import { useEffect } from 'react';

/** Paper is white: while the page is printed the light theme is used. */
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
