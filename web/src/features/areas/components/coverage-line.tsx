import { coverageText, missingEvidence, type Coverage } from '#contract/coverage.ts';
import { t } from '#contract/language.ts';

/** The coverage of a score, or the evidence that is missing to calculate one. Shown next to every score. */
export function CoverageLine({ score, coverage }: { score: number | null; coverage: Coverage }) {
  const missing = missingEvidence(coverage);
  return (
    <>
      {score === null && missing && (
        <span className="block">{t('Not enough evidence: {missing} missing', { missing })}</span>
      )}
      <span className="block">{coverageText(coverage)}</span>
    </>
  );
}
