import { setTimeout as delay } from 'node:timers/promises';

/** The first result of `look` that is not undefined; throws after 15 seconds without one. */
export async function until<T>(look: () => Promise<T | undefined>, complaint: string): Promise<T> {
  for (const end = Date.now() + 15_000; ; await delay(50)) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(complaint);
  }
}
