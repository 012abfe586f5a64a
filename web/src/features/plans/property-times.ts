import { createContext, use } from 'react';
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

/** November 21, 2026, at a place in this time zone */
export const formatLongDateIn = (timeZone: string, when: string): string =>
  formatter({ dateStyle: 'long', timeZone })(when);

/** Nov 21, 2026, at a place in this time zone */
export const formatDateIn = (timeZone: string, when: string): string =>
  formatter({ month: 'short', day: 'numeric', year: 'numeric', timeZone })(when);

/** The time zone of the plan's property, in which the plan's items and their dialogs show times as its papers do. */
export const PropertyZone = createContext('UTC');

/** Formats times at the plan's property. */
export function usePropertyTimes() {
  const timeZone = use(PropertyZone);
  return {
    date: (when: string): string => formatDateIn(timeZone, when),
    longDateTime: (when: string): string => formatLongDateTimeIn(timeZone, when),
  };
}
