import { signedInKey } from '#web/lib/signed-in-hint.ts';

const maxAddresses = 20;

/**
 * Keeps what the first paint of the next visit to this address shows of this one (inline/theme.js and load.js read it by the same
 * name; signed-in-hint.ts forgets what begins with `innspect.first-`). A browser may block its storage; then it does without.
 */
export function keepByAddress(name: string, value: object): void {
  const key = `innspect.first-${name}`;
  const address = location.pathname + location.search;
  try {
    // A screen that is still shown after the sign-out keeps nothing.
    if (localStorage.getItem(signedInKey) === null) return;
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    // The last one kept stands last.
    delete stored[address];
    const kept = Object.fromEntries([...Object.entries(stored), [address, value]].slice(-maxAddresses));
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // The first paint shows nothing of it.
  }
}
