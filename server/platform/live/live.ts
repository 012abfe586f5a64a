import type { LiveEvent } from '#contract/events.ts';

/** Who hears of an event: these people, and all admins where said. */
export interface Audience {
  users: (string | null)[];
  admins?: boolean;
  everybody?: boolean;
}

export interface Envelope {
  to: Audience;
  event: LiveEvent;
}

/** PostgreSQL channel of the events: a NOTIFY inside a transaction is heard once it commits, and not otherwise. */
export const liveChannel = 'innspect_live';
