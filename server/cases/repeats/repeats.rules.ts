import { addMonths, type CalendarDate, utcDate } from '#contract/due-dates.ts';
import type { CaseStatus } from '#contract/cases.ts';

interface Rhythm {
  everyMonths: number;
  nextOn: CalendarDate;
  dayOfMonth: number;
}

/** The first date after today on which to open the inspection again; missed dates are skipped. */
export function nextOpening({ everyMonths, nextOn, dayOfMonth }: Rhythm, today: CalendarDate): CalendarDate {
  let next = nextOn;
  while (next <= today) next = addMonths(next, everyMonths, dayOfMonth);
  return next;
}

/** Whether the opening date has come. Opening dates, like those of reminders, are UTC dates. */
export const isOpeningDue = ({ nextOn }: Pick<Rhythm, 'nextOn'>, now: Date): boolean => nextOn <= utcDate(now);

/** An existing repeat may always be changed; a new one needs a case that is not cancelled and was not opened again. */
export const canRepeat = (status: CaseStatus, repeats: boolean, openedAgain: boolean): boolean =>
  repeats || (status !== 'cancelled' && !openedAgain);
