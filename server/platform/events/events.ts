import type { ServerEvent } from '#contract/events.ts';

/** Who receives an event, on all of their open pages. */
export interface Audience {
  users: (string | null)[];
  admins?: boolean;
  everybody?: boolean;
}

/** Most events are for the owner of a property and for all admins. */
export const ownerAndAdmins = (ownerId: string | null): Audience => ({ users: [ownerId], admins: true });

export interface Envelope {
  to: Audience;
  event: ServerEvent;
}

/** PostgreSQL channel of the events: a NOTIFY inside a transaction is delivered once it commits, and not otherwise. */
export const eventsChannel = 'innspect_events';
