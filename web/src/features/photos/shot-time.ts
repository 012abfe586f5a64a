const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const clockWithSeconds = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** 09:42, short enough for a tile. */
export const formatClock = (when: string): string => clock.format(new Date(when));
/** 09:42:07 */
export const formatClockSeconds = (when: string): string => clockWithSeconds.format(new Date(when));
