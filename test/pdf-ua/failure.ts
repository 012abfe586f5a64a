/**
 * A failure condition of the Matterhorn Protocol 1.1, by which PDF/UA-1 (ISO 14289-1) is checked, that a file meets.
 */
export interface Failure {
  /**
   * Such as '14-003', a clause of ISO 14289-1 or ISO 32000-1 if the protocol has none, or 'unknown' for what cannot be
   * judged here.
   */
  condition: string;
  says: string;
}

export const failure = (condition: string, says: string): Failure => ({ condition, says });

/** Lists each failure once, with the number of its occurrences. */
export function summarize(failures: readonly Failure[]): Failure[] {
  const counts = new Map<string, { first: Failure; count: number }>();
  for (const each of failures) {
    const key = `${each.condition} ${each.says}`;
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { first: each, count: 1 });
  }
  return [...counts.values()]
    .map(({ first, count }) => (count === 1 ? first : failure(first.condition, `${first.says} (${count} times)`)))
    .toSorted((a, b) => a.condition.localeCompare(b.condition));
}
