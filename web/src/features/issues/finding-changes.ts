import type { BoundingBox } from '#contract/analysis.ts';
import type { Issue, IssuePatch } from '#contract/issues.ts';
import type { FindingValues } from '#web/features/issues/components/finding-form.tsx';

const words = ['title', 'description', 'severity', 'category'] as const;

const sameBox = (a: BoundingBox | null, b: BoundingBox | null): boolean =>
  a === b || (a !== null && b !== null && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height);

export const wordsOf = ({ title, description, severity, category }: Issue): FindingValues => ({
  title,
  description,
  severity,
  category,
});

/** What a person has changed of a finding, or null; `box` is left out where there is no photo to draw it on. */
export function changesOf(
  issue: Issue,
  values: FindingValues,
  box: BoundingBox | null = issue.boundingBox,
): IssuePatch | null {
  const patch: IssuePatch = {
    ...Object.fromEntries(words.filter((name) => values[name] !== issue[name]).map((name) => [name, values[name]])),
    ...(sameBox(box, issue.boundingBox) ? {} : { boundingBox: box }),
  };
  return Object.keys(patch).length > 0 ? patch : null;
}
