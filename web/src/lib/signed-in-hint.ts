import { firstHeading, signedInKey as key } from '#web/lib/first-heading.ts';

/** Tells the first paint of the next visit that somebody is signed in here. A browser may block its storage; then it does without. */
export const signedInHint = {
  /** Forgets the headings of whoever was signed in here before and has not signed out. */
  keep(userId: string): void {
    try {
      if (localStorage.getItem(key) === userId) return;
      firstHeading.forget();
      localStorage.setItem(key, userId);
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
