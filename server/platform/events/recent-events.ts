import type { ServerEvent } from '#contract/events.ts';
import type { Envelope } from './events.ts';

/** For how long, in ms, an event is remembered. */
const rememberedFor = 60_000;
const maxRemembered = 2000;
/** What a page shows for a moment, or answers to one page. */
const momentary = new Set<ServerEvent['type']>(['ai_detection', 'inspection_update', 'error', 'sessions_changed']);

/** Remembers the events of the last minute for pages that read their data before they were connected. */
export function createRecentEvents(now = () => performance.now()) {
  const recent: { at: number; envelope: Envelope }[] = [];
  return {
    add(envelope: Envelope): void {
      if (momentary.has(envelope.event.type)) return;
      recent.push({ at: now(), envelope });
      if (recent.length > maxRemembered) recent.shift();
    },
    /** The events since a page was opened, which is this many milliseconds ago; none if that is not known. */
    since(age: number | null): Envelope[] {
      if (age === null) return [];
      const from = now() - Math.min(age, rememberedFor);
      const first = recent.findIndex(({ at }) => at >= from);
      return first === -1 ? [] : recent.slice(first).map(({ envelope }) => envelope);
    },
  };
}
