import type { ServerEvent } from '#contract/events.ts';

/** The receivers of an event, on all of their open pages. */
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

/** The PostgreSQL channel of the events. A NOTIFY inside a transaction is delivered only if it commits. */
export const eventsChannel = 'innspect_events';
