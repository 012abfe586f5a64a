import type { CostEntry } from '#contract/cost-catalogue.ts';
import type { FindingCategory } from '#contract/finding-categories.ts';

const repairs = /\b(?:adjust|clean|fix|mend|patch|refinish|repair|restore|service|tighten|touch)\b/i;
const replaces = /\b(?:fit|install|renew|replace)\b/i;

/** Whether an action repairs a thing or puts another in its place; null if its words say neither, or both. */
function kindOf(action: string): 'repair' | 'replace' | null {
  const [repair, replace] = [repairs.test(action), replaces.test(action)];
  return repair === replace ? null : repair ? 'repair' : 'replace';
}

const fillers = new Set(['a', 'an', 'it', 'new', 'the', 'them']);
const wordsOf = (text: string): string[] =>
  (
    text
      .replaceAll(new RegExp(replaces, 'gi'), ' ')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  )
    .filter((word) => !fillers.has(word))
    .map((word) => word.replace(/(?<=[a-z]{3})s$/, ''));
/** Where the name of the thing ends: 'the closer' of 'Replace the closer of the fire door'. */
const afterThing = /[,.;:(/]|\b(?:and|at|behind|beside|by|for|from|in|near|of|on|or|to|with)\b/i;
/** The last word of the thing's name, such as 'closer' of 'Replace the door closer'. */
const thingOf = (action: string): string | undefined => wordsOf(action.split(afterThing)[0] ?? '').at(-1);

/**
 * The line that prices an action that somebody gave: the one of the category that replaces the thing that the action
 * replaces; for a mere repair, one that repairs, if the usual line replaces. Otherwise the usual line.
 */
export function lineOfAction(
  catalogue: readonly CostEntry[],
  action: string,
  { category, usual }: { category: FindingCategory; usual: CostEntry },
): CostEntry {
  const kind = kindOf(action);
  const thing = thingOf(action);
  const lines = catalogue.filter((line) => line.category === category && kindOf(line.action) === kind);
  if (kind === 'replace') return lines.find((line) => thing && wordsOf(line.action).includes(thing)) ?? usual;
  if (kind === 'repair' && kindOf(usual.action) === 'replace') return lines[0] ?? usual;
  return usual;
}
