const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** 09:42, short enough for a tile. */
export const formatClock = (when: string): string => clock.format(new Date(when));
