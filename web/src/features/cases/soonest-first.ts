import type { InspectionCase } from '#contract/cases.ts';

/** Sorts cases by their due dates. */
export const soonestFirst = (cases: readonly InspectionCase[]): InspectionCase[] =>
  cases.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));
