import type { Disagreement } from '#contract/analysis.ts';
import { classOfSeverity, dimensionOf, scoreDimensions } from '#contract/finding-categories.ts';
import type { Finding, FindingStatus } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import { phaseWindows } from '#contract/plan-phases.ts';
import { formatPercent } from '#web/lib/format.ts';

/** "91% sure", or the name of the person who added it. */
export const confidenceText = ({ source, aiConfidence, addedBy }: Finding): string =>
  source === 'person'
    ? t('added by {addedBy}', { addedBy: addedBy ?? t('a person') })
    : aiConfidence === null
      ? t('found by AI')
      : t('{confidence} sure', { confidence: formatPercent(aiConfidence) });

/** "confirmed by Pat Osei", "not yet confirmed". */
export function decisionText(finding: Finding): string {
  const { status, decidedBy } = finding;
  if (finding.onlyAdded) return confidenceText(finding);
  const by = decidedBy ? t(' by {decidedBy}', { decidedBy }) : '';
  if (status === 'pending') return t('not yet confirmed');
  return status === 'confirmed' ? t('confirmed{by}', { by }) : `${t(status)}${by}`;
}

/** What people did with it: "confirmed by Pat Osei", "added by Robin Vale, confirmed by Pat Osei". */
export const peopleText = (finding: Finding): string =>
  [...new Set([...(finding.source === 'person' ? [confidenceText(finding)] : []), decisionText(finding)])].join(', ');

export const dimensionLabel = ({ category }: Finding): string => {
  const name = scoreDimensions.find((dimension) => dimension === dimensionOf[category]) ?? '';
  return t(name.charAt(0).toUpperCase() + name.slice(1));
};

/** The time in which it is due, by the phases of a plan. */
export const dueText = ({ severity }: Finding): string => phaseWindows[classOfSeverity[severity]];

/** The status of a dismissed or resolved finding after undo. */
export const statusBefore = ({ source, status }: Finding): FindingStatus =>
  source === 'person' || status === 'resolved' ? 'confirmed' : 'pending';

/**
 * The description of a finding, or its recommended action. The server ends the one with the number of places, and the other with
 * ' at once'.
 */
export function findingText(text: string): string {
  const [, clause = '', places] = /^(.+?)(?: in (\d+) places| at once)\.$/s.exec(text) ?? [];
  const translated = t(`${clause}.`);
  // Somebody else wrote it, so it stays as it is.
  if (translated === `${clause}.`) return t(text);
  const words = { clause: translated.replace(/\.$/, ''), places };
  return places ? t('{clause} in {places} places.', words) : t('{clause} at once.', words);
}

const disagreementTexts: Record<Disagreement, string> = {
  only_service: t('Only the AI service sees this. The built-in engine does not.'),
  only_builtin: t('Only the built-in engine sees this. The AI service does not.'),
  other_kind: t('The two AI readers see damage here, but call it different things.'),
};
/**
 * Why a person should check a finding; null when two readers agree, only one has read the photo, or somebody has
 * decided.
 */
export const disagreementText = ({ disagreement, status }: Finding): string | null =>
  disagreement && status === 'pending' ? disagreementTexts[disagreement] : null;
