import type { InspectionCase } from '#contract/cases.ts';
import { compareCharacters } from '#web/lib/order.ts';

/** Sorts cases by their due dates. */
export const soonestFirst = (cases: readonly InspectionCase[]): InspectionCase[] =>
  cases.toSorted((a, b) => compareCharacters(a.dueDate, b.dueDate));
