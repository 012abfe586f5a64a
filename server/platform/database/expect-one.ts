/** The row of a statement that always returns one; its absence is a bug, not a fault of the request. */
export function expectOne<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that returns one row returned none');
  return row;
}
