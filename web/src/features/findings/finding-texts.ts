import type { Disagreement } from '#contract/analysis.ts';
import { classOfSeverity, dimensionOf, scoreDimensions } from '#contract/finding-categories.ts';
import type { Finding, FindingStatus } from '#contract/findings.ts';
import { phaseWindows } from '#contract/plans.ts';
import { formatPercent } from '#web/lib/format.ts';

/** "91% sure", or who added it. */
export const confidenceText = ({ source, aiConfidence, decidedBy }: Finding): string =>
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

const disagreementTexts: Record<Disagreement, string> = {
  only_service: 'Only the AI service sees this. The built-in engine does not.',
  only_builtin: 'Only the built-in engine sees this. The AI service does not.',
  other_kind: 'The two AI readers see damage here, but call it different things.',
};
/** Why a person is asked about a finding; null where two readers agree, one alone looked, or somebody has decided. */
export const disagreementText = ({ disagreement, status }: Finding): string | null =>
  disagreement && status === 'pending' ? disagreementTexts[disagreement] : null;
