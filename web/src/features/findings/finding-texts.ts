import { classOfSeverity, dimensionOf, scoreDimensions } from '#contract/finding-categories.ts';
import type { Finding, FindingStatus } from '#contract/findings.ts';
import { phaseWindows } from '#contract/reports.ts';
import { formatPercent } from '#web/lib/format.ts';

/** "91% sure", or who added it. */
export const sureText = ({ source, aiConfidence, decidedBy }: Finding): string =>
  source === 'person'
    ? `added by ${decidedBy ?? 'a person'}`
    : aiConfidence === null
      ? 'found by AI'
      : `${formatPercent(aiConfidence)} sure`;

/** "confirmed by Pat Osei", "not yet confirmed". */
export function decisionText({ status, decidedBy, source }: Finding): string {
  const by = decidedBy ? ` by ${decidedBy}` : '';
  if (status === 'pending') return 'not yet confirmed';
  if (status === 'confirmed') return source === 'person' ? `added${by}` : `confirmed${by}`;
  return `${status}${by}`;
}

export const dimensionLabel = ({ category }: Finding): string => {
  const name = scoreDimensions.find((dimension) => dimension === dimensionOf[category]) ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** When it is due, by the phases of a plan. */
export const dueText = ({ severity }: Finding): string => phaseWindows[classOfSeverity[severity]];

/** The status of a dismissed or resolved finding after an undo. */
export const statusBefore = ({ source, status }: Finding): FindingStatus =>
  source === 'person' || status === 'resolved' ? 'confirmed' : 'pending';
