import { formatter } from '#web/lib/format.ts';

/** November 21, 2026 at 9:51 AM EST, at a place in this time zone */
export const formatLongDateTimeIn = (timeZone: string, when: string): string =>
  formatter({
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })(when);

/** Nov 21, 2026, at a place in this time zone */
export const formatDateIn = (timeZone: string, when: string): string =>
  formatter({ month: 'short', day: 'numeric', year: 'numeric', timeZone })(when);
