import { addMonths, type CalendarDate, utcDate } from '#contract/due-dates.ts';
import type { CaseStatus } from '#contract/cases.ts';

interface Rhythm {
  everyMonths: number;
  nextOn: CalendarDate;
  dayOfMonth: number;
}

/** The first date after today on which an inspection is opened again; those that were missed are left out. */
export function nextOpening({ everyMonths, nextOn, dayOfMonth }: Rhythm, today: CalendarDate): CalendarDate {
  let next = nextOn;
  while (next <= today) next = addMonths(next, everyMonths, dayOfMonth);
  return next;
}

/** Dates of openings are dates of UTC, as those of reminders. */
export const isToOpen = ({ nextOn }: Pick<Rhythm, 'nextOn'>, now: Date): boolean => nextOn <= utcDate(now);

/** One that repeats may always be changed; otherwise the latest case of an inspection that was not cancelled. */
export const canRepeat = (status: CaseStatus, repeats: boolean, openedAgain: boolean): boolean =>
  repeats || (status !== 'cancelled' && !openedAgain);
