import { createContext } from 'react';

/** Whether headings are kept: of the screens behind the sign-in alone, because addresses of others contain tokens. */
export const KeepsHeading = createContext(false);

/** The heading of a screen: its lines, and the classes of the column that it stands in. */
export interface Heading {
  column: string;
  over: string;
  title: string;
  subtitle: string;
}

/** Whose headings are kept (signed-in-hint.ts); the same name that inline/theme.js reads. */
export const signedInKey = 'innspect.signed-in';
/** The same name that inline/load.js reads. */
const key = 'innspect.headings';
const maxHeadings = 20;

/**
 * The headings of the last screens, so that the first paint of the next visit shows more than a bar. A browser may block its
 * storage; then it does without.
 */
export const firstHeading = {
  /** The heading that the first paint shows (inline/load.js): empty before the server has said that the same person is signed in. */
  shown: (): Partial<Heading> => ({ ...(globalThis as { shownHeading?: Heading }).shownHeading }),
  keep(heading: Heading): void {
    const address = location.pathname + location.search;
    try {
      const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, Heading>;
      const others = Object.entries(stored).filter(([path]) => path !== address);
      const kept = Object.fromEntries([...others, [address, heading] as const].slice(-maxHeadings));
      // A screen that is still shown after the sign-out keeps none.
      if (localStorage.getItem(signedInKey) !== null) localStorage.setItem(key, JSON.stringify(kept));
    } catch {
      // The first paint shows none.
    }
  },
  forget(): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was kept either.
    }
  },
};
