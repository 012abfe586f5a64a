import { setTimeout as delay } from 'node:timers/promises';

/** What `look` finds, as soon as it finds something; throws the complaint when that takes longer than 15 seconds. */
export async function until<T>(look: () => Promise<T | undefined>, complaint: string): Promise<T> {
  for (const end = Date.now() + 15_000; ; await delay(50)) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(complaint);
  }
}
