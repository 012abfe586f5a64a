import { setTimeout as delay } from 'node:timers/promises';

/** The first result of `look` that is neither undefined nor false; throws after that many seconds without one. */
export async function until<T>(
  look: () => Promise<T | undefined | false>,
  complaint: string,
  seconds = 15,
): Promise<T> {
  for (const end = Date.now() + seconds * 1000; ; await delay(50)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(complaint);
  }
}
