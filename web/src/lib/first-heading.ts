import { createContext } from 'react';
import { keepByAddress } from '#web/lib/keep-by-address.ts';

/** Whether headings are kept: of the screens behind the sign-in alone, because addresses of others contain tokens. */
export const KeepsHeading = createContext(false);

/** The heading of a screen: its lines, and the classes of the column that it stands in. */
export interface Heading {
  column: string;
  over: string;
  title: string;
  subtitle: string;
}

/** The heading that the first paint shows (inline/load.js): empty before the server has said that the same person is signed in. */
export const shownHeading = (): Partial<Heading> => (globalThis as { shownHeading?: Heading }).shownHeading ?? {};

/** Keeps the heading of a screen, so that the first paint of its next visit shows more than a bar. */
export const keepHeading = (heading: Heading): void => keepByAddress('headings', heading);
