import { placeFields } from '#contract/places.ts';
import { typedPlaceOf } from '#web/lib/current-place.ts';
import type { BoundingBox } from '#contract/analysis.ts';
import type { Finding, FindingPatch } from '#contract/findings.ts';
import type { FindingValues } from '#web/features/findings/components/finding-form.tsx';

const textFields = ['title', 'description', 'severity', 'category', 'recommendedAction', ...placeFields] as const;

const sameBox = (a: BoundingBox | null, b: BoundingBox | null): boolean =>
  a === b || (a !== null && b !== null && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height);

export const formValuesOf = ({
  title,
  description,
  severity,
  raisedFrom,
  category,
  recommendedAction,
  actionGiven,
  ...place
}: Finding): FindingValues => ({
  title,
  description,
  // The original severity, because a raise cannot be edited.
  severity: raisedFrom ?? severity,
  category,
  ...typedPlaceOf(place),
  recommendedAction: actionGiven ? recommendedAction : '',
});

/** The changed fields of a finding, or null if nothing changed. `box` is omitted when no photo is shown. */
export function changesOf(
  finding: Finding,
  values: FindingValues,
  box: BoundingBox | null = finding.boundingBox,
): FindingPatch | null {
  const before = formValuesOf(finding);
  const patch: FindingPatch = {
    ...Object.fromEntries(
      textFields.filter((name) => values[name] !== before[name]).map((name) => [name, values[name]]),
    ),
    ...(sameBox(box, finding.boundingBox) ? {} : { boundingBox: box }),
  };
  return Object.keys(patch).length > 0 ? patch : null;
}
