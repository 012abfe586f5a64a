/** The row of a statement that always returns one; a missing row is a bug, not an error of the request. */
export function expectOne<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that returns one row returned none');
  return row;
}
