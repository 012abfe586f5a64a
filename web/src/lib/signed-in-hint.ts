import { firstHeading } from '#web/lib/first-heading.ts';

/** The same name that inline/theme.js reads. */
const key = 'innspect.signed-in';

/** Tells the first paint of the next visit that somebody is signed in here. A browser may block its storage; then it does without. */
export const signedInHint = {
  keep(): void {
    try {
      localStorage.setItem(key, 'yes');
    } catch {
      // The first paint is the spinner alone.
    }
  },
  forget(): void {
    firstHeading.forget();
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was kept either.
    }
  },
};
