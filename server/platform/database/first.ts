/** The row that a statement must have given; its absence is a fault of the program, not of the caller. */
export function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that gives one row gave none');
  return row;
}
