import { locale, t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { lazily } from '#contract/lazily.ts';

type When = string | number | Date;

export const formatter = (options: Intl.DateTimeFormatOptions) => {
  const format = lazily(() => new Intl.DateTimeFormat(locale(), options));
  // ICU puts a narrow no-break space before AM and PM, which breaks copying and text search.
  return (when: When): string =>
    format()
      .format(new Date(when))
      .replace(/\u202f/g, ' ');
};

/** MMM d, yyyy: inspection dates. */
export const formatDate = formatter({ month: 'short', day: 'numeric', year: 'numeric' });
/** h:mm a */
export const formatTime = formatter({ hour: 'numeric', minute: '2-digit' });
/** MMM d, yyyy h:mm a: log entries. */
export const formatFullDateTime = (when: When): string => `${formatDate(when)} ${formatTime(when)}`;
/** MMM d, h:mm a: dense tables. */
export const formatDateTime = formatter({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
/** November 21, 2026 at 9:51 AM */
export const formatLongDateTime = formatter({ dateStyle: 'long', timeStyle: 'short' });

const relative = lazily(() => new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }));
const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "5 minutes ago", "yesterday"; a date when older than a week. */
export function formatAgo(when: When, now: number = Date.now()): string {
  const difference = new Date(when).getTime() - now;
  if (Math.abs(difference) > 7 * 86_400_000) return formatDate(when);
  for (const [unit, size] of steps) {
    if (Math.abs(difference) >= size) return relative().format(Math.round(difference / size), unit);
  }
  return t('just now');
}

/** The time since `since` in its largest whole unit: "2 days", "3 h", "5 min"; at least "1 min". */
export function formatWaiting(since: When, now: number = Date.now()): string {
  const minutes = Math.max(1, Math.floor((now - new Date(since).getTime()) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h` : plural(Math.floor(hours / 24), 'day');
}

/** "72%", or a dash when there is no value. */
export const formatPercent = (value: number | string | null): string =>
  value === null ? '–' : `${Math.round(Number(value))}%`;

/** A score in percent. Rounding never shows 100, which means that nothing is open and everything was checked. */
export const formatScore = (score: number | null): string =>
  formatPercent(score !== null && score < 100 ? Math.min(99, Math.round(score)) : score);
