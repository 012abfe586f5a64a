/** The first row of a statement that always returns one. Where it does not, that is a bug, not the caller's fault. */
export function expectOne<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that returns one row returned none');
  return row;
}
