import type { Month } from './usage.repository.ts';

/** The calendar month in UTC, such as 2026-11. */
export const thisMonth = (now: Date): string => now.toISOString().slice(0, 7);

export function monthOf(name: string): Month {
  const [year = 0, month = 1] = name.split('-').map(Number);
  return [new Date(Date.UTC(year, month - 1, 1)), new Date(Date.UTC(year, month, 1))];
}
