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

/** The headings of the last screens, so that the first paint of the next visit shows more than a bar. */
export const firstHeading = {
  /** The heading that the first paint shows (inline/load.js): empty before the server has said that the same person is signed in. */
  shown: (): Partial<Heading> => (globalThis as { shownHeading?: Heading }).shownHeading ?? {},
  keep: (heading: Heading): void => keepByAddress('innspect.first-headings', heading),
};
