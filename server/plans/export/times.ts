import { dateIn } from '#server/properties/zone.rules.ts';

/** Formats the times in a document in the time zone of its property. */
export interface Times {
  /** Formats as in `Nov 23, 2026, 4:05 PM EST`. */
  text(time: string | Date): string;
  /** Formats as in `2026-11-23`. */
  day(time: string | Date): string;
}

export function timesIn(timeZone: string): Times {
  const text = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return {
    // The narrow no-break space before AM and PM would break copying and text search.
    text: (time) => text.format(new Date(time)).replaceAll('\u202f', ' '),
    day: (time) => dateIn(timeZone, new Date(time)),
  };
}
