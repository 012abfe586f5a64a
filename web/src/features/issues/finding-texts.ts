import { classOfSeverity, dimensionOf, scoreDimensions } from '#contract/findings.ts';
import type { Issue, IssueStatus } from '#contract/issues.ts';
import { phaseWindows } from '#contract/reports.ts';

/** "91 % sure", or who added it. */
export const sureText = ({ source, aiConfidence, decidedBy }: Issue): string =>
  source === 'person'
    ? `added by ${decidedBy ?? 'a person'}`
    : aiConfidence === null
      ? 'found by AI'
      : `${Math.round(Number(aiConfidence))} % sure`;

/** "confirmed by Pat Osei", "not yet confirmed". */
export function decisionText({ status, decidedBy, source }: Issue): string {
  const by = decidedBy ? ` by ${decidedBy}` : '';
  if (status === 'pending') return 'not yet confirmed';
  if (status === 'confirmed') return source === 'person' ? `added${by}` : `confirmed${by}`;
  return `${status}${by}`;
}

export const dimensionLabel = ({ category }: Issue): string => {
  const name = scoreDimensions.find((dimension) => dimension === dimensionOf[category]) ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** When its work is due by the phases of a plan. */
export const dueText = ({ severity }: Issue): string => phaseWindows[classOfSeverity[severity]];

/** What a finding that was dismissed or resolved is again when that is undone. */
export const statusBefore = ({ source, status }: Issue): IssueStatus =>
  source === 'person' || status === 'resolved' ? 'confirmed' : 'pending';
