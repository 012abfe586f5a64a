const steps = [1, 2, 5, 7, 14, 28, 56, 112, 365];

/** Day marks of an axis from 0 to `days`: at most seven steps, the last mark not beyond the end. */
export function dayMarks(days: number): number[] {
  const step = steps.find((size) => days / size <= 7) ?? 365;
  return Array.from({ length: Math.floor(days / step) + 1 }, (_, index) => index * step);
}

/** The day on the calendar that part of a day falls on: day 0 is the day of acceptance. */
export const spanText = (startDay: number, days: number): string => {
  const first = Math.floor(startDay);
  const last = Math.max(first, Math.ceil(startDay + days));
  return first === last ? `day ${first}` : `day ${first} to ${last}`;
};
