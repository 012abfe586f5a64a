/** Throws when an earlier step of the load has not created what the next step needs. */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`The sample data lacks ${what}`);
  return value;
}
