const steps = [1, 2, 5, 7, 14, 28, 56, 112, 365];

/** The day marks of an axis from 0 to `days`, with at most seven steps. */
export function dayMarks(days: number): number[] {
  const step = steps.find((size) => days / size <= 7) ?? 365;
  return Array.from({ length: Math.floor(days / step) + 1 }, (_, index) => index * step);
}

/** "day 1 to 5"; day 0 is the day of acceptance. */
export const spanText = (startDay: number, days: number): string => {
  const first = Math.floor(startDay);
  const last = Math.max(first, Math.ceil(startDay + days));
  return first === last ? `day ${first}` : `day ${first} to ${last}`;
};
