/** Whose notes for the first paint are kept (signed-in-hint.ts); the same name that inline/theme.js reads. */
export const signedInKey = 'innspect.signed-in';
const maxAddresses = 20;

/**
 * What the first paint of the next visit to an address shows of the last one (inline/load.js). A browser may block its storage; then
 * it does without.
 */
export const keptByAddress = <T>(key: string) => ({
  keep(value: T): void {
    const address = location.pathname + location.search;
    try {
      const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, T>;
      const others = Object.entries(stored).filter(([path]) => path !== address);
      const kept = Object.fromEntries([...others, [address, value] as const].slice(-maxAddresses));
      // A screen that is still shown after the sign-out keeps nothing.
      if (localStorage.getItem(signedInKey) !== null) localStorage.setItem(key, JSON.stringify(kept));
    } catch {
      // The first paint shows nothing of it.
    }
  },
  forget(): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was kept either.
    }
  },
});
