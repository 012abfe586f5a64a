/** The number of parts in which a picture is read (`engine/builtin/likeness.ts`). */
const parts = 16;

/**
 * The similarity from which two pictures may show the same place. Among the development photos, a picture and a part of
 * it reach 0.62 to 0.92, and two different pictures 0.05 to 0.67, with one pair in ten above 0.52 (docs/analysis.md).
 */
export const minLikeness = 0.6;

/** The parts of a picture as unit vectors. */
function rowsOf(numbers: Int8Array): Float32Array[] {
  const depth = numbers.length / parts;
  return Array.from({ length: parts }, (_, part) => {
    const row = Float32Array.from(numbers.subarray(part * depth, (part + 1) * depth));
    const length = Math.hypot(...row) || 1;
    return row.map((value) => value / length);
  });
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d += 1) sum += (a[d] as number) * (b[d] as number);
  return sum;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** How well the parts of two pictures match, wherever they are, from -1 to 1; 0 for readings of different formats. */
export function likenessOf(a: Int8Array, b: Int8Array): number {
  if (a.length !== b.length || a.length === 0 || a.length % parts !== 0) return 0;
  const [first, second] = [rowsOf(a), rowsOf(b)];
  const table = first.map((row) => second.map((other) => product(row, other)));
  const inSecond = table.map((row) => Math.max(...row));
  const inFirst = second.map((_, column) => Math.max(...table.map((row) => row[column] ?? -1)));
  return (mean(inSecond) + mean(inFirst)) / 2;
}
