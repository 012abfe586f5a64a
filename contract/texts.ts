import { countedWord, locale, t } from './language.ts';
import { lazily } from './lazily.ts';

/** A text such as "1 photo" or "2 photos". */
export const plural = (
  count: number,
  one: string,
  many = `${one}s`,
  format: (count: number) => string = String,
): string => `${format(count)} ${countedWord(count, one, many)}`;

/** Pads a part of a date or time: 5 becomes "05". */
export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Formats seconds as minutes:seconds, for example 02:14. */
export const formatTimestamp = (seconds: number): string =>
  `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(Math.floor(seconds % 60))}`;

/** Formats the UTC date of a time. */
export function utcFormatter(options: Intl.DateTimeFormatOptions): (time: string | number) => string {
  const format = lazily(() => new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' }));
  return (time) => format().format(new Date(time));
}

/** Formats bytes as in "10 MB" or "1.4 MB", in binary steps. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** step;
  return `${value >= 10 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}

/** The refusal of a file that is too large, on the page where it is chosen and by the server. */
export const fileTooLargeText = (filename: string, maxBytes: number): string => {
  const size = formatBytes(maxBytes).replace(' ', '');
  return filename === ''
    ? t('File is too large. Max size: {size}', { size })
    : t('File {filename} is too large. Max size: {size}', { filename, size });
};
