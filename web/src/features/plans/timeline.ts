const steps = [1, 2, 5, 7, 14, 28, 56, 112, 365];

/** The day marks for an axis from 0 to `days`, in at most seven steps. */
export function dayMarks(days: number): number[] {
  const step = steps.find((size) => days / size <= 7) ?? 365;
  return Array.from({ length: Math.floor(days / step) + 1 }, (_, index) => index * step);
}
