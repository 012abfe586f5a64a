/** How long the browser keeps files that were not uploaded, in ms. */
export const keptFor = 24 * 60 * 60_000;

const keyOf = (scope: string) => `innspect.uploads.${scope}`;

/** Notes on this device how many files of a widget are not uploaded, so that its button can say so after a reload. */
export function notePending(scope: string, count: number): void {
  try {
    if (count > 0) localStorage.setItem(keyOf(scope), JSON.stringify({ count, at: Date.now() }));
    else localStorage.removeItem(keyOf(scope));
  } catch {
    // Storage can be blocked; then nothing can be restored either.
  }
}

/** How many files an earlier page left behind. */
export function pendingFiles(scope: string): number {
  try {
    const note: unknown = JSON.parse(localStorage.getItem(keyOf(scope)) ?? 'null');
    if (typeof note !== 'object' || note === null || !('count' in note) || !('at' in note)) return 0;
    const { count, at } = note;
    return typeof count === 'number' && typeof at === 'number' && Date.now() - at < keptFor ? count : 0;
  } catch {
    return 0;
  }
}
