/** Throws where an earlier step of loading has not left what the next one builds on. */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`The sample data lacks ${what}`);
  return value;
}
