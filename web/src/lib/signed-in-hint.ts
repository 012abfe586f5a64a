/** Who was signed in here last; the same name that inline/theme.js reads. */
export const signedInKey = 'innspect.signed-in';

/**
 * What this device notes for one person: what the first paint shows (lib/keep-by-address.ts), the permissions that areas asked for
 * (features/areas/permissions.ts), and what the tab remembers, such as the room that was typed last (lib/current-place.ts).
 */
function forgetNotes(): void {
  for (const name of Object.keys(localStorage))
    // `headings` is how an earlier version named those of the first paint.
    if (/^innspect\.(allowed-|first-|headings$)/.test(name)) localStorage.removeItem(name);
  sessionStorage.clear();
}

/** Tells the first paint of the next visit that somebody is signed in here. A browser may block its storage; then it does without. */
export const signedInHint = {
  /** Whether this person was the last one who was signed in here. */
  is(userId: string): boolean {
    try {
      return localStorage.getItem(signedInKey) === userId;
    } catch {
      return false;
    }
  },
  /** Forgets the notes of whoever was signed in here before and has not signed out. */
  keep(userId: string): void {
    try {
      if (signedInHint.is(userId)) return;
      forgetNotes();
      localStorage.setItem(signedInKey, userId);
    } catch {
      // The first paint is the spinner alone.
    }
  },
  /** Calls the listener when somebody signs in or out in another tab. */
  watch(onChange: () => void): () => void {
    const listener = (event: StorageEvent) => {
      if (event.key === signedInKey) onChange();
    };
    addEventListener('storage', listener);
    return () => removeEventListener('storage', listener);
  },
  forget(): void {
    try {
      forgetNotes();
      localStorage.removeItem(signedInKey);
    } catch {
      // Nothing was kept either.
    }
  },
};
